/**
 * The port to all data of an organization, in the format in which it moves between installations: a part for each
 * table, whose rows are JSON and refer to each other by id.
 */
import { Context, type Effect, Schema } from "effect"
import type { ImportId, OrganizationId } from "../Id.ts"
import * as StateMachine from "../StateMachine.ts"

/** The state machine of imports of an organization. */
export const importState = StateMachine.make({
  name: "import",
  initial: "running",
  events: ["resume", "complete"],
  table: {
    // A killed process leaves the import running; the same command continues it.
    running: { resume: "running", complete: "completed" },
    // The same command adds what has been missing since.
    completed: { resume: "running" }
  }
})

export const ImportState = importState.State
export type ImportState = typeof ImportState.Type

/** A row in the format. */
export interface Row {
  readonly [column: string]: Schema.Json
}

/** The type of a column's values. `json` values have a structure of their own. */
export type ColumnKind = "boolean" | "date" | "integer" | "json" | "long" | "number" | "text" | "timestamp"

/** The rows of one table. */
export interface Part {
  /** The noun or other kind of a row: `candidate`. */
  readonly name: string
  /** The file of its rows: `candidates.ndjson`. */
  readonly file: string
  readonly schema: Schema.Codec<Row>
  /** The columns, in order. */
  readonly kinds: Readonly<Record<string, ColumnKind>>
  /** Default values of columns that a row may lack, because an older version wrote it. */
  readonly absent: Row
  /** The columns that identify a row; none if there is only one row. */
  readonly key: ReadonlyArray<string>
  /** The columns that refer to rows of other parts, or of this one. */
  readonly references: ReadonlyArray<
    { readonly columns: ReadonlyArray<string>; readonly part: string; readonly of: ReadonlyArray<string> }
  >
  /** Whether rows refer to rows of the same part, so that they have to be added in one statement. */
  readonly isTree: boolean
  /** Whether an organization has each name, or address, of its rows once: a row is taken for the stored one that has it. */
  readonly isNamed: boolean
  /** The names of the values that are unique within the part, such as an address. */
  readonly uniques: ReadonlyArray<string>
}

/** Rows in the order of their key, each as the bytes of its JSON. */
export interface Page {
  readonly rows: ReadonlyArray<Uint8Array>
  /** The key after which the next page begins; undefined after the last. */
  readonly next: ReadonlyArray<string> | undefined
}

/** The database's findings on a row that would be added. */
export interface Finding {
  /** The constraints that it violates. */
  readonly broken: ReadonlyArray<string>
  /** For each of the part's `uniques`, digests of the row's values. */
  readonly uniques: ReadonlyArray<ReadonlyArray<string>>
}

/** An import as it is stored. */
export interface Import {
  readonly id: string
  readonly organization_id: OrganizationId
  readonly state: ImportState
}

/** Rows violate a constraint that only the database can check, such as one with rows that were stored meanwhile. */
export class RowsRefused
  extends Schema.TaggedError<RowsRefused>()("RowsRefused", { part: Schema.String, constraint: Schema.String })
{}

/** The destination of rows. */
export interface Destination {
  readonly organization: OrganizationId
  /** The organization that they come from: its id is replaced wherever a value contains it. */
  readonly source: OrganizationId
  /** The import that records the rows that it adds, so that it can be undone. */
  readonly import_id?: ImportId
}

export class Moves extends Context.Service<Moves, {
  /** Returns all parts, each after those that its rows refer to. */
  readonly parts: Effect.Effect<ReadonlyArray<Part>>
  /** Runs an effect in which all pages come from one snapshot. */
  readonly atOneInstant: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Returns the first rows of a part, or those after a key: at most `limit` rows, and about 4 MiB. */
  readonly page: (
    organization: OrganizationId,
    part: string,
    limit: number,
    after?: ReadonlyArray<string>
  ) => Effect.Effect<Page>
  /** Returns the ids of contents that attachments, submissions and mails refer to, in order. */
  readonly contents: (
    organization: OrganizationId,
    after?: string
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly bytes: number }>>
  /** Returns the stored rows that equal one of these in these columns. */
  readonly stored: (
    organization: OrganizationId,
    part: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<Row>
  ) => Effect.Effect<ReadonlyArray<Row>>
  /** Returns the reasons against adding rows, each examined alone. */
  readonly examine: (part: string, rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<Finding>>
  /** Returns digests of the stored rows' values for a part's `uniques`, after a key. */
  readonly taken: (organization: OrganizationId, part: string, after?: ReadonlyArray<string>) => Effect.Effect<{
    readonly rows: ReadonlyArray<{ readonly key: ReadonlyArray<string>; readonly uniques: Finding["uniques"] }>
    readonly next: ReadonlyArray<string> | undefined
  }>
  /** Returns the earlier import of these files, into this organization or one that it created. */
  readonly begun: (digest: string, into?: OrganizationId) => Effect.Effect<Import | undefined>
  /** Begins an import, and creates its organization if none is given. */
  readonly begin: (digest: string, organization: Row, into?: OrganizationId) => Effect.Effect<Import>
  /** Resumes an import, even a completed one. Counters may be wrong until it is complete again. */
  readonly resume: (one: Import) => Effect.Effect<Import>
  /** Adds the rows that are not stored yet, and queues their work. Returns the number of rows. */
  readonly add: (to: Destination, part: string, rows: ReadonlyArray<Row>) => Effect.Effect<number, RowsRefused>
  /**
   * Returns the ids of at most `limit` rows of a part that an import added and that were changed since, or that rows
   * from elsewhere refer to.
   */
  readonly touched: (
    organization: OrganizationId,
    import_id: ImportId,
    part: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<string>>
  /**
   * Removes the rows of a part that an import added, if they are unchanged and nothing refers to them. Returns their
   * number.
   */
  readonly removeAdded: (organization: OrganizationId, import_id: ImportId, part: string) => Effect.Effect<number>
  /** Returns the number of rows that an import added and that still exist. */
  readonly countAdded: (organization: OrganizationId, import_id: ImportId) => Effect.Effect<number>
  /** Recomputes counters that are derived from the rows. */
  readonly recount: (organization: OrganizationId) => Effect.Effect<void, RowsRefused>
  /** Completes an import, with an event in the change feed. */
  readonly complete: (one: Import, rows: { readonly [part: string]: number }) => Effect.Effect<void>
}>()("@candor/domain/Moves") {}
