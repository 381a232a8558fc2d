/**
 * A noun as a resource: what its decisions must know of the organization's other rows, and the decisions themselves where the noun has
 * no rules of its own. Data and pure functions; `ResourceStore` of packages/sql keeps its rows, `resourceOperations` of the contract
 * promises its operations.
 */
import { type Effect, Result, Schema } from "effect"
import type { Actor } from "./access/Actor.ts"
import { type Decision, decided, type DecisionContext, differences, type DomainEvent, unchanged } from "./Decision.ts"
import type { Fields } from "./Field.ts"
import type { OrganizationId } from "./Id.ts"
import { type Limit, type LimitReached, withinLimit } from "./Limit.ts"
import { absent } from "./Noun.ts"
import type { Page, PageRequest } from "./Pagination.ts"

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

/** Columns of other tables name the row. */
export class ResourceInUse extends Schema.TaggedError<ResourceInUse>()("ResourceInUse", {
  subject: Schema.String,
  uses: Schema.Array(Schema.String)
}) {}

/** What a resource reads of a noun's declaration. */
interface Declared {
  readonly subject: string
  readonly table: string
  readonly fields: Fields
  readonly row: { readonly Type: { readonly id: string } }
  readonly create: { readonly Type: object }
  readonly update: { readonly Type: object }
  event(verb: "created" | "updated" | "deleted", entity: { readonly id: string }): DomainEvent
}

/** A column of another table that names rows of a noun, with the foreign key that guards it. */
interface Use {
  readonly table: string
  readonly column: string
  readonly constraint: string
}

/** What decisions on a noun depend on besides the row. */
interface Facts<N extends Declared = Declared> {
  /** How many rows an organization can have. */
  readonly limit?: Limit
  /** The name is that of one row of the organization, in any case of letters: the index `TABLE_name` guards it. */
  readonly unique?: "name" & keyof N["fields"]
  /** What keeps a row from being deleted. */
  readonly uses?: ReadonlyArray<Use>
  /** The values of a new row's fields that are neither given nor null. */
  readonly initial?: Partial<N["row"]["Type"]>
}

/** The values of these facts, as a store finds them for one decision. */
export interface Known {
  /** How many rows there are; only a new row needs it. */
  readonly present: number
  /** The row that has the requested name. */
  readonly same_id: string | null
  /** The columns that name the row; only a deletion needs them. */
  readonly uses: ReadonlyArray<string>
}

export interface Resource<Row, Draft, Patch> extends Facts {
  readonly noun: Pick<Declared, "subject" | "table" | "fields">
  readonly create: (draft: Draft, known: Known, context: DecisionContext) => Decision<Row, LimitReached | NameTaken>
  readonly update: (row: Row, patch: Patch, known: Known, context: DecisionContext) => Decision<Row, NameTaken>
  readonly remove: (row: Row, known: Known) => Decision<Row, ResourceInUse>
}

/** The port to the rows of a resource, within one organization. Each write decides again after a concurrent change. */
export interface ResourceStore<Row, Draft, Patch, NotFound = ResourceNotFound> {
  /** A page, newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<Row>>
  readonly get: (organization: OrganizationId, id: string) => Effect.Effect<Row, NotFound>
  readonly create: (actor: Actor, draft: Draft) => Effect.Effect<Row, LimitReached | NameTaken>
  readonly update: (actor: Actor, id: string, patch: Patch) => Effect.Effect<Row, NameTaken | NotFound>
  /** Deletes the row, and returns its last state. */
  readonly remove: (actor: Actor, id: string) => Effect.Effect<Row, ResourceInUse | NotFound>
}

/** What the port to a resource with a limit has besides. */
export interface LimitedStore<Row> {
  /** All rows, by the text that is unique. */
  readonly all: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<Row>>
}

/** The port to the rows of this resource. */
export type StoreOf<R> = R extends Resource<infer Row, infer Draft, infer Patch>
  ? ResourceStore<Row, Draft, Patch> & (R extends { readonly limit: Limit } ? LimitedStore<Row> : unknown)
  : never

/** Makes a resource of a noun that has no rules of its own. One that has takes its decisions in place of these. */
export const resource = <N extends Declared, const F extends Facts<N>>(
  noun: N,
  facts: F
): Resource<N["row"]["Type"], N["create"]["Type"], N["update"]["Type"]> & F => {
  const { initial, limit }: Facts<N> = facts
  type Row = N["row"]["Type"]
  const { fields, subject } = noun
  /** The row with those of these values that the noun has. */
  const having = (row: object, values: object) =>
    ({ ...row, ...Object.fromEntries(Object.entries(values).filter(([name]) => name in fields)) }) as Row
  const isFree = (id: string | null, { same_id }: Known): Result.Result<void, NameTaken> =>
    same_id === null || same_id === id ? Result.void : Result.fail(new NameTaken({ subject, id: same_id }))
  return {
    ...facts,
    noun,
    create: (draft, known, { nextId, now }) =>
      Result.gen(function*() {
        yield* isFree(null, known)
        if (limit !== undefined) yield* withinLimit(limit, known.present, 1)
        const row = having({ ...absent(noun), ...initial, ...draft }, { id: nextId(), created_at: now, updated_at: now, version: 1 })
        return yield* decided(row, noun.event("created", row))
      }),
    update: (row, patch, known, { now }) =>
      Result.gen(function*() {
        yield* isFree(row.id, known)
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
