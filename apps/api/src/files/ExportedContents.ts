/**
 * Exports with contents: the document is sent with each content in base64, as fast as its client reads (decision 0039).
 */
import { type AttachmentStore, type ContentKey, StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import type { AttachmentId, OrganizationId } from "@candor/domain/Id"
import type { EncodedExport, ExportedFile } from "@candor/domain/person/CandidateExport"
import { garbageCounter } from "@candor/process/Memory"
import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { Base64Encoder } from "./Base64.ts"
import type { Slot } from "../request/Slots.ts"

/** Bytes of the document that are written to the connection at a time. */
const pieceBytes = 64 * 1024

/** Contents of an export that are checked at a time, before its response begins. */
const concurrency = 8

/** A file whose content is stored. */
interface StoredFile extends ExportedFile {
  readonly size_bytes: number
}

const isStored = (file: ExportedFile): file is StoredFile => file.size_bytes !== null

const [nothing, opening, closing] = ["null}", "\"", "\"}"].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]
const field = Buffer.from(",\"content\":")

/** The document in order: pieces of text, with each stored file where its content belongs. */
const partsOf = function*({ files, pieces }: EncodedExport): Generator<Uint8Array | StoredFile, void> {
  let texts: Array<Uint8Array> = []
  for (const piece of pieces) {
    const file = files.get(piece)
    if (file === undefined) texts.push(piece)
    else {
      texts.push(piece.subarray(0, -1), field)
      if (isStored(file)) {
        yield Buffer.concat([...texts, opening])
        yield file
        texts = [closing]
      } else texts.push(nothing)
    }
  }
  yield Buffer.concat(texts)
}

const cut = function*(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

/** Encodes a content in base64, padded at its end only. */
const encoded = (content: Stream.Stream<Uint8Array, StoreFailure>): Stream.Stream<Uint8Array, StoreFailure> =>
  Stream.suspend(() => {
    const encoder = new Base64Encoder()
    const letters = Stream.map(content, (chunk) => encoder.add(chunk))
    return Stream.concat(letters, Stream.suspend(() => Stream.succeed(encoder.end())))
  }).pipe(Stream.filter(({ length }) => length > 0))

/** Fails if a content has another size than its row says, so that a truncated one is not taken for complete. */
const ofSize = ({ id, size_bytes }: StoredFile) => (content: Stream.Stream<Uint8Array, StoreFailure>) =>
  Stream.suspend(() => {
    let read = 0
    const counted = Stream.tap(content, (chunk) => Effect.sync(() => read += chunk.length))
    const compared = Effect.suspend(() =>
      read === size_bytes
        ? Effect.void
        : new StoreFailure({ cause: new Error(`The content ${id} has ${read} bytes, and not ${size_bytes}`) })
    )
    return Stream.concat(counted, Stream.fromEffectDrain(compared))
  })

/**
 * Answers with the export and the contents of its files. Fails before the response begins if the last byte of a content
 * is missing. If a content cannot be read later, or another export needs the slot, the connection ends in the middle of
 * the document.
 */
export const withContents = Effect.fnUntraced(function*(
  store: AttachmentStore["Service"],
  slot: Slot,
  organization_id: OrganizationId,
  exported: EncodedExport
) {
  const keyOf = (id: AttachmentId): ContentKey => ({ organization_id, id })
  const read = (file: StoredFile, start: number) =>
    file.size_bytes === start ? Stream.empty : store.read(keyOf(file.id), { start, end: file.size_bytes })
  // A chunk and its base64 text are garbage once they are sent.
  const count = garbageCounter()
  const collected = (chunk: Uint8Array) => Effect.sync(() => count(chunk.length))
  const stored = [...exported.files.values()].filter(isStored)
  yield* Effect.forEach(stored, (file) => Stream.runDrain(read(file, Math.max(0, file.size_bytes - 1))), {
    concurrency,
    discard: true
  }).pipe(
    Effect.orDie
  )
  const { hangUp } = yield* CurrentRequest
  const document = Stream.fromIterable(partsOf(exported), { chunkSize: 1 }).pipe(
    Stream.flatMap((part) =>
      part instanceof Uint8Array
        ? Stream.fromIterable(cut(part), { chunkSize: 1 })
        : encoded(ofSize(part)(Stream.tap(read(part, 0), collected)))
    ),
    Stream.tapError((failure) => Effect.logError("An export ended before its document did", failure.cause)),
    Stream.tap((bytes) => Effect.sync(() => slot.progress(bytes.length))),
    Stream.interruptWhen(slot.lost)
  )
  // Closes the connection: a client that does not read would not notice that the stream has ended.
  yield* Effect.forkScoped(Effect.catch(slot.lost, () => Effect.sync(hangUp)))
  return HttpServerResponse.stream(document, { contentType: "application/json" })
})
