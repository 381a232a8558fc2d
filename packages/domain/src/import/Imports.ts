/** The port to stored imports and their rows. Each method but `forget` works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ApplicationStatus } from "../application/ApplicationStatus.ts"
import type { StoredCandidate } from "../application/Applicant.ts"
import type { StageOfJob } from "../application/Lifecycle.ts"
import type { CandidateDraft } from "../candidate/Candidate.ts"
import type { AnyContext, Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, CandidateId, ImportId, JobId, NoteId, OrganizationId } from "../Id.ts"
import type { Addition, Place } from "./Addition.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { Import, ImportListItem, ImportNotFound, ImportRow, RowMatch, RowOutcome, StoredImport } from "./Import.ts"
import type { RowIssue } from "./ImportedRow.ts"
import type { TableRow } from "./Proposal.ts"

/** The outcome of a row, as it is stored. */
export interface RowResult
  extends
    Pick<ImportRow, "application_id" | "application_status" | "candidate_id" | "line" | "match" | "name" | "same_line">
{
  readonly outcome: RowOutcome
  readonly issues: ReadonlyArray<RowIssue>
  readonly person_key: string | null
  /** A digest of the row's content if the person has no address, by which a later import recognizes them. */
  readonly digest: string | null
  readonly made_candidate: boolean
  readonly made_application: boolean
  /** The version of the candidate that the row created; null if it did not change the candidate. */
  readonly candidate_version: number | null
  /** The note that the row created. */
  readonly note_id: NoteId | null
}

/** The data of a row by which its person is searched. */
export interface Sought {
  readonly candidate: CandidateDraft
  readonly digest: string | null
  /** The job of the row. */
  readonly job_id: JobId | null
  readonly note: string | null
}

/** The candidate who is the person of a row, and why. */
export interface Recognized {
  readonly candidate: StoredCandidate
  readonly match: RowMatch
  /** The candidate's application on the job of the row. */
  readonly application: { readonly id: ApplicationId; readonly status: ApplicationStatus } | null
  /** Whether the candidate has a note with the same text. */
  readonly has_note: boolean
}

/** A job that rows may name, with its stages in order. */
export interface NamedJob {
  readonly job: Place["job"]
  readonly stages: ReadonlyArray<StageOfJob>
}

/** The data that a row created, and whether it is still as the import left it. */
export interface MadeRow {
  readonly line: number
  readonly candidate_id: CandidateId | null
  readonly application_id: ApplicationId | null
  readonly made_candidate: boolean
  readonly made_application: boolean
  readonly note_id: NoteId | null
  /**
   * Whether nobody has changed the candidate (for a known candidate, the application or else the note), or added
   * something to it, such as another application.
   */
  readonly is_untouched: boolean
}

/** The outcome of undoing a row. */
export interface UndoneRow {
  readonly line: number
  readonly is_undone: boolean
}

/** A value of a column, in its most frequent spelling, with the number of its rows. */
export interface ColumnValue {
  readonly value: string
  readonly rows: number
}

/** A position in the rows of an import. */
export interface LinePosition {
  readonly line: number
}

export class Imports extends Context.Service<Imports, {
  /** Returns a page, newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<ImportListItem>>
  readonly get: (organization: OrganizationId, id: ImportId) => Effect.Effect<Import, ImportNotFound>
  readonly create: (
    actor: Actor,
    decide: (context: DecisionContext) => Decision<StoredImport, never>
  ) => Effect.Effect<StoredImport>
  /**
   * Stores the import that `decide` returns, and queues work if its state requires any; decides again after a
   * concurrent change.
   */
  readonly modify: <Failure>(
    actor: Actor | Worker,
    id: ImportId,
    decide: (stored: StoredImport, context: AnyContext) => Decision<StoredImport, Failure>
  ) => Effect.Effect<StoredImport, Failure | ImportNotFound>
  readonly remove: <Failure>(
    actor: Actor,
    id: ImportId,
    decide: (stored: StoredImport) => Decision<StoredImport, Failure>
  ) => Effect.Effect<void, Failure | ImportNotFound>
  /** Returns an import as decisions see it. */
  readonly stored: (organization: OrganizationId, id: ImportId) => Effect.Effect<StoredImport, ImportNotFound>
  /** Stores rows of the file, unless the import was deleted. Rows that are already stored are not changed. */
  readonly addRows: (organization: OrganizationId, id: ImportId, rows: ReadonlyArray<TableRow>) => Effect.Effect<void>
  /**
   * Returns the first `sampleRows` rows of the file, with the beginnings of their cells. `countRows` counts the rows
   * below a line.
   */
  readonly sample: (organization: OrganizationId, id: ImportId) => Effect.Effect<ReadonlyArray<TableRow>>
  readonly countRows: (organization: OrganizationId, id: ImportId, below: number) => Effect.Effect<number>
  /** Returns rows after a line. */
  readonly portion: (
    organization: OrganizationId,
    id: ImportId,
    after: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<TableRow>>
  /** Returns, for each key, the first line before this one with the same person, if there is one. */
  readonly linesOf: (
    organization: OrganizationId,
    id: ImportId,
    keys: ReadonlyArray<string>,
    before: number
  ) => Effect.Effect<ReadonlyMap<string, number>>
  /** Stores the outcomes of rows; before a run, the predicted ones. */
  readonly saveResults: (
    organization: OrganizationId,
    id: ImportId,
    results: ReadonlyArray<RowResult>,
    isImported: boolean
  ) => Effect.Effect<void>
  /** Returns rows with these outcomes, in order. */
  readonly rows: (
    organization: OrganizationId,
    id: ImportId,
    outcomes: ReadonlyArray<RowOutcome>,
    page: PageRequest<LinePosition>
  ) => Effect.Effect<Page<ImportRow, LinePosition>, ImportNotFound>
  /** Returns the most frequent values of a column, of at most `maxValue` characters; for equal counts, in their order. */
  readonly values: (
    organization: OrganizationId,
    id: ImportId,
    column: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ColumnValue>, ImportNotFound>
  /**
   * Finds the candidate who is the person of each row, or null, including candidates that the actor may not see. Until
   * the transaction ends, nobody else can add people with the addresses in these rows.
   */
  readonly recognize: (
    organization: OrganizationId,
    sought: ReadonlyArray<Sought>
  ) => Effect.Effect<ReadonlyArray<Recognized | null>>
  /** Stores what rows add, and returns each decision. Restarts the transaction if one of the jobs was deleted. */
  readonly add: <Row, Failure>(
    actor: Actor,
    rows: ReadonlyArray<Row>,
    decide: (row: Row, context: DecisionContext) => Decision<Addition, Failure>
  ) => Effect.Effect<ReadonlyArray<Decision<Addition, Failure>>>
  /** Returns one job, or the newest 2000 that are not deleted. */
  readonly jobs: (organization: OrganizationId, id: JobId | null) => Effect.Effect<ReadonlyArray<NamedJob>>
  /** Returns rows before a line that created something, in descending order. */
  readonly made: (
    organization: OrganizationId,
    id: ImportId,
    before: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<MadeRow>>
  /** Records for each row whether the data that it created was removed or kept. */
  readonly markUndone: (
    organization: OrganizationId,
    id: ImportId,
    rows: ReadonlyArray<UndoneRow>
  ) => Effect.Effect<void>
  /**
   * Clears the rows of all organizations' imports that have not changed for `keptDays`. An import that was left waiting
   * fails then.
   */
  readonly forget: Effect.Effect<void>
}>()("@candor/domain/Imports") {}
