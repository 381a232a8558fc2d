/**
 * A noun as a resource: the facts about other rows that its decisions need, and the default decisions of a noun without
 * rules of its own. Data and pure functions; `ResourceStore` of packages/sql stores its rows, `resourceOperations` of
 * the contract declares its operations.
 */
import { type Context, type Effect, Result, Schema } from "effect"
import type { Actor } from "./access/Actor.ts"
import type { Sees } from "./access/Sees.ts"
import { type Decision, decided, type DecisionContext, differences, type DomainEvent, unchanged } from "./Decision.ts"
import type { Fields } from "./Field.ts"
import type { OrganizationId } from "./Id.ts"
import { type Limit, type LimitReached, withinLimit } from "./Limit.ts"
import { absent } from "./Noun.ts"
import type { Page, PageRequest } from "./Pagination.ts"
import type { Timestamp } from "./Timestamp.ts"
import { type Branch, mayBeBelow, type ParentRefused } from "./Tree.ts"

/** The organization has no such row that the viewer sees. */
export class ResourceNotFound extends Schema.TaggedError<ResourceNotFound>()("ResourceNotFound", {
  subject: Schema.String,
  id: Schema.String
}) {}

/** Another row of the organization has the name, in any case of letters. */
export class NameTaken extends Schema.TaggedError<NameTaken>()("NameTaken", {
  subject: Schema.String,
  id: Schema.String
}) {}

/** Other rows refer to the row: in these columns, or rows with these names. */
export class ResourceInUse extends Schema.TaggedError<ResourceInUse>()("ResourceInUse", {
  subject: Schema.String,
  uses: Schema.Array(Schema.String)
}) {}

/** The organization has no row of the noun with the id in this field. */
export class UnknownReference extends Schema.TaggedError<UnknownReference>()("UnknownReference", {
  field: Schema.String,
  subject: Schema.String
}) {}

/** The part of a noun's declaration that a resource needs. */
export interface Declared {
  readonly subject: string
  readonly table: string
  readonly fields: Fields
  readonly sees: Sees
  readonly row: { readonly Type: { readonly id: string } }
  readonly create: { readonly Type: object }
  readonly update: { readonly Type: object }
  event(verb: "created" | "updated" | "deleted", entity: { readonly id: string }): DomainEvent
}

/** A reference to the noun's rows: a column of a table or of the organization itself, with its foreign key. */
interface Use {
  readonly table: string
  readonly column: string
  /** Omitted if there is no foreign key. */
  readonly constraint?: string
  /** The field in the objects of a JSON list, if the column is one. */
  readonly field?: string
  /** The name of the use in a refusal; by default the column's. */
  readonly told?: string
  /**
   * The column with the name of the using row, for refusals; set if more than one row can use it. Only for nouns that
   * administrators change, because others may not see the using row.
   */
  readonly called?: string
  /** The condition on a row `u` for blocking a deletion. Other rows, such as those of deleted jobs, do not block it. */
  readonly where?: string
}

/** The most uses of a row that are counted, of each kind. */
export const maxCountedUses = 100

/** The facts that decisions on a noun depend on, besides the row. */
interface Facts<N extends Declared = Declared> {
  /** The most rows of an organization. */
  readonly limit?: Limit
  /** The field that is unique within the organization, in any case of letters. The index `TABLE_name` guards it. */
  readonly unique?: "name" & keyof N["fields"]
  /** References that block the deletion of a row. */
  readonly uses?: ReadonlyArray<Use>
  /** Whether the list also counts the uses of each row. */
  readonly countsUses?: true
  /** The scope that a change of a noun without rules of its own needs; `admin` by default. */
  readonly scope?: "admin" | "write"
  /** The fields that hold ids of other nouns, with the foreign keys that guard them. */
  readonly references?: ReadonlyArray<{ readonly field: string; readonly subject: string; readonly constraint: string }>
  /** The most levels of the tree that the rows form by `parent_id`. */
  readonly levels?: number
  /** The initial values of a new row's fields that a request does not give and that are not null. */
  readonly initial?: Partial<N["row"]["Type"]>
}

/** The values of these facts, which a store reads for one decision. */
export interface Known {
  /** The number of rows; needed for a new row only. */
  readonly present: number
  /** The row that has the requested name. */
  readonly same_id: string | null
  /** The uses of the row; needed for a deletion only. */
  readonly uses: ReadonlyArray<string>
  /** All rows, if the request sets a parent. */
  readonly tree: ReadonlyArray<Branch>
}

/** Returns the parent that a request gives its row. */
export const parentIn = (request: object): string | null =>
  "parent_id" in request ? request.parent_id as string | null : null

export interface Resource<Row, Draft, Patch> extends Facts {
  readonly noun: Pick<Declared, "subject" | "table" | "fields" | "sees">
  readonly create: (
    draft: Draft,
    known: Known,
    context: DecisionContext
  ) => Decision<Row, LimitReached | NameTaken | ParentRefused>
  readonly update: (
    row: Row,
    patch: Patch,
    known: Known,
    context: DecisionContext
  ) => Decision<Row, NameTaken | ParentRefused>
  readonly remove: (row: Row, known: Known) => Decision<Row, ResourceInUse>
}

/**
 * The port to the rows of a resource, within one organization. A write runs its decision again after a concurrent
 * change.
 */
export interface ResourceStore<Row, Draft, Patch, NotFound = ResourceNotFound> {
  readonly get: (organization: OrganizationId, id: string) => Effect.Effect<Row, NotFound>
  readonly create: (
    actor: Actor,
    draft: Draft
  ) => Effect.Effect<Row, LimitReached | NameTaken | ParentRefused | UnknownReference>
  readonly update: (
    actor: Actor,
    id: string,
    patch: Patch
  ) => Effect.Effect<Row, NameTaken | NotFound | ParentRefused | UnknownReference>
  /** Deletes the row, and returns its last state. */
  readonly remove: (actor: Actor, id: string) => Effect.Effect<Row, ResourceInUse | NotFound>
}

/** Further methods of the port to a resource without a limit. */
export interface PagedStore<Row> {
  /** A page, newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<Row>>
}

/** Further methods of the port to a resource with a limit. */
export interface LimitedStore<Row> {
  /** Returns all rows, ordered by their unique text. */
  readonly all: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Row>>
}

/** Further method of the port to a resource that counts uses. */
export interface CountingStore<Uses> {
  /** Counts the uses of each row that the viewer sees, of each kind at most `maxCountedUses`, in the order of ids. */
  readonly uses: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Uses>>
}

/** The port to the rows of this resource. */
export type StoreOf<R> = R extends Resource<infer Row, infer Draft, infer Patch>
  ? ResourceStore<Row, Draft, Patch> & (R extends { readonly limit: Limit } ? LimitedStore<Row> : PagedStore<Row>)
  : never

/** Makes a resource of a noun, with the default decisions. A noun with rules of its own overrides them. */
export const resource = <N extends Declared, const F extends Facts<N>>(
  noun: N,
  facts: F
): Resource<N["row"]["Type"], N["create"]["Type"], N["update"]["Type"]> & F & { readonly noun: N } => {
  const { initial, levels, limit }: Facts<N> = facts
  type Row = N["row"]["Type"]
  const { fields, subject } = noun
  /** Returns the row with those of these values whose fields the noun has. */
  const having = (row: object, values: object) =>
    ({ ...row, ...Object.fromEntries(Object.entries(values).filter(([name]) => name in fields)) }) as Row
  const isFree = (id: string | null, { same_id }: Known): Result.Result<void, NameTaken> =>
    same_id === null || same_id === id ? Result.void : Result.fail(new NameTaken({ subject, id: same_id }))
  const isPlaced = (id: string | null, request: object, { tree }: Known): Result.Result<void, ParentRefused> => {
    const parent = parentIn(request)
    return levels === undefined || parent === null ? Result.void : mayBeBelow(tree, id, parent, levels)
  }
  return {
    ...facts,
    noun,
    create: (draft, known, { nextId, now }) =>
      Result.gen(function*() {
        yield* isFree(null, known)
        yield* isPlaced(null, draft, known)
        if (limit !== undefined) yield* withinLimit(limit, known.present, 1)
        const row = having({ ...absent(noun), ...initial, ...draft }, {
          id: nextId(),
          created_at: now,
          updated_at: now,
          version: 1
        })
        return yield* decided(row, noun.event("created", row))
      }),
    update: (row, patch, known, { now }) =>
      Result.gen(function*() {
        yield* isFree(row.id, known)
        yield* isPlaced(row.id, patch, known)
        const changes = differences<object>(row, patch)
        if (Object.keys(changes).length === 0) return yield* unchanged(row)
        const version = "version" in row ? Number(row.version) + 1 : undefined
        const after = having({ ...row, ...changes }, { updated_at: now, version })
        return yield* decided(after, noun.event("updated", after))
      }),
    remove: (row, { uses }) =>
      uses.length > 0 ? Result.fail(new ResourceInUse({ subject, uses })) : decided(row, noun.event("deleted", row))
  }
}

/** The fields that every noun without rules of its own has. */
interface PlainRow extends Branch {
  readonly name: string
  readonly created_at: Timestamp
}
type PlainDraft = Partial<Pick<PlainRow, "parent_id">> & Pick<PlainRow, "name">

/** A noun that has no rules of its own, with its port. */
export interface PlainNoun<Port, Table> {
  readonly port: Context.Key<
    Port,
    & ResourceStore<PlainRow, PlainDraft, Partial<PlainDraft>>
    & LimitedStore<PlainRow>
    & Partial<CountingStore<object>>
  >
  readonly resource: Resource<PlainRow, PlainDraft, Partial<PlainDraft>> & {
    readonly noun: { readonly table: Table }
  }
}
