/** Removes contents that no row refers to: those of deleted attachments, and of uploads that were not completed. */
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { deletions, Element, queue } from "@candor/sql/queue/ContentWork"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const attachments = yield* Attachments
  const store = yield* AttachmentStore
  const handle = ({ id, organization_id }: typeof Element.Type) => {
    if (id === undefined) return attachments.queueRemovals(organization_id)
    const content = { organization_id, id }
    return Effect.flatMap(
      attachments.isNamed(content),
      (isNamed) => isNamed ? Effect.logError("A content was to be removed that a row names") : store.remove(content)
    )
  }
  yield* Effect.forEach(
    [queue, deletions],
    (queue) => consume({ queue, element: Element, concurrency: 4, maxAttempts: 100, handle }),
    { discard: true }
  )
}))
