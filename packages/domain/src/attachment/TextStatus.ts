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
    "The state of text extraction for search: `pending`, `extracted` or `failed`",
    "extracted"
  )
)
export type TextStatus = typeof TextStatus.Type

/** Why a content has no text. The same file in another format, or without a password, may have one. */
export const TextFailure = Schema.Literals(["no_text", "encrypted", "damaged", "too_large", "timed_out", "crashed"])
  .pipe(
    described(
      "`no_text`: the file has none, like images and scanned pages. `encrypted`: the file needs a password. " +
        "`damaged`: the file is not valid for its type. `too_large`, `timed_out`: reading it exceeded the limit " +
        "of memory or time. `crashed`: the process that read it crashed",
      "no_text"
    )
  )
export type TextFailure = typeof TextFailure.Type

/** The types from which text is extracted: all but images. */
export type ReadableType = Exclude<ContentType, `image/${string}`>

/** Tells whether a content of a type can have text. */
export const isReadable = (type: ContentType): type is ReadableType => !type.startsWith("image/")
