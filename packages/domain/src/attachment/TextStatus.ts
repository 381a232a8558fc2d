/** The status of an attachment's text, which background work extracts from its content. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"
import type { ContentType } from "./FileKinds.ts"

export const textStatus = StateMachine.make({
  name: "text status",
  initial: "pending",
  events: ["extract", "fail"],
  table: {
    pending: { extract: "extracted", fail: "failed" },
    extracted: {},
    failed: {}
  }
})

export const TextStatus = textStatus.State.pipe(
  described(
    "Whether the text of the file can be searched: it is `pending`, `extracted`, or `failed` to be extracted",
    "extracted"
  )
)
export type TextStatus = typeof TextStatus.Type

/**
 * Why a content has no text: a password opens it; it is not what its type asks for; it unpacks to more, or takes more memory,
 * than is given; it takes more time; or the process that read it ended without an answer.
 */
export const TextFailure = Schema.Literals(["encrypted", "damaged", "too_large", "timed_out", "crashed"])
export type TextFailure = typeof TextFailure.Type

/** The types whose text is extracted. */
export const readableTypes = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "text/plain"
] as const satisfies ReadonlyArray<ContentType>
export type ReadableType = typeof readableTypes[number]

/** Tells whether the text of a type is extracted. */
export const isReadable = (type: ContentType): type is ReadableType => readableTypes.some((readable) => readable === type)
