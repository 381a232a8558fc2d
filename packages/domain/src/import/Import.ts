/**
 * Imports: people from the rows of a CSV file or an Excel sheet, or a whole organization from its export
 * (OrganizationImport.ts).
 */
import { Result, Schema } from "effect"
import { ApplicationStatus } from "../application/ApplicationStatus.ts"
import { type AnyContext, type Decision, decided, unchanged, withoutEvents } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { embedded, hidden, id, inLists, managed, reference, state, time, version } from "../Field.ts"
import { ApplicationId, AttachmentId, CandidateId, ImportId, JobId } from "../Id.ts"
import { declare, Deleted } from "../Noun.ts"
import { Author, AuthorId } from "../organization/Author.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { RowIssue } from "./ImportedRow.ts"
import { ImportFailure, ImportKind, type UploadedFile } from "./ImportKind.ts"
import { importState, ImportState } from "./ImportState.ts"
import { DayOrder, type ImportMapping, MappedColumn, MappedValues } from "./Mapping.ts"
import type { Proposal } from "./Proposal.ts"

/** The rows of a batch: they are checked and imported together. */
export const portionRows = 100

/** How many days after its last change an import keeps the cells of its rows. */
export const keptDays = 30

/** The outcome of a row. */
export const RowOutcome = Schema.Literals(["new", "known", "unchanged", "problem", "undone", "kept", "not_reached"])
  .pipe(described(
    "`new`: creates a person. `known`: adds an application or missing values to an existing person. " +
      "`unchanged`: all data exists already. `problem`: the row is not imported. `undone`: what the row created " +
      "was removed again. `kept`: undoing kept it, because somebody has worked with it since. `not_reached`: the " +
      "import ended before this row. Before the import runs, the expected outcome",
    "new"
  ))
export type RowOutcome = typeof RowOutcome.Type

/** How a person was recognized. */
export const RowMatch = Schema.Literals([
  "external_id",
  "email",
  "linkedin_url",
  "name_and_phone",
  "earlier_import",
  "same_file"
])
export type RowMatch = typeof RowMatch.Type

/** The states in which an import can be undone. It returns to them if undoing is refused. */
export const UndoableState = Schema.Literals(["completed", "failed", "cancelled", "interrupted"])

const count = (description: string, value: number) =>
  managed(Schema.Int, { description, example: value, privacy: "kept" }).pipe(inLists)

const chosen = <S extends Schema.Codec<unknown, Schema.Json>>(schema: S, description: string, example: Schema.Json) =>
  managed(Schema.NullOr(schema), { description, example, privacy: "kept" })

export const noun = declare({
  subject: "import",
  description: "An import of people from the rows of a file, or of a whole organization from its export",
  table: "people_imports",
  sees: "all",
  fields: {
    id: id(ImportId),
    kind: managed(ImportKind, { description: "What the import contains", example: "people", privacy: "kept" }).pipe(
      inLists
    ),
    file_name: managed(ShownLine, { description: "The name of the file", example: "applicants.csv", privacy: "kept" })
      .pipe(inLists),
    size_bytes: managed(Schema.Int, { description: "The size of the file in bytes", example: 48_212, privacy: "kept" })
      .pipe(inLists),
    part_bytes: managed(Schema.NullOr(Schema.Int), {
      description: "The size in bytes of each part except the last; null if the file was uploaded in one request",
      example: null,
      privacy: "kept"
    }),
    bytes_received: managed(Schema.Int, {
      description: "The total size in bytes of the parts that have arrived; 0 if the file was uploaded in one request",
      example: 0,
      privacy: "kept"
    }),
    state: state(ImportState, "kept"),
    failure: managed(Schema.NullOr(ImportFailure), {
      description: "Why the file could not be read, or the import stopped; null otherwise",
      example: null,
      privacy: "kept"
    }).pipe(inLists),
    header_line: managed(Schema.NullOr(Schema.Int), {
      description: "The line number of the header, from 1; null if the file has none or has not been read",
      example: 1,
      privacy: "kept"
    }),
    column_names: managed(Schema.Array(Schema.String), {
      description: "The names of the columns; empty for a column without a name",
      example: ["Name", "E-Mail"],
      privacy: "kept"
    }),
    column_examples: embedded(
      Schema.Array(Schema.Array(Schema.String)).pipe(
        described(
          "For each column, up to three of its first values, shortened; empty after the rows have been deleted",
          [["Anna Müller"], ["anna@example.com"]]
        )
      )
    ),
    mapping: managed(Schema.Array(MappedColumn), {
      description: "The mapping of columns to fields; a proposal by names and values until somebody sets it",
      example: [{ column: 0, to: "full_name" }, { column: 1, to: "email" }],
      privacy: "kept"
    }),
    job_id: chosen(JobId, "The job that all imported people apply for; null for none", example.id.job),
    day_order: chosen(
      DayOrder,
      "Whether the day or the month comes first in dates such as `3/4/2026`; null if not set",
      null
    ),
    tag: chosen(Schema.String, "The tag that new people get; null for none", "import 2026-11-30"),
    source_type: chosen(Schema.String, "The default source of applications; null for `import`", null),
    values: managed(MappedValues, { description: "Values that are read as others", example: [], privacy: "kept" }),
    system: chosen(Schema.String, "The system whose ids a column contains; null if none does", null),
    rows_counted: count(
      "The number of non-empty rows below the header; for an organization, of all its resources",
      300
    ),
    rows_done: count("The number of rows that the current step (checking, running or undoing) has processed", 300),
    new_counted: count(
      "The number of rows with a new person; for an organization, of rows that do not exist here",
      287
    ),
    known_counted: count(
      "The number of rows that add to an existing person; for an organization, of rows that exist here with " +
        "other values, which are kept",
      6
    ),
    unchanged_counted: count("The number of rows whose data the person already has", 3),
    problems_counted: count(
      "The number of rows with problems, which are not imported; an organization with problems is not imported " +
        "at all",
      4
    ),
    undone_counted: count("The number of rows whose person or application was removed by undoing", 0),
    kept_counted: count(
      "The number of rows whose person or application undoing keeps, because somebody has worked with it since",
      0
    ),
    undo_until: embedded(
      Schema.NullOr(Timestamp).pipe(
        described("Until when the import can be undone; null if there is nothing to undo", null)
      )
    ),
    line_done: hidden(Schema.Int, {
      description: "The line of the last row that the present step has come to",
      example: 301,
      privacy: "kept"
    }),
    undone_from: hidden(Schema.NullOr(UndoableState), {
      description: "The state in which its undoing found it; null where nobody has asked for that",
      example: null,
      privacy: "kept"
    }),
    content_id: hidden(AttachmentId, {
      description: "Where the content of the file is kept until it is read",
      example: example.id.attachment,
      privacy: "kept"
    }),
    author_id: reference(AuthorId),
    author: embedded(Author),
    created_at: time(Timestamp, "When the file was uploaded", example.time.moved).pipe(inLists),
    updated_at: time(Timestamp, "When it was last changed", example.time.moved).pipe(inLists),
    finished_at: time(Schema.NullOr(Timestamp), "When the import ended; null until then", example.time.moved).pipe(
      inLists
    ),
    version
  },
  events: {
    uploaded: { summary: "A file to import was uploaded", example: { state: "uploaded", version: 1 } },
    started: { summary: "An import of people was started", example: { state: "running" } },
    completed: { summary: "An import of people was completed" },
    failed: { summary: "A file could not be imported", example: { state: "failed", failure: "damaged" } },
    cancelled: {
      summary: "An import of people was canceled",
      reads: ["canceled", "abgebrochen"],
      example: { state: "cancelled" }
    },
    undone: { summary: "An import of people was undone", example: { state: "undone" } },
    deleted: { summary: "An import was deleted; its people were kept", data: Deleted }
  }
})

/** An import as the interface shows it. */
export const Import = noun.json
export interface Import extends Schema.Schema.Type<typeof Import> {}

export const ImportListItem = noun.listed.pipe(named("ImportListItem", "An import as lists show it"))
export interface ImportListItem extends Schema.Schema.Type<typeof ImportListItem> {}

export const StoredImport = noun.row
export interface StoredImport extends Schema.Schema.Type<typeof StoredImport> {}

/** A row of an import, as its list shows it. */
export const ImportRow = Schema.Struct({
  line: Schema.Int.pipe(described("The line number at which the row begins, from 1", 2)),
  outcome: RowOutcome,
  name: Schema.NullOr(Schema.String).pipe(
    described("The name of the person; null if the row has none or has been deleted", "Anna Müller")
  ),
  match: Schema.NullOr(RowMatch).pipe(described("What the person was matched by; null for no match", null)),
  same_line: Schema.NullOr(Schema.Int).pipe(
    described("An earlier line for the same person; null if there is none", null)
  ),
  candidate_id: Schema.NullOr(CandidateId).pipe(
    described("The candidate; null for a new one until the import has run", null)
  ),
  application_id: Schema.NullOr(ApplicationId).pipe(described("The application; null where there is none", null)),
  application_status: Schema.NullOr(ApplicationStatus).pipe(
    described("The status of the application that the row adds; null for none", null)
  ),
  issues: Schema.Array(RowIssue).pipe(
    described("The problems of its values: why the row is not imported, or which values are left out", [])
  )
}).pipe(named("ImportRow", "A row of an import with its outcome"))
export interface ImportRow extends Schema.Schema.Type<typeof ImportRow> {}

export class ImportNotFound extends Schema.TaggedError<ImportNotFound>()("ImportNotFound", { id: Schema.String }) {}

/** The mapping refers to a column that the file does not have. */
export class UnknownColumn extends Schema.TaggedError<UnknownColumn>()("UnknownColumn", { column: Schema.Int }) {}

export const nothingDone = {
  rows_done: 0,
  line_done: 0,
  new_counted: 0,
  known_counted: 0,
  unchanged_counted: 0,
  problems_counted: 0,
  undone_counted: 0,
  kept_counted: 0
}

/** Returns an import whose file has not been read. */
export const unread = (
  { content_id, original_filename, size_bytes }: UploadedFile,
  author_id: StoredImport["author_id"],
  { nextId, now }: AnyContext
): StoredImport => ({
  id: ImportId.make(nextId()),
  kind: "people",
  file_name: original_filename,
  size_bytes,
  part_bytes: null,
  bytes_received: 0,
  state: "uploaded",
  failure: null,
  header_line: null,
  column_names: [],
  mapping: [],
  values: [],
  job_id: null,
  day_order: null,
  tag: null,
  source_type: null,
  system: null,
  rows_counted: 0,
  ...nothingDone,
  undone_from: null,
  content_id,
  author_id,
  created_at: now,
  updated_at: now,
  finished_at: null,
  version: 1
})

/** Creates an import whose file is to be read. */
export const upload = (file: UploadedFile, author_id: StoredImport["author_id"], context: AnyContext) => {
  const uploaded = unread(file, author_id, context)
  return decided(uploaded, noun.event("uploaded", uploaded))
}

/** Tells whether an import has not run: the outcomes of its rows are predictions then. */
export const isBeforeRun = (state: ImportState): boolean =>
  state === "uploading" || state === "uploaded" || state === "mapping" || state === "validating" || state === "ready"

type Changes = Partial<StoredImport>

/** Applies an event of the state machine to an import. */
export const moved = (
  before: StoredImport,
  event: (typeof importState.events)[number],
  changes: Changes,
  now: Timestamp
): Result.Result<StoredImport, TransitionRefused> =>
  Result.map(
    importState.next(before.state, event),
    (state) => ({ ...before, ...changes, state, updated_at: now, version: before.version + 1 })
  )

/** Records the contents that were found in the file. */
export const read = (
  before: StoredImport,
  rows_counted: number,
  { column_names, header_line, mapping }: Proposal,
  { now }: AnyContext
): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(
    moved(before, "read", { rows_counted, column_names, header_line, mapping, tag: `import ${now.slice(0, 10)}` }, now),
    withoutEvents
  )

/** Ends an import that cannot go on. */
export const fail = (
  before: StoredImport,
  failure: ImportFailure,
  { now }: AnyContext
): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(
    moved(before, "fail", { failure, finished_at: now }, now),
    (after) => decided(after, noun.event("failed", after))
  )

/** Ends the work on an import whose attempts have all failed. The step can be requested again. */
export const interrupt = (before: StoredImport, { now }: AnyContext): Decision<StoredImport, TransitionRefused> => {
  const failure = before.state === "uploaded" ? "crashed" : "interrupted"
  return before.state === "validating" && before.kind === "people"
    ? Result.flatMap(moved(before, "interrupt", { failure }, now), withoutEvents)
    : Result.flatMap(
      moved(before, before.state === "validating" ? "fail" : "interrupt", { failure, finished_at: now }, now),
      (after) => decided(after, noun.event("failed", after))
    )
}

/**
 * Ends an import that was left waiting until its rows were cleared. One that has run keeps its counts, and the time
 * until which it could be undone.
 */
export const expire = (before: StoredImport, { now }: AnyContext): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(
    moved(before, "expire", {
      ...before.state === "interrupted" ? {} : nothingDone,
      failure: "expired",
      finished_at: before.finished_at ?? now
    }, now),
    (after) => decided(after, noun.event("failed", after))
  )

/** Sets the mapping of the columns, so that the rows are checked. */
export const map = (
  before: StoredImport,
  { columns, day_order = null, job_id = null, source_type = null, system = null, tag = null, values = [] }:
    ImportMapping,
  { now }: AnyContext
): Decision<StoredImport, TransitionRefused | UnknownColumn> => {
  const unknown = columns.find(({ column }) => column >= before.column_names.length)
  return unknown !== undefined
    ? Result.fail(new UnknownColumn({ column: unknown.column }))
    : Result.flatMap(
      moved(before, "map", {
        ...nothingDone,
        failure: null,
        mapping: columns,
        values,
        day_order,
        job_id,
        source_type,
        system,
        tag
      }, now),
      withoutEvents
    )
}

/** Returns the fields that a run resets. An import of an organization keeps the results of its check. */
const beforeRun = ({ kind }: StoredImport): Changes =>
  kind === "people" ? nothingDone : { rows_done: 0, new_counted: 0, failure: null }

/** Starts or resumes importing the rows as they were checked. An import that is running or completed is not changed. */
export const run = (before: StoredImport, { now }: AnyContext): Decision<StoredImport, TransitionRefused> =>
  before.state === "running" || before.state === "completed"
    ? unchanged(before)
    : Result.flatMap(
      moved(
        before,
        "run",
        before.state === "interrupted" ? { failure: null, finished_at: null, kept_counted: 0 } : beforeRun(before),
        now
      ),
      (after) => decided(after, noun.event("started", after))
    )

/** Stops an import. Imported rows stay, and can be undone. An import that has not begun to run just ends. */
export const cancel = (before: StoredImport, { now }: AnyContext): Decision<StoredImport, TransitionRefused> =>
  before.state === "cancelled"
    ? unchanged(before)
    : Result.flatMap(
      moved(before, "cancel", { ...before.state === "running" ? {} : nothingDone, finished_at: now }, now),
      (after) => decided(after, noun.event("cancelled", after))
    )

/** A completed batch: the number of its rows, the line of the last one, and their outcomes. */
export interface Portion {
  readonly rows: number
  readonly line: number
  readonly outcomes: ReadonlyArray<RowOutcome>
}

/** Records a batch of checking, running or undoing. */
export const advance = (
  before: StoredImport,
  { line, outcomes, rows }: Portion,
  { now }: AnyContext
): Decision<StoredImport, never> => {
  const of = (outcome: RowOutcome) => outcomes.filter((one) => one === outcome).length
  return withoutEvents({
    ...before,
    rows_done: before.rows_done + rows,
    line_done: line,
    new_counted: before.new_counted + of("new"),
    known_counted: before.known_counted + of("known"),
    unchanged_counted: before.unchanged_counted + of("unchanged"),
    problems_counted: before.problems_counted + of("problem"),
    undone_counted: before.undone_counted + of("undone"),
    kept_counted: before.kept_counted + of("kept"),
    updated_at: now,
    version: before.version + 1
  })
}

/** Ends the present step, all of whose rows are done. */
export const finish = (before: StoredImport, { now }: AnyContext): Decision<StoredImport, TransitionRefused> => {
  if (before.state === "validating") return Result.flatMap(moved(before, "validate", {}, now), withoutEvents)
  if (before.state === "undoing") {
    return Result.flatMap(
      moved(before, "finish_undo", { failure: null, finished_at: now }, now),
      (after) => decided(after, noun.event("undone", after))
    )
  }
  return Result.flatMap(
    moved(before, "complete", { finished_at: now }, now),
    (after) => decided(after, noun.event("completed", after))
  )
}

/** Deletes an import with its rows, but not the data that it created. A running one has to be stopped first. */
export const remove = (before: StoredImport): Decision<StoredImport, TransitionRefused> =>
  Result.flatMap(importState.next(before.state, "delete"), () => decided(before, noun.event("deleted", before)))
