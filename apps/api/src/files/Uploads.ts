/** Uploads: a form is read part by part, and its file is stored as it arrives (RFC 7578). */
import type { Actor } from "@candor/domain/access/Actor"
import { maxFieldBytes, UploadFields } from "@candor/contract/Attachments"
import * as Errors from "@candor/contract/Errors"
import { toError } from "@candor/contract/Failures"
import { PartNumber } from "@candor/contract/Imports"
import { invalidInput } from "@candor/contract/Issues"
import type { ReceivedFile } from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore, type ContentKey, type StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import type { FileRefused } from "@candor/domain/attachment/FileKinds"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { isArchive } from "@candor/domain/import/OrganizationImport"
import { isBlank } from "@candor/domain/CleanText"
import type { Owner } from "@candor/domain/part/Owner"
import type { Inspection } from "@candor/files/content/FileContent"
import { storeInspected, typeOf } from "@candor/files/InspectedContent"
import { garbageCounter } from "@candor/process/Memory"
import { Context, Effect, Schema, Stream } from "effect"
import type { Multipart } from "effect/http"
import { issuesOf } from "../request/InputIssues.ts"
import type { Slot } from "../request/Slots.ts"
import { UploadSlots } from "./FileSlots.ts"

/** The purpose of a file if the form names none. */
const defaultFileType = "other"

/** Why a form is refused. */
export type FormError = Errors.InvalidRequest | Errors.PayloadTooLarge

const problem = (path: ReadonlyArray<string>, message: string): Errors.InvalidRequest =>
  invalidInput([{ path, message, reason: "unreadable" }], "Invalid body. ")

/** Returns the error for a form that cannot be read. An error of the body's stream is a defect, as for every body. */
const formError = ({ reason }: Multipart.MultipartError): Effect.Effect<never, FormError> => {
  switch (reason._tag) {
    case "FieldTooLarge":
      return Effect.fail(problem([], `Expected fields of at most ${maxFieldBytes} bytes`))
    case "TooManyParts":
      return Effect.fail(problem([], "Expected a form with one file and its file_type"))
    case "Parse":
      return Effect.fail(problem([], "Expected a form as RFC 7578 describes it"))
    case "FileTooLarge":
    case "BodyTooLarge":
    case "InternalError":
      return Effect.die(reason.cause)
  }
}

/** Decodes values of the form; fails with all their issues. */
const decoded = <A, I>(schema: Schema.Codec<A, I>, value: unknown): Effect.Effect<A, Errors.InvalidRequest> =>
  Schema.decodeUnknownEffect(schema, { onExcessProperty: "error", errors: "all" })(value).pipe(
    Effect.mapError(({ issue }) => invalidInput(issuesOf(issue), "Invalid body. "))
  )

/** A file of a form, with a digest of its content. */
interface FilePart extends Omit<ReceivedFile, "file_type"> {
  readonly digest: string
}

/** The parts of a form that have been read. */
interface Read {
  readonly fields: Readonly<Record<string, string>>
  readonly file: FilePart | undefined
}

const nothing: Read = { fields: {}, file: undefined }

type Failure = FormError | FileRefused | StoreFailure | Multipart.MultipartError

/** The key under which a file is stored, and the slot of its upload. */
interface Target {
  readonly key: ContentKey
  readonly slot: Slot
}

/** Counts for all uploads together: many small ones make as much garbage as a large one. */
const countGarbage = garbageCounter()

/** Stores a content of at most `maxBytes` as it arrives. Returns its inspection, and a digest of it. */
export const storeContent = Effect.fnUntraced(function*<E>(
  { key, slot }: { readonly key: ContentKey; readonly slot: Pick<Slot, "progress"> },
  content: Stream.Stream<Uint8Array, E>,
  maxBytes = maxFileBytes
): Effect.fn.Return<
  { readonly inspection: Inspection; readonly digest: string },
  E | StoreFailure | Errors.PayloadTooLarge,
  AttachmentStore
> {
  const hash = new Bun.CryptoHasher("sha256")
  const inspection = yield* storeInspected(key, content, (chunk, bytes) => {
    hash.update(chunk)
    countGarbage(chunk.length)
    slot.progress(chunk.length)
    return bytes > maxBytes ? Errors.tooLarge("a file", maxBytes) : Effect.void
  })
  return { inspection, digest: hash.digest("hex") }
})

/** Stores a file of the form, and determines its type. */
const stored = Effect.fnUntraced(function*(
  target: Target,
  hasType: boolean,
  { content, name: original_filename }: Multipart.File
): Effect.fn.Return<FilePart, Failure, AttachmentStore> {
  const { digest, inspection } = yield* storeContent(target, content)
  // An import's archive is not inspected as a document: only its name matters.
  const content_type = !hasType && isArchive(original_filename)
    ? "text/plain"
    : yield* typeOf(target.key, inspection, original_filename)
  return { original_filename, content_type, size_bytes: inspection.size, digest }
})

/** Adds the next part of a form to what has been read. */
const taken = (target: Target, hasType: boolean) =>
  Effect.fnUntraced(function*(read: Read, part: Multipart.Part): Effect.fn.Return<Read, Failure, AttachmentStore> {
    if (part._tag === "Field") {
      if (Object.hasOwn(read.fields, part.key)) return yield* problem([part.key], "Expected one value")
      return { ...read, fields: { ...read.fields, [part.key]: part.value } }
    }
    if (part.key !== "file") return yield* problem([part.key], "Unknown; the file is expected as file")
    if (read.file !== undefined) return yield* problem(["file"], "Expected one file")
    return { ...read, file: yield* stored(target, hasType, part) }
  })

/** An upload whose content is stored, but not its row yet. */
export interface Upload {
  readonly key: ContentKey
  readonly file: ReceivedFile
  /** Equal for equal forms. */
  readonly fingerprint: string
  /** The SHA-256 of the content. */
  readonly digest: string
}

type Form = Stream.Stream<Multipart.Part, Multipart.MultipartError>

/**
 * Reads a form from `formParts` to its end, and stores its file under the key. If it fails, a part of the content may
 * be stored.
 */
const received = Effect.fnUntraced(function*(
  target: Target,
  form: Form,
  hasType: boolean
): Effect.fn.Return<Upload, Failure, AttachmentStore> {
  const { fields: { file_type: given = "", ...others }, file } = yield* Stream.runFoldEffect(
    form,
    () => nothing,
    taken(target, hasType)
  )
  if (!hasType && given !== "") return yield* problem(["file_type"], "Unknown; none is accepted here")
  const { file_type = defaultFileType } = yield* decoded(
    UploadFields,
    isBlank(given) ? others : { ...others, file_type: given }
  )
  if (file === undefined) return yield* problem(["file"], "Required, and missing")
  const { content_type, original_filename, size_bytes } = file
  return {
    key: target.key,
    file: { file_type, original_filename, content_type, size_bytes },
    fingerprint: JSON.stringify({ ...file, file_type }),
    digest: file.digest
  }
})

/** Removes the content of an upload. If the store fails, the reservation removes it later. */
export const discard = ({ key }: Pick<Upload, "key">): Effect.Effect<void, never, Attachments | AttachmentStore> =>
  Effect.gen(function*() {
    yield* (yield* AttachmentStore).remove(key)
    yield* (yield* Attachments).release(key.id)
  }).pipe(Effect.ignore)

/** Reserves an id, and stores the file of a form under it. A file without an owner belongs to an import. */
export const receive = Effect.fnUntraced(function*(actor: Actor, owner: Owner | null, form: Form) {
  const slot = yield* (yield* UploadSlots).take(actor.organization_id)
  const id = yield* (yield* Attachments).reserve(actor, owner).pipe(Effect.mapError(toError))
  const key = { organization_id: actor.organization_id, id }
  return yield* received({ key, slot }, form, owner !== null).pipe(
    Effect.raceFirst(slot.lost),
    Effect.onError(() => discard({ key })),
    Effect.catchTag("MultipartError", formError),
    Effect.catchTag("StoreFailure", Effect.die),
    Effect.catchTag("FileRefused", (failure) => Effect.fail(toError(failure)))
  )
}, Effect.scoped)

/** A part of an archive whose content is stored, but not its row yet. */
export interface UploadedPart {
  readonly number: number
  readonly key: ContentKey
  readonly size_bytes: number
  readonly sha256: string
}

/**
 * Reserves an id, and stores the file of a form under it without inspecting it: a part of an archive. Returns its size
 * and digest.
 */
export const receiveBytes = Effect.fnUntraced(function*(actor: Actor, form: Form) {
  const slot = yield* (yield* UploadSlots).take(actor.organization_id)
  const id = yield* (yield* Attachments).reserve(actor, null).pipe(Effect.mapError(toError))
  const key = { organization_id: actor.organization_id, id }
  const read = yield* Stream.runFoldEffect(
    form,
    (): Partial<UploadedPart> => ({}),
    Effect.fnUntraced(function*(before: Partial<UploadedPart>, part) {
      if (part._tag === "Field" && part.key === "number" && before.number === undefined)
        return { ...before, number: Number(yield* decoded(PartNumber, part.value)) }
      if (part._tag === "Field" || part.key !== "file" || before.key !== undefined)
        return yield* problem([part.key], "Expected one number and one file")
      const { digest, inspection } = yield* storeContent({ key, slot }, part.content)
      return { ...before, key, size_bytes: inspection.size, sha256: digest }
    })
  ).pipe(
    Effect.flatMap(({ key, number, sha256, size_bytes }) =>
      key === undefined || sha256 === undefined || size_bytes === undefined
        ? problem(["file"], "Required, and missing")
        : number === undefined
        ? problem(["number"], "Required, and missing")
        : Effect.succeed<UploadedPart>({ number, key, sha256, size_bytes })
    ),
    Effect.raceFirst(slot.lost),
    Effect.onError(() => discard({ key })),
    Effect.catchTag("MultipartError", formError),
    Effect.catchTag("StoreFailure", Effect.die)
  )
  return read
}, Effect.scoped)

/** The upload of the present request, if its content was stored before its transaction. */
export const CurrentUpload = Context.Reference<Upload | undefined>("@candor/api/CurrentUpload", {
  defaultValue: () => undefined
})

/** The part of the present request, if its content was stored before its transaction. */
export const CurrentPart = Context.Reference<UploadedPart | undefined>("@candor/api/CurrentPart", {
  defaultValue: () => undefined
})
