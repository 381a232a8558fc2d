/** Raw mails of tests, and the reader of them. */
import { Effect, Stream } from "effect"
import { parse } from "@candor/mail/Parsing"

const chunks = function*(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Joins the lines of a mail. Characters beyond ASCII become bytes of Latin-1. */
export const lines = (...parts: ReadonlyArray<string>): Uint8Array => Buffer.from(parts.join("\r\n"), "latin1")

/** Reads a mail that arrives in pieces of this size. */
export const readMail = async (
  bytes: Uint8Array,
  { maxBytes, pieces = 997, size = bytes.length }: { maxBytes?: number; pieces?: number; size?: number | null } = {}
) => {
  const files: Array<{ readonly name: string; readonly type: string; readonly bytes: Buffer }> = []
  const source = Stream.fromIterable({ [Symbol.iterator]: () => chunks(bytes, pieces) })
  const mail = await Effect.runPromise(parse(
    { source, size },
    ({ content, contentType, name }) =>
      Effect.map(Stream.runCollect(content), (read) => {
        files.push({ name, type: contentType, bytes: Buffer.concat(read) })
      }),
    maxBytes
  ))
  return { ...mail, files, texts: files.map(({ bytes, name, type }) => `${name} (${type}): ${bytes}`) }
}
