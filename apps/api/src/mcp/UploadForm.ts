/**
 * The multipart form (RFC 7578) of a file that a tool uploads. Equal arguments make equal forms, so that a confirmation
 * applies to both.
 */
import type { Issue } from "@candor/contract/Issues"
import type { JsonSchema } from "@candor/contract/SchemaDocument"
import { Result } from "effect"
import { hash } from "node:crypto"

/** The arguments that replace the form's file. */
export const fileArguments = {
  file_name: { type: "string", description: "The name of the file with its ending, such as `cv.pdf`" },
  file_content: { type: "string", description: "The bytes of the file in Base64, up to 700 kB of them" }
} as const satisfies Readonly<Record<string, JsonSchema & { readonly type: string; readonly description: string }>>

export interface UploadForm {
  readonly body: Uint8Array<ArrayBuffer>
  readonly contentType: string
}

/** The white space at the end is trimmed first: a pattern would take quadratic time for white space elsewhere. */
const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/\s]+={0,2}$/.test(text.trimEnd())

/** Quotes a name for the header of a part, as browsers do (WHATWG HTML, "multipart/form-data encoding algorithm"). */
const quoted = (name: string): string =>
  `"${name.toWellFormed().replace(/[\r\n"]/g, (char) => encodeURIComponent(char))}"`

/**
 * Returns a multipart form with these arguments (those in the path are not among them), or what is wrong with the file.
 */
export const formOf = (
  { file_content, file_name, ...fields }: Readonly<Record<string, unknown>>
): Result.Result<UploadForm, ReadonlyArray<Issue>> => {
  const isName = typeof file_name === "string" && file_name.trim() !== ""
  const isContent = typeof file_content === "string" && isBase64(file_content)
  if (!isName || !isContent) {
    return Result.fail([
      ...isName ? [] : [{ path: ["file_name"], message: "Expected the name of the file", reason: "required" as const }],
      ...isContent
        ? []
        : [{
          path: ["file_content"],
          message: "Expected the bytes of the file in Base64",
          reason: "wrong_form" as const
        }]
    ])
  }
  const parts = Object.entries(fields).map(([name, value]) =>
    `Content-Disposition: form-data; name=${quoted(name)}\r\n\r\n${
      typeof value === "string" ? value.toWellFormed() : JSON.stringify(value)
    }\r\n`
  )
  const file = `Content-Disposition: form-data; name="file"; filename=${quoted(file_name)}\r\n\r\n`
  const content = Buffer.from(file_content, "base64")
  // A hash of the content cannot occur in the content.
  const boundary = `candor${hash("sha256", Buffer.concat([Buffer.from(parts.join("") + file), content]), "hex")}`
  const head = [...parts, file].map((part) => `--${boundary}\r\n${part}`).join("")
  return Result.succeed({
    body: new Uint8Array(Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])),
    contentType: `multipart/form-data; boundary=${boundary}`
  })
}
