/** Erases the events of deleted entities. */
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Erasure, queue } from "@candor/sql/queue/Erasure"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const log = yield* AuditLog
  yield* consume({
    queue,
    element: Erasure,
    concurrency: 1,
    maxAttempts: 20,
    handle: ({ organization_id, subject_id }) => Effect.asVoid(log.erase(organization_id, subject_id, "erasures"))
  })
}))
