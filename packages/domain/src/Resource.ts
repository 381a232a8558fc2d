/**
 * A noun as a resource: what its decisions must know of the organization's other rows, and the decisions themselves
 * where the noun has no rules of its own. Data and pure functions; `ResourceStore` of packages/sql keeps its rows,
 * `resourceOperations` of the contract promises its operations.
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

/** Other rows name the row: these columns, or rows of these names. */
export class ResourceInUse extends Schema.TaggedError<ResourceInUse>()("ResourceInUse", {
  subject: Schema.String,
  uses: Schema.Array(Schema.String)
}) {}

/** The organization has no row of the noun with the id in this field. */
export class UnknownReference extends Schema.TaggedError<UnknownReference>()("UnknownReference", {
  field: Schema.String,
  subject: Schema.String
}) {}

/** What a resource reads of a noun's declaration. */
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

/**
 * A column of a table, or the organization's own row, that names rows of a noun, with the foreign key that guards it.
 */
interface Use {
  readonly table: string
  readonly column: string
  /** Left out where none guards it. */
  readonly constraint?: string
  /** The field of the objects of a list, which is the column. */
  readonly field?: string
  /** What a refusal calls the use; by default as the column. */
  readonly told?: string
  /** The column that names a using row in a refusal, if more than one row uses it. */
  readonly called?: string
  /** A condition on a row `u` under which it blocks the deletion. Other rows, such as those of deleted jobs, do not. */
  readonly where?: string
}

/** What decisions on a noun depend on besides the row. */
interface Facts<N extends Declared = Declared> {
  /** How many rows an organization can have. */
  readonly limit?: Limit
  /** The name is that of one row of the organization, in any case of letters: the index `TABLE_name` guards it. */
  readonly unique?: "name" & keyof N["fields"]
  /** What keeps a row from being deleted. */
  readonly uses?: ReadonlyArray<Use>
  /** Its fields with ids of rows of other nouns, and the foreign keys that guard them. */
  readonly references?: ReadonlyArray<{ readonly field: string; readonly subject: string; readonly constraint: string }>
  /** The most levels of the tree that the rows are, each below that of its `parent_id`. */
  readonly levels?: number
  /** The values of a new row's fields that are neither given nor null. */
  readonly initial?: Partial<N["row"]["Type"]>
}

/** The values of these facts, as a store finds them for one decision. */
export interface Known {
  /** How many rows there are; only a new row needs it. */
  readonly present: number
  /** The row that has the requested name. */
  readonly same_id: string | null
  /** What names the row; only a deletion needs it. */
  readonly uses: ReadonlyArray<string>
  /** All rows, where the request puts one below another. */
  readonly tree: ReadonlyArray<Branch>
}

/** The row that a request puts its own below. */
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

/** The port to the rows of a resource, within one organization. Each write decides again after a concurrent change. */
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

/** What the port to a resource without a limit has besides. */
export interface PagedStore<Row> {
  /** A page, newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<Row>>
}

/** What the port to a resource with a limit has besides. */
export interface LimitedStore<Row> {
  /** All rows, by the text that is unique. */
  readonly all: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Row>>
}

/** The port to the rows of this resource. */
export type StoreOf<R> = R extends Resource<infer Row, infer Draft, infer Patch>
  ? ResourceStore<Row, Draft, Patch> & (R extends { readonly limit: Limit } ? LimitedStore<Row> : PagedStore<Row>)
  : never

/** Makes a resource of a noun that has no rules of its own. One that has takes its decisions in place of these. */
export const resource = <N extends Declared, const F extends Facts<N>>(
  noun: N,
  facts: F
): Resource<N["row"]["Type"], N["create"]["Type"], N["update"]["Type"]> & F & { readonly noun: N } => {
  const { initial, levels, limit }: Facts<N> = facts
  type Row = N["row"]["Type"]
  const { fields, subject } = noun
  /** The row with those of these values that the noun has. */
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

/** A row with what every noun without rules of its own has. */
interface PlainRow extends Branch {
  readonly name: string
  readonly created_at: Timestamp
}
type PlainDraft = Partial<Pick<PlainRow, "parent_id">> & Pick<PlainRow, "name">

/** A noun that has no rules of its own, with its port. */
export interface PlainNoun<Port, Table> {
  readonly port: Context.Key<Port, ResourceStore<PlainRow, PlainDraft, Partial<PlainDraft>> & LimitedStore<PlainRow>>
  readonly resource: Resource<PlainRow, PlainDraft, Partial<PlainDraft>> & {
    readonly noun: { readonly table: Table }
  }
}
