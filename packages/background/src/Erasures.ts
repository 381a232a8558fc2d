/** Erasing from the events what was deleted. */
import { Events } from "@candor/domain/event/Events"
import { Erasure, queue } from "@candor/sql/queue/Erasure"
import { Effect, Layer } from "effect"
import { consume } from "./Consumer.ts"

export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const events = yield* Events
  yield* consume({
    queue,
    element: Erasure,
    concurrency: 1,
    maxAttempts: 20,
    handle: ({ organization_id, subject_id }) => Effect.asVoid(events.erase(organization_id, subject_id, "erasures"))
  })
}))
