/** Extracts the texts of attachments, each by a process of its own. */
import type { Worker } from "@candor/domain/access/Actor"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { extract, fail, hiddenTextOf } from "@candor/domain/attachment/AttachmentText"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import { isReadable } from "@candor/domain/attachment/TextStatus"
import { Element, queue } from "@candor/sql/queue/TextWork"
import { Effect, Layer, Option, Stream } from "effect"
import { consume } from "../queue/Consumer.ts"
import * as Recognition from "./Recognition.ts"
import { bounds, read, type Reading } from "./TextReader.ts"

/** Extracts a pending text. Does nothing if the attachment has been deleted in the meantime. */
export const process = Effect.fn("Texts.process")(
  function*({ id, organization_id, request_id }: Element) {
    const texts = yield* AttachmentTexts
    const { content_type, size_bytes, text_status } = yield* texts.get(organization_id, id)
    if (text_status !== "pending" || content_type === null || size_bytes === null) return
    const hash = new Bun.CryptoHasher("sha256")
    let hashed = 0
    const content = (yield* AttachmentStore).read({ organization_id, id }, { start: 0, end: size_bytes }).pipe(
      Stream.tap((chunk) =>
        Effect.sync(() => {
          hash.update(chunk)
          hashed += chunk.length
        })
      )
    )
    const recognizer = Option.getOrUndefined(yield* Effect.orDie(Recognition.recognizer))
    const reading: Reading = isReadable(content_type) || recognizer !== undefined
      ? yield* read(content_type, content, bounds, recognizer)
      : { failure: "no_text" }
    const worker: Worker = { organization_id, worker: queue, request_id }
    const about = {
      // Null if the reader ended before it had read everything.
      content_digest: hashed === size_bytes ? hash.digest("hex") : null,
      hidden_text: "text" in reading && reading.hidden !== undefined ? hiddenTextOf(reading.hidden) : null
    }
    yield* texts.modify(
      worker,
      id,
      (attachment) =>
        "text" in reading ? extract(attachment, reading.text, about) : fail(attachment, reading.failure, about)
    )
    if ("failure" in reading)
      yield* Effect.annotateLogs(Effect.logInfo("The text of a file could not be extracted"), {
        failure: reading.failure
      })
  },
  (effect, { id, request_id }) =>
    effect.pipe(
      Effect.catchTag(["AttachmentNotFound", "TransitionRefused"], (failure) =>
        Effect.annotateLogs(Effect.logInfo("The text of a file is not needed any more"), { failure: failure._tag })),
      Effect.annotateLogs({ attachment_id: id, request_id })
    )
)

/** Takes texts to extract from the queue. An unreachable store is retried; a file is read only once. */
export const layer = Layer.effectDiscard(
  consume({ queue, element: Element, concurrency: 2, maxAttempts: 100, handle: process })
)
