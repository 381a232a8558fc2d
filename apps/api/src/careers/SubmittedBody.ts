/**
 * Reads the body of a submission: a form, whose files are stored as they arrive, or JSON with files in Base64. No field
 * is refused as unknown: a field that the form does not ask for is stored, and not shown.
 */
import { maxSubmissionBytes, maxSubmittedFiles, submissionLimits } from "@candor/contract/Careers"
import * as Errors from "@candor/contract/Errors"
import { invalidInput } from "@candor/contract/Issues"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore, type StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { fileName, unnamed } from "@candor/domain/attachment/FileName"
import type { AttachmentId, OrganizationId } from "@candor/domain/Id"
import { Submissions } from "@candor/domain/submission/Submissions"
import { type Given, NotAnApplication, type Problem, type SubmittedFile } from "@candor/domain/submission/SubmittedForm"
import { typeOf } from "@candor/files/InspectedContent"
import { Effect, Stream } from "effect"
import { HttpServerError, type HttpServerRequest, Multipart } from "effect/http"
import { isUtf8 } from "node:buffer"
import { formParts } from "../files/FormParts.ts"
import { storeContent } from "../files/Uploads.ts"
import { BodyTooComplex, isTooComplex } from "../request/JsonShape.ts"
import { BodyTooLarge, countArriving } from "../request/RequestBody.ts"
import type { ReceivingSlot } from "./ReceivingSlots.ts"

/** A submission as it was sent, with digests of its files. */
export interface Body extends Given {
  readonly digests: ReadonlyArray<string>
}

const refused = (field: string, message: string, reason: Problem["reason"] = "not_understood") =>
  new NotAnApplication({ problems: [{ field, message, reason }] })

const tooLarge = (field: string) =>
  refused(
    field,
    `Expected a file of at most ${maxFileBytes} bytes, and files of at most ${maxSubmissionBytes} together`,
    "too_large"
  )

const textsTooLarge = Errors.tooLarge("texts", Errors.maxBodyBytes)

const unreadable = (message: string) => invalidInput([{ path: [], message, reason: "unreadable" }], "Invalid body. ")

const tooManyParts = `Expected at most ${submissionLimits.maxParts} fields`

const questionPrefix = "question:"

const keyOf = (name: string): string => name.startsWith(questionPrefix) ? name.slice(questionPrefix.length) : name

/** Whether the body was cut off because it is too long. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Multipart.MultipartError && HttpServerError.isHttpServerError(error.reason.cause) &&
  error.reason.cause.reason.cause instanceof BodyTooLarge

/** What has arrived of a body so far. It is also filled in if the body is not read to its end. */
export interface Arrived {
  /** The ids of all contents that may be stored. */
  readonly contents: Set<AttachmentId>
  /** Names of the fields for which a file was sent. */
  readonly fileFields: Set<string>
  /** Problems with files. The rest of the body is read nevertheless, to get the values after them. */
  readonly problems: Array<Problem>
  /** The typed values by the names of their fields. Several values of one name are a list. */
  values: Readonly<Record<string, unknown>>
}

/**
 * Makes the function that stores a file of an organization. A refused file is read to its end, and its problem is
 * noted.
 */
const storing = (organization_id: OrganizationId, slot: ReceivingSlot, { contents, fileFields, problems }: Arrived) => {
  /** The total bytes of accepted files. */
  let kept = 0
  const storeFile = Effect.fnUntraced(
    function*<E>(field: string, original_filename: string, content: Stream.Stream<Uint8Array, E>) {
      if (contents.size >= maxSubmittedFiles)
        return yield* refused(
          field,
          `Expected at most ${maxSubmittedFiles} files`
        )
      const id = yield* (yield* Submissions).reserve(organization_id)
      contents.add(id)
      const key = { organization_id, id }
      // The content of a refused file is removed at once, while the rest of the body is read.
      const dropped = discard(organization_id, new Set([id]))
      const { digest, inspection } = yield* storeContent(
        { key, slot },
        content,
        Math.min(maxFileBytes, maxSubmissionBytes - kept)
      ).pipe(
        Effect.catchIf(
          (error) => error instanceof Object && "_tag" in error && error._tag === "PayloadTooLarge",
          () => Effect.andThen(dropped, tooLarge(field))
        )
      )
      kept += inspection.size
      if (inspection.size === 0) {
        yield* dropped
        contents.delete(id)
        // For a file input without a choice, a browser sends an empty file without a name.
        return original_filename === unnamed
          ? undefined
          : yield* refused(field, `The file is empty: ${original_filename}`, "empty")
      }
      fileFields.add(field)
      const content_type = yield* typeOf(key, inspection, original_filename).pipe(
        Effect.tapError(() => dropped),
        Effect.catchTag(
          "FileRefused",
          ({ expected, found, isLink }) =>
            refused(field, `Expected ${expected}; found ${found}`, isLink ? "link" : "wrong_kind")
        )
      )
      const file: SubmittedFile = {
        id,
        field: keyOf(field),
        original_filename,
        content_type,
        size_bytes: inspection.size
      }
      return { file, digest }
    }
  )
  return <E>(field: string, original_filename: string, content: Stream.Stream<Uint8Array, E>) =>
    storeFile(field, original_filename, content).pipe(
      Effect.catchIf((error) => error instanceof NotAnApplication, (failure) => {
        problems.push(...failure.problems)
        return Effect.as(
          Stream.runForEach(content, ({ length }) => Effect.sync(() => slot.progress(length))),
          undefined
        )
      }),
      Effect.catchIf(isCutOff, () => tooLarge(field))
    )
}

/** Removes contents that no submission uses. If the store fails, their reservations remove them later. */
export const discard = (organization_id: OrganizationId, ids: ReadonlySet<AttachmentId>) =>
  Effect.forEach(ids, (id) =>
    Effect.gen(function*() {
      yield* (yield* AttachmentStore).remove({ organization_id, id })
      yield* (yield* Attachments).release(id)
    }).pipe(Effect.ignore), { discard: true })

/** Returns the error for a form that cannot be read. An error of the body's stream is a defect, as for every body. */
const formError = (
  { reason }: Multipart.MultipartError
): Effect.Effect<never, Errors.InvalidRequest | Errors.PayloadTooLarge> => {
  switch (reason._tag) {
    case "FieldTooLarge":
      return textsTooLarge
    case "TooManyParts":
      return unreadable(tooManyParts)
    case "Parse":
      return unreadable("Expected a form as RFC 7578 describes it")
    case "FileTooLarge":
    case "BodyTooLarge":
    case "InternalError":
      return Effect.die(reason.cause)
  }
}

interface Read {
  /** Values by name. Several values of one name are a list. */
  readonly values: Readonly<Record<string, unknown>>
  readonly files: ReadonlyArray<{ readonly file: SubmittedFile; readonly digest: string }>
}

const withValue = (values: Read["values"], key: string, value: string): Read["values"] => {
  const present = Object.hasOwn(values, key) ? values[key] : undefined
  return {
    ...values,
    [key]: present === undefined ? value : [...(Array.isArray(present) ? present : [present]), value]
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return isTooComplex(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns answers by the ids of their questions, from an object or its JSON text. */
const answersIn = (given: unknown): Effect.Effect<Readonly<Record<string, unknown>>, NotAnApplication> => {
  if (given === undefined || given === null || given === "") return Effect.succeed({})
  const answers = typeof given === "string" ? parsed(given) : given
  return isObject(answers)
    ? Effect.succeed(answers)
    : Effect.fail(refused("answers", "Expected a JSON object with the answers by the ids of their questions"))
}

const bodyOf = ({ files, values: { answers, ...values } }: Read): Effect.Effect<Body, NotAnApplication> =>
  Effect.map(answersIn(answers), (answers) => ({
    fields: Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(questionPrefix))),
    answers: {
      ...answers,
      ...Object.fromEntries(
        Object.entries(values).flatMap(([name, value]) => name.startsWith(questionPrefix) ? [[keyOf(name), value]] : [])
      )
    },
    files: files.map(({ file }) => file),
    digests: files.map(({ digest }) => digest)
  }))

type Store = ReturnType<typeof storing>

const fromForm = (
  { headers, stream }: HttpServerRequest.HttpServerRequest,
  store: Store,
  slot: ReceivingSlot,
  arrived: Arrived
) =>
  formParts(
    { headers, stream: Stream.transformPull(stream, (pull) => Effect.succeed(slot.waiting(pull))) },
    submissionLimits
  ).pipe(
    Stream.runFoldEffect(
      (): Read & { readonly length: number } => ({ values: {}, files: [], length: 0 }),
      Effect.fnUntraced(function*(read, part: Multipart.Part) {
        if (part._tag === "Field") {
          const length = read.length + part.key.length + part.value.length
          if (length > Errors.maxBodyBytes) return yield* textsTooLarge
          arrived.values = withValue(read.values, part.key, part.value)
          return { ...read, length, values: arrived.values }
        }
        const stored = yield* store(part.key, part.name, part.content)
        return stored === undefined ? read : { ...read, files: [...read.files, stored] }
      })
    ),
    Effect.flatMap(bodyOf),
    Effect.catchTag("MultipartError", formError)
  )

/** Decodes a name or a value of a URL-encoded form as UTF-8, or else as Windows-1252, which old pages send. */
const urlDecoded = (text: string): string => {
  const bytes = Buffer.from(
    text.replaceAll("+", " ").replace(
      /%([\da-f]{2})|[^\0-\x7f]+/gi,
      (found, hex?: string) =>
        hex === undefined ? Buffer.from(found).toString("latin1") : String.fromCharCode(parseInt(hex, 16))
    ),
    "latin1"
  )
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes)
}

/**
 * Reads a URL-encoded form, which has no files (WHATWG URL, section 5.1). An organization's own page sends it if
 * its form does not say `multipart/form-data`.
 */
const fromUrlencoded = Effect.fnUntraced(
  function*(request: HttpServerRequest.HttpServerRequest, slot: ReceivingSlot, arrived: Arrived) {
    countArriving(request, slot.progress)
    const text = yield* slot.waiting(request.text)
    const parts = text.split("&", submissionLimits.maxParts + 1).filter((part) => part !== "")
    if (parts.length > submissionLimits.maxParts) return yield* unreadable(tooManyParts)
    for (const part of parts) {
      const [name = "", ...value] = part.split("=")
      arrived.values = withValue(arrived.values, urlDecoded(name), urlDecoded(value.join("=")))
    }
    return yield* bodyOf({ values: arrived.values, files: [] })
  }
)

/** Returns the file in a JSON value, if it is one. */
const fileIn = (value: unknown): { readonly name: string; readonly bytes: Uint8Array } | undefined => {
  if (!isObject(value)) return undefined
  const { content, filename } = value
  if (typeof content !== "string") return undefined
  return {
    name: fileName(typeof filename === "string" ? filename : ""),
    bytes: new Uint8Array(Buffer.from(content, "base64"))
  }
}

const fromJson = Effect.fnUntraced(
  function*(request: HttpServerRequest.HttpServerRequest, store: Store, slot: ReceivingSlot) {
    countArriving(request, slot.progress)
    if (isTooComplex(yield* slot.waiting(request.text))) return yield* Effect.die(new BodyTooComplex())
    const json = yield* request.json
    if (!isObject(json)) return yield* unreadable("Expected a JSON object")
    const { answers, ...fields } = json
    const given = [
      ...Object.entries(fields),
      ...Object.entries(yield* answersIn(answers)).map((
        [id, value]
      ): readonly [string, unknown] => [`${questionPrefix}${id}`, value])
    ].map(([name, value]) => ({ name, value, file: fileIn(value) }))
    const files = yield* Effect.forEach(
      given,
      ({ file, name }) =>
        file === undefined ? Effect.succeed(undefined) : store(name, file.name, Stream.succeed(file.bytes))
    )
    return yield* bodyOf({
      values: Object.fromEntries(given.flatMap(({ file, name, value }) => file === undefined ? [[name, value]] : [])),
      files: files.filter((file) => file !== undefined)
    })
  }
)

const formType = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  /^\s*(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.exec(headers["content-type"] ?? "")?.[1]!
    .toLowerCase()

/** Tells whether the body of a request is a form, and so was filled in by a person. */
export const isForm = (request: HttpServerRequest.HttpServerRequest): boolean => formType(request) !== undefined

/** Reads the body, and stores its files. */
export const read = (
  organization: OrganizationId,
  request: HttpServerRequest.HttpServerRequest,
  slot: ReceivingSlot,
  arrived: Arrived
) => {
  const store = storing(organization, slot, arrived)
  const body = Effect.gen(function*() {
    if (formType(request) === "multipart/form-data") return yield* fromForm(request, store, slot, arrived)
    return isForm(request) ? yield* fromUrlencoded(request, slot, arrived) : yield* fromJson(request, store, slot)
  })
  return Effect.raceFirst(body, slot.lost).pipe(
    Effect.catchTag("StoreFailure", (failure: StoreFailure) => Effect.die(failure))
  )
}
