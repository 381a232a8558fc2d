/** Imports of a whole organization: its archive arrives in parts, is checked, and is added in batches. */
import { Result, Schema } from "effect"
import { type AnyContext, type Decision, decided, unchanged, withoutEvents } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { AttachmentId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { Line } from "../Text.ts"
import type { ImportFailure, UploadedFile } from "./ImportKind.ts"
import { importState } from "./ImportState.ts"
import { isBeforeRun, moved, noun, nothingDone, type StoredImport, unread } from "./Import.ts"

const mebibyte = 1024 * 1024

/** The bytes of each part except the last. */
export const partBytes = 8 * mebibyte

/** The most bytes of an archive, and of all present archives of an organization together. */
export const maxArchiveBytes = 20 * 1024 * mebibyte

/** The most archives of an organization that are being uploaded, are waiting for somebody, or are being processed. */
export const maxArchives: Limit = { what: "archives of an organization that are imported at a time", limit: 3 }

/** How many days after its last part, or its check, an archive is kept. */
export const archiveDays = 7

/** A request for an import whose file comes in parts. */
export const ImportUploadDraft = Schema.Struct({
  file_name: Line.pipe(described("The name of the file", "acme 2026-11-30.zip")),
  size_bytes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxArchiveBytes })).pipe(
    described("The size of the whole file in bytes", 48_212_000)
  )
}).pipe(named("ImportUploadDraft", "An archive to upload in parts"))
export interface ImportUploadDraft extends Schema.Schema.Type<typeof ImportUploadDraft> {}

/** A part of a file that has arrived. */
export const ImportPart = Schema.Struct({
  number: Schema.Int.pipe(described("The number of the part, from 1", 1)),
  size_bytes: Schema.Int.pipe(described("The size of the part in bytes", partBytes)),
  sha256: Schema.String.pipe(
    described(
      "The SHA-256 of the part, in hexadecimal",
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )
  )
}).pipe(named("ImportPart", "An uploaded part of a file"))
export interface ImportPart extends Schema.Schema.Type<typeof ImportPart> {}

/** A part with its content. */
export interface StoredPart extends ImportPart {
  readonly content_id: AttachmentId
}

const counted = (description: string, value: number) => Schema.Int.pipe(described(description, value))

/** The outcome for the rows of a noun. */
export const NounReport = Schema.Struct({
  noun: Schema.String.pipe(described("The noun", "candidate")),
  new: counted("The number of rows that will be added", 412),
  unchanged: counted("The number of rows that exist here unchanged", 0),
  different: counted("The number of rows that exist here with other values, which are kept", 0),
  taken: counted("The number of rows that are matched with different existing rows, which do not change", 0)
}).pipe(named("NounReport", "The number of rows of a resource type, by outcome"))
export interface NounReport extends Schema.Schema.Type<typeof NounReport> {}

/** A row that is matched to an existing one. */
export const TakenRow = Schema.Struct({
  noun: Schema.String.pipe(described("The noun", "member")),
  name: Schema.String.pipe(described("The address or name that both rows have", "anna@example.com")),
  id: Schema.String.pipe(described("The id in the archive", example.id.user)),
  stored_id: Schema.String.pipe(described("The id of the existing row", example.id.user))
}).pipe(named("TakenRow", "A row of the archive that is matched with an existing row of the same address or name"))
export interface TakenRow extends Schema.Schema.Type<typeof TakenRow> {}

/** A problem with a row. */
export const ImportProblem = Schema.Struct({
  file: Schema.String.pipe(described("The name of the file in the archive", "candidates.ndjson")),
  line: Schema.NullOr(Schema.Int).pipe(described("The line number, from 1; null for the whole file", 12)),
  field: Schema.String.pipe(described("The path to the field, as names and positions; may be empty", "full_name")),
  message: Schema.String.pipe(described("The problem, and what would be accepted", "Expected string"))
}).pipe(named("ImportProblem", "A problem with a row of an archive"))
export interface ImportProblem extends Schema.Schema.Type<typeof ImportProblem> {}

/** The result of checking an archive. */
export const ImportReport = Schema.Struct({
  nouns: Schema.Array(NounReport).pipe(
    described("The number of rows of each resource type in the archive, by outcome")
  ),
  taken_counted: counted("Rows of the archive that are matched with different existing rows", 0),
  taken: Schema.Array(TakenRow).pipe(described("The first of these rows")),
  problems: Schema.Array(ImportProblem).pipe(
    described("The first problems, or the rows that prevent undoing", [])
  )
}).pipe(named("ImportReport", "The result of checking an archive"))
export interface ImportReport extends Schema.Schema.Type<typeof ImportReport> {}

/** The most problems that a report shows, and that are stored. */
export const [shownProblems, storedProblems] = [100, 20_000] as const

/** The part does not exist or has another size, or its file did not come in parts. */
export class PartRefused
  extends Schema.TaggedError<PartRefused>()("PartRefused", { number: Schema.Int, expected: Schema.String })
{}

/** Returns the number of parts of a file. */
export const partsOf = ({ size_bytes }: Pick<StoredImport, "size_bytes">): number => Math.ceil(size_bytes / partBytes)

/** Tells whether a file with this name is an organization's archive. */
export const isArchive = (file_name: string): boolean => /\.zip$/i.test(file_name)

/** The present archives of an organization. */
export interface ArchiveUsage {
  readonly archives: number
  readonly bytes: number
}

const allBytes: Limit = { what: "bytes of an organization's archives", limit: maxArchiveBytes }

/** Creates an import whose file comes in parts. */
export const begin = (
  { file_name, size_bytes }: ImportUploadDraft,
  author_id: StoredImport["author_id"],
  { archives, bytes }: ArchiveUsage,
  context: AnyContext
): Decision<StoredImport, LimitReached> =>
  Result.gen(function*() {
    yield* withinLimit(maxArchives, archives, 1)
    yield* withinLimit(allBytes, bytes, size_bytes)
    return yield* withoutEvents<StoredImport>({
      ...unread(
        { content_id: AttachmentId.make(context.nextId()), original_filename: file_name, size_bytes },
        author_id,
        context
      ),
      kind: "organization",
      part_bytes: partBytes,
      state: "uploading"
    })
  })

/** Creates an import whose archive came at once. */
export const upload = (
  file: UploadedFile,
  author_id: StoredImport["author_id"],
  { archives, bytes }: ArchiveUsage,
  context: AnyContext
): Decision<StoredImport, LimitReached> =>
  Result.gen(function*() {
    yield* withinLimit(maxArchives, archives, 1)
    yield* withinLimit(allBytes, bytes, file.size_bytes)
    const uploaded: StoredImport = { ...unread(file, author_id, context), kind: "organization" }
    return yield* decided(uploaded, noun.event("uploaded", uploaded))
  })

/** Returns the bytes that a part has to have. */
const bytesOf = ({ size_bytes }: StoredImport, number: number): number =>
  number < partsOf({ size_bytes }) ? partBytes : size_bytes - (number - 1) * partBytes

/**
 * Receives a part, which replaces `present`, an earlier part with its number. The last missing part completes the
 * upload.
 */
export const receive = (
  before: StoredImport,
  { number, sha256, size_bytes }: ImportPart,
  present: ImportPart | undefined,
  { now }: AnyContext
): Decision<StoredImport, PartRefused | TransitionRefused> => {
  if (before.part_bytes === null || number < 1 || number > partsOf(before))
    return Result.fail(
      new PartRefused({ number, expected: `a number up to ${before.part_bytes === null ? 0 : partsOf(before)}` })
    )
  if (size_bytes !== bytesOf(before, number))
    return Result.fail(new PartRefused({ number, expected: `${bytesOf(before, number)} bytes` }))
  // If the response to the last part is lost, the part may be sent again after the check has begun.
  if (present?.sha256 === sha256 && isBeforeRun(before.state)) return unchanged(before)
  const next = importState.next(before.state, "receive")
  if (Result.isFailure(next)) return Result.fail(next.failure)
  const bytes_received = before.bytes_received + (present === undefined ? size_bytes : 0)
  if (bytes_received < before.size_bytes)
    return withoutEvents({ ...before, bytes_received, updated_at: now, version: before.version + 1 })
  return Result.flatMap(
    moved(before, "receive", { bytes_received }, now),
    (after) => decided(after, noun.event("uploaded", after))
  )
}

/** Starts the check of an archive that has arrived. */
export const check = (before: StoredImport, { now }: AnyContext): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(moved(before, "check", { ...nothingDone, failure: null }, now), withoutEvents)

/** Records the progress of work on an archive: numbers of rows. */
export const progress = (
  before: StoredImport,
  counts: Partial<
    Pick<
      StoredImport,
      "rows_counted" | "rows_done" | "new_counted" | "known_counted" | "unchanged_counted" | "kept_counted"
    >
  >,
  { now }: AnyContext
): Decision<StoredImport, never> =>
  withoutEvents({ ...before, ...counts, updated_at: now, version: before.version + 1 })

/** Ends an import whose archive has problems: nothing of it is added. */
export const refuse = (
  before: StoredImport,
  problems_counted: number,
  { now }: AnyContext
): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(
    moved(before, "fail", { problems_counted, failure: "has_problems", finished_at: now }, now),
    (after) => decided(after, noun.event("failed", after))
  )

/** Stops an import that has added rows. They stay, and the import can be continued or undone. */
export const stop = (
  before: StoredImport,
  failure: ImportFailure,
  problems_counted: number,
  { now }: AnyContext
): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(
    moved(before, "interrupt", { problems_counted, failure, finished_at: now }, now),
    (after) => decided(after, noun.event("failed", after))
  )

/**
 * Refuses to undo an import, because somebody has worked with some of its rows. The import and its rows are not
 * changed.
 */
export const refuseUndo = (
  before: StoredImport,
  kept_counted: number,
  { now }: AnyContext
): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(
    moved(before, `keep_${before.undone_from ?? "completed"}`, {
      kept_counted,
      failure: before.failure ?? "touched",
      rows_done: before.new_counted + before.known_counted + before.unchanged_counted
    }, now),
    withoutEvents
  )

/** Records how many rows were removed, and how many stay. */
export const undone = (
  before: StoredImport,
  undone_counted: number,
  kept_counted: number,
  { now }: AnyContext
): Decision<StoredImport, never> =>
  withoutEvents({ ...before, undone_counted, kept_counted, updated_at: now, version: before.version + 1 })
