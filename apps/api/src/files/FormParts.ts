/** The parts of a form, with the names of files that are in the bytes of Latin-1. */
import { isUtf8 } from "node:buffer"
import { uploadLimits } from "@candor/contract/Attachments"
import { Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"

const utf8 = new TextDecoder()
const latin1 = new TextDecoder("windows-1252")

/** The names of files in the headers of some bytes, each as the bytes of one. */
const namesIn = (bytes: Buffer): ReadonlyArray<Buffer> =>
  Array.from(bytes.toString("latin1").matchAll(/\bfilename[ \t]*=[ \t]*"((?:[^"\\\r\n]|\\.)*)"/gi), ([, name]) => Buffer.from(name!, "latin1"))

/**
 * Parses a form. The parser decodes headers as UTF-8, and writes U+FFFD for what is none: such a name is read anew from the bytes that
 * came last, as Windows's Latin-1, which forms without a character set are in. A header is in the last chunk, or in the last two.
 */
export const formParts = (request: HttpServerRequest.HttpServerRequest): Stream.Stream<Multipart.Part, Multipart.MultipartError> =>
  Stream.suspend(() => {
    let recent: ReadonlyArray<Uint8Array> = []
    const named = (name: string): string => {
      const bytes = name.includes("\ufffd") ? namesIn(Buffer.concat(recent)).findLast((bytes) => utf8.decode(bytes) === name) : undefined
      return bytes === undefined || isUtf8(bytes) ? name : latin1.decode(bytes)
    }
    return request.stream.pipe(
      Stream.map((chunk) => {
        recent = [...recent.slice(-1), chunk]
        return chunk
      }),
      Stream.mapError((cause) => Multipart.MultipartError.fromReason("InternalError", cause)),
      Stream.pipeThroughChannel(Multipart.makeChannel(request.headers)),
      Stream.provideContext(Multipart.limitsServices(uploadLimits)),
      Stream.map((part) => part._tag === "File" ? Object.assign(Object.create(part), { name: named(part.name) }) : part)
    )
  })
