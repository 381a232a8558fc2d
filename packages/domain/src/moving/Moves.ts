/**
 * The port to all data of an organization, in the form in which it moves between installations: a part for each table,
 * whose rows are JSON and refer to each other by their ids.
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
    // A process that is killed leaves it running; the same command goes on with it.
    running: { resume: "running", complete: "completed" },
    // The same command again adds what is missing by then.
    completed: { resume: "running" }
  }
})

export const ImportState = importState.State
export type ImportState = typeof ImportState.Type

/** A row as the format has it. */
export interface Row {
  readonly [column: string]: Schema.Json
}

/** What the values of a column are: those of `json` have parts of their own. */
export type ColumnKind = "boolean" | "date" | "integer" | "json" | "long" | "number" | "text" | "timestamp"

/** The rows of one kind. */
export interface Part {
  /** The noun, or what else a row is: `candidate`. */
  readonly name: string
  /** The file of its rows: `candidates.ndjson`. */
  readonly file: string
  readonly schema: Schema.Codec<Row>
  /** The columns in their order. */
  readonly kinds: Readonly<Record<string, ColumnKind>>
  /** The values of columns that a row may be without, as one of an older version is. */
  readonly absent: Row
  /** The columns that tell a row from the others; none where there is one row. */
  readonly key: ReadonlyArray<string>
  /** The columns that name rows of other parts, or of this one. */
  readonly references: ReadonlyArray<
    { readonly columns: ReadonlyArray<string>; readonly part: string; readonly of: ReadonlyArray<string> }
  >
  /** Whether rows refer to rows of the same part, so that they are added at once. */
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

/** What the database says of a row that would be added. */
export interface Finding {
  /** Constraints that it breaks. */
  readonly broken: ReadonlyArray<string>
  /** For each of the part's `uniques`, digests of what the row has of it. */
  readonly uniques: ReadonlyArray<ReadonlyArray<string>>
}

/** An import as it is stored. */
export interface Import {
  readonly id: string
  readonly organization_id: OrganizationId
  readonly state: ImportState
}

/** Rows break a constraint that only the database can tell, such as one over rows that were stored meanwhile. */
export class RowsRefused
  extends Schema.TaggedError<RowsRefused>()("RowsRefused", { part: Schema.String, constraint: Schema.String })
{}

/** Where rows go. */
export interface Destination {
  readonly organization: OrganizationId
  /** The organization that they come from: its id is replaced where a value has it. */
  readonly source: OrganizationId
  /** The import that remembers the rows which it adds, so that it can be undone. */
  readonly import_id?: ImportId
}

export class Moves extends Context.Service<Moves, {
  /** Returns all parts, each after those that its rows refer to. */
  readonly parts: Effect.Effect<ReadonlyArray<Part>>
  /** Runs an effect whose pages are all of one instant. */
  readonly atOneInstant: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Returns the first rows of a part, or those after a key: `limit` rows at most, and about 4 MiB. */
  readonly page: (
    organization: OrganizationId,
    part: string,
    limit: number,
    after?: ReadonlyArray<string>
  ) => Effect.Effect<Page>
  /** Returns the ids of contents that rows of attachments, submissions and mails name, in order. */
  readonly contents: (
    organization: OrganizationId,
    after?: string
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly bytes: number }>>
  /** Returns the stored rows that have the same as one of these in these columns. */
  readonly stored: (
    organization: OrganizationId,
    part: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<Row>
  ) => Effect.Effect<ReadonlyArray<Row>>
  /** Tells what speaks against adding rows, of the rows alone. */
  readonly examine: (part: string, rows: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<Finding>>
  /** Returns digests of what the stored rows of a part have of its `uniques`, after a key. */
  readonly taken: (organization: OrganizationId, part: string, after?: ReadonlyArray<string>) => Effect.Effect<{
    readonly rows: ReadonlyArray<{ readonly key: ReadonlyArray<string>; readonly uniques: Finding["uniques"] }>
    readonly next: ReadonlyArray<string> | undefined
  }>
  /** Returns the import of these files that was begun before: into an organization, or into one that it made. */
  readonly begun: (digest: string, into?: OrganizationId) => Effect.Effect<Import | undefined>
  /** Begins an import, and makes its organization where none is given. */
  readonly begin: (digest: string, organization: Row, into?: OrganizationId) => Effect.Effect<Import>
  /** Goes on with an import, also with one that was complete: until it is complete again, counters may be wrong. */
  readonly resume: (one: Import) => Effect.Effect<Import>
  /** Adds rows that are not stored, and the work that they wait for. Returns their number. */
  readonly add: (to: Destination, part: string, rows: ReadonlyArray<Row>) => Effect.Effect<number, RowsRefused>
  /**
   * Returns the ids of at most so many rows of a part that an import has added and somebody has changed since, or to
   * which something refers that is not of the import.
   */
  readonly touched: (
    organization: OrganizationId,
    import_id: ImportId,
    part: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<string>>
  /**
   * Removes the rows of a part that an import has added, where they are as they came and nothing refers to them. Returns
   * their number.
   */
  readonly removeAdded: (organization: OrganizationId, import_id: ImportId, part: string) => Effect.Effect<number>
  /** Returns how many rows are there that an import has added. */
  readonly countAdded: (organization: OrganizationId, import_id: ImportId) => Effect.Effect<number>
  /** Counts again what follows from the rows. */
  readonly recount: (organization: OrganizationId) => Effect.Effect<void, RowsRefused>
  /** Ends an import, and tells it in the change feed. */
  readonly complete: (one: Import, rows: { readonly [part: string]: number }) => Effect.Effect<void>
}>()("@candor/domain/Moves") {}
