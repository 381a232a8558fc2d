/** Names of files, as their senders call them. A name is text to show: nothing is stored under it. */
import { Schema, SchemaTransformation } from "effect"
import { filled } from "../Text.ts"

/** Control characters, line breaks, and characters that turn the direction of the text after them. */
const hidden = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const Name = filled(200).check(
  Schema.makeFilter<string>((name) => !hidden.test(name), { expected: "a name without control characters and line breaks" })
)

/**
 * A name of one line. Decoding drops the folders before it (RFC 7578, section 4.2), and reads quotes as browsers write them
 * in forms (WHATWG HTML, "multipart/form-data").
 */
export const FileName = Schema.String.pipe(
  Schema.decodeTo(
    Name,
    SchemaTransformation.transform({
      decode: (name: string) =>
        name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).replaceAll("%22", "\"").trim(),
      encode: (name: string) => name
    })
  )
)
