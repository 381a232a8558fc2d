/** The port to stored imports and their rows. Each method but `forget` works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
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

/** What became of a row, as it is stored. */
export interface RowResult
  extends Pick<ImportRow, "application_id" | "candidate_id" | "line" | "match" | "name" | "same_line">
{
  readonly outcome: RowOutcome
  readonly issues: ReadonlyArray<RowIssue>
  readonly person_key: string | null
  /** A digest of what the row says, of a person without any address, by which a later import finds the person. */
  readonly digest: string | null
  readonly made_candidate: boolean
  readonly made_application: boolean
  /** The version of the candidate that the row made; null where it changed nothing of the candidate. */
  readonly candidate_version: number | null
  /** The note that the row made. */
  readonly note_id: NoteId | null
}

/** A person by what a row says of them. */
export interface Sought {
  readonly candidate: CandidateDraft
  readonly digest: string | null
  /** The job that the row is of. */
  readonly job_id: JobId | null
  readonly note: string | null
}

/** A candidate who is the person of a row, and why. */
export interface Recognized {
  readonly candidate: StoredCandidate
  readonly match: RowMatch
  /** The application that the candidate has on the job of the row. */
  readonly application_id: ApplicationId | null
  /** Whether the candidate has a note that says the same. */
  readonly has_note: boolean
}

/** A job that rows may name, with its stages in their order. */
export interface NamedJob {
  readonly job: Place["job"]
  readonly stages: ReadonlyArray<StageOfJob>
}

/** What a row made, and whether it is as the import left it. */
export interface MadeRow {
  readonly line: number
  readonly candidate_id: CandidateId | null
  readonly application_id: ApplicationId | null
  readonly made_candidate: boolean
  readonly made_application: boolean
  readonly note_id: NoteId | null
  /**
   * Whether nobody has changed the candidate, or of a known one the application or else the note, or added something,
   * such as another application.
   */
  readonly is_untouched: boolean
}

/** What became of a row when its import was undone. */
export interface UndoneRow {
  readonly line: number
  readonly is_undone: boolean
}

/** A position in the rows of an import. */
export interface LinePosition {
  readonly line: number
}

export class Imports extends Context.Service<Imports, {
  /** Newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<ImportListItem>>
  readonly get: (organization: OrganizationId, id: ImportId) => Effect.Effect<Import, ImportNotFound>
  readonly create: (
    actor: Actor,
    decide: (context: DecisionContext) => Decision<StoredImport, never>
  ) => Effect.Effect<StoredImport>
  /**
   * Stores the import that `decide` returns, and queues its work where its state is one of a worker's; decides again
   * after a concurrent change.
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
  /** Stores rows of the file; none of an import that was deleted. Rows that are stored stay. */
  readonly addRows: (organization: OrganizationId, id: ImportId, rows: ReadonlyArray<TableRow>) => Effect.Effect<void>
  /**
   * Returns the first rows of the file, as many as `sampleRows`, with the beginnings of their cells, and how many rows
   * are below a line.
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
  /** Returns for each key the first line before this one with the same person, where there is one. */
  readonly linesOf: (
    organization: OrganizationId,
    id: ImportId,
    keys: ReadonlyArray<string>,
    before: number
  ) => Effect.Effect<ReadonlyMap<string, number>>
  /** Stores what became of rows, or, where they are not imported, what would. */
  readonly saveResults: (
    organization: OrganizationId,
    id: ImportId,
    results: ReadonlyArray<RowResult>,
    isImported: boolean
  ) => Effect.Effect<void>
  /** Returns rows with these outcomes, in their order. */
  readonly rows: (
    organization: OrganizationId,
    id: ImportId,
    outcomes: ReadonlyArray<RowOutcome>,
    page: PageRequest<LinePosition>
  ) => Effect.Effect<Page<ImportRow, LinePosition>, ImportNotFound>
  /**
   * Finds the candidates who are the persons of rows, also those whom nobody sees: one, or null, for each row. Until
   * the transaction ends, nobody else adds people with the addresses of these rows.
   */
  readonly recognize: (
    organization: OrganizationId,
    sought: ReadonlyArray<Sought>
  ) => Effect.Effect<ReadonlyArray<Recognized | null>>
  /** Stores what rows add, and returns each decision. Starts the transaction over where a job of theirs was deleted. */
  readonly add: <Row, Failure>(
    actor: Actor,
    rows: ReadonlyArray<Row>,
    decide: (row: Row, context: DecisionContext) => Decision<Addition, Failure>
  ) => Effect.Effect<ReadonlyArray<Decision<Addition, Failure>>>
  /** Returns one job, or those that are not deleted, the newest 2000. */
  readonly jobs: (organization: OrganizationId, id: JobId | null) => Effect.Effect<ReadonlyArray<NamedJob>>
  /** Returns rows before a line that made something, the last one first. */
  readonly made: (
    organization: OrganizationId,
    id: ImportId,
    before: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<MadeRow>>
  /** Says of rows that what they made was removed, or is kept. */
  readonly markUndone: (
    organization: OrganizationId,
    id: ImportId,
    rows: ReadonlyArray<UndoneRow>
  ) => Effect.Effect<void>
  /**
   * Empties the rows of all organizations' imports that nobody has changed for `keptDays`. One that waited for somebody
   * has failed then.
   */
  readonly forget: Effect.Effect<void>
}>()("@candor/domain/Imports") {}
