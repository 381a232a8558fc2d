/**
 * Nouns. Each is declared once: its fields, each with its meaning, its example and what becomes of it when its person is
 * anonymised, and what can happen to it. Schemas, columns, events and erasure follow from the declaration, which is data alone.
 */
import { Schema, Struct as Structs } from "effect"
import { VariantSchema } from "effect/schema"
import type { DomainEvent } from "./Decision.ts"
import { described, named } from "./Described.ts"
import * as example from "./Example.ts"
import { Uuid } from "./Id.ts"

/**
 * The forms of a noun: `row` is what decisions see and the database keeps, `json` what its own operations show, `listed` what
 * lists and others show of it, `create` and `update` what requests give, `event` the data of its events.
 */
const { Field, Struct, extract } = VariantSchema.make({
  variants: ["row", "json", "listed", "create", "update", "event"],
  defaultVariant: "row"
})
type Form = "row" | "json" | "listed" | "create" | "update" | "event"

/** What becomes of a field when its person is anonymised: it stays, its row is deleted, or this value takes its place. */
export type Privacy = "kept" | "removed" | { readonly replacedBy: Schema.Json }

/** What a field means. There is no default for its privacy, so that no field is without. */
interface About<P extends Privacy> {
  readonly description: string
  readonly example: Schema.Json
  readonly privacy: P
}

/**
 * How a field comes by its value. Requests give `required`, `nullable`, `defaulted` and `list` ones, and decisions all others that are
 * stored.
 */
export type Kind = "required" | "nullable" | "defaulted" | "list" | "managed" | "id" | "reference" | "time" | "version" | "joined" | "requested"

/** What a declaration says of a field besides its schemas. */
export interface Traits {
  readonly kind: Kind
  readonly privacy: Privacy
  readonly description?: string | undefined
  readonly example?: Schema.Json | undefined
  /** What the search of candidates calls the text. */
  readonly searched?: string | undefined
}

type Schemas = { readonly [F in Form]?: Schema.Top }
type FieldOf<S extends Schemas, F extends Traits> = VariantSchema.Field<S> & F

const field = <const F extends Traits, const S extends Schemas>(traits: F, schemas: S): FieldOf<S, F> =>
  Object.assign(Field(schemas as never) as unknown as VariantSchema.Field<S>, traits)

/** A value that every request for a new one gives. */
export const required = <Shown extends Schema.Top, Written extends Schema.Top, const P extends Privacy>(
  shown: Shown,
  written: Written,
  { description, example, privacy }: About<P>
) => {
  const about = described(description, example)
  const stored = about(shown)
  return field({ kind: "required", privacy, description, example }, {
    row: stored,
    json: stored,
    listed: stored,
    event: stored,
    create: about(written),
    update: about(Schema.optionalKey(written))
  })
}

const optional = <const K extends Kind>(kind: K) =>
<Shown extends Schema.Top, Written extends Schema.Top, const P extends Privacy>(
  shown: Shown,
  written: Written,
  { description, example, privacy }: About<P>
) => {
  const about = described(description, example)
  const stored = about(shown)
  const request = about(Schema.optionalKey(written))
  const schemas = { row: stored, json: stored, listed: stored, event: stored, create: request, update: request }
  return field({ kind, privacy, description, example }, schemas)
}

/** A value that may be null. `written` takes null as well. */
export const nullable = <Shown extends Schema.Top, Written extends Schema.Top, const P extends Privacy>(
  shown: Shown,
  written: Written,
  about: About<P>
) => optional("nullable")(Schema.NullOr(shown), written, about)

/** A list, empty where a request for a new one has none. */
export const list = optional("list")

/** A value that a request may leave out, and that is never null. */
export const defaulted = optional("defaulted")

/** A value that decisions give. */
export const managed = <Shown extends Schema.Top, const P extends Privacy>(shown: Shown, { description, example, privacy }: About<P>) => {
  const stored = described(description, example)(shown)
  return field({ kind: "managed", privacy, description, example }, { row: stored, json: stored, event: stored })
}

/** The id of the noun. */
export const id = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "id", privacy: "kept" }, { row: schema, json: schema, listed: schema, event: schema })

/** The id of what the noun belongs to, or of who made it, which its responses leave out. */
export const reference = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "reference", privacy: "kept" }, { row: schema, event: schema })

/** The id of one of those that the noun can belong to: what belongs to another one is without it. */
export const optionalReference = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "reference", privacy: "kept" }, { row: Schema.optionalKey(schema), event: Schema.optionalKey(schema) })

/** A point in time that decisions give. */
export const time = <Time extends Schema.Top>(schema: Time, description: string, example: Schema.Json) => {
  const stored = described(description, example)(schema)
  return field({ kind: "time", privacy: "kept" }, { row: stored, json: stored, event: stored })
}

/** The number of changes of the noun, which each change compares (decision 0004). */
export const version = field({ kind: "version", privacy: "kept" }, {
  row: Schema.Int,
  event: Schema.Int.pipe(described("The number of changes of the entity, with the first", 2))
})

/** What is shown beside the row, and stored elsewhere. */
export const joined = <Shown extends Schema.Top>(schema: Shown) => field({ kind: "joined", privacy: "kept" }, { json: schema })

/** What a request gives under another name than the row has. */
export const requested = <Written extends Schema.Top>(written: Written, description: string, example: Schema.Json) => {
  const schema = described(description, example)(written)
  return field({ kind: "requested", privacy: "kept" }, { create: schema, update: schema })
}

/** A value that decisions give, and no response and no event shows. */
export const hidden = <Shown extends Schema.Top, const P extends Privacy>(shown: Shown, { description, example, privacy }: About<P>) =>
  field({ kind: "managed", privacy, description, example }, { row: described(description, example)(shown) })

/** The state of a machine, whose schema says what it means. */
export const state = <State extends Schema.Top, const P extends Privacy>(schema: State, privacy: P) =>
  field({ kind: "managed", privacy }, { row: schema, json: schema, listed: schema, event: schema })

/** What another table keeps and decisions need: parts, or their number. */
export const loaded = <Shown extends Schema.Top>(shown: Shown, description: string, example: Schema.Json) => {
  const schema = described(description, example)(shown)
  return field({ kind: "joined", privacy: "kept" }, { row: schema, json: schema, event: schema })
}

type AnyField = FieldOf<Schemas, Traits>
type With<F extends AnyField, S extends Schemas> = FieldOf<S, Pick<F, keyof F & keyof Traits>>

/** Gives a field schemas of its own in some forms. */
export const having = <const S extends Schemas>(own: S) => <F extends AnyField>({ schemas, ...traits }: F) =>
  field(traits, { ...schemas, ...own }) as unknown as With<F, Omit<F["schemas"], keyof S> & S>

/** Leaves a field out of some forms. */
export const without = <const V extends Form>(...forms: ReadonlyArray<V>) => <F extends AnyField>({ schemas, ...traits }: F) =>
  field(traits, Structs.omit(schemas, forms)) as unknown as With<F, Omit<F["schemas"], V>>

/** Shows a field in lists as in other responses. */
export const inLists = <F extends AnyField & { readonly schemas: { readonly json: Schema.Top } }>(one: F) =>
  having({ listed: one.schemas.json as F["schemas"]["json"] })(one)

/** Says that the events from before a certain time are without a field. */
export const addedLater = <F extends AnyField & { readonly schemas: { readonly event: Schema.Top } }>(one: F) =>
  having({ event: Schema.optionalKey(one.schemas.event as F["schemas"]["event"]) })(one)

/** Says that the search of candidates reads the text of a field, and what it calls it. */
export const searchedAs = <const Name extends string>(searched: Name) => <F extends AnyField>({ schemas, ...traits }: F) =>
  field({ ...traits, searched }, schemas) as unknown as F & { readonly searched: Name }

export interface Fields {
  readonly [name: string]: FieldOf<Schemas, Traits>
}

/** What can happen to a noun. The data of its event is the noun after it, if nothing else is said. */
interface Happening<Name extends string = string> {
  readonly summary: string
  /** What the example of the event has in place of the examples of its fields. */
  readonly example?: Schema.JsonObject
  /** The data of the event, where it is not the noun. */
  readonly data?: Data
  /** What the data has besides the noun; it is then described by a schema of its own. */
  readonly also?: { readonly identifier: string; readonly description: string; readonly fields: Schema.Struct.Fields }
  /** The fields of the noun that the data has, if not all of them; it is then described by a schema of its own. */
  readonly only?: { readonly identifier: string; readonly description: string; readonly fields: ReadonlyArray<Name> }
}

type Data = Schema.Codec<object, object> & { readonly fields: Schema.Struct.Fields }

/** A type of event, with the schema of its data. */
export interface EventForm {
  readonly summary: string
  readonly data: Data
  /** What the example has in place of the values of its schema's example. */
  readonly example: Schema.JsonObject
}

interface Happenings<Name extends string = string> {
  readonly [verb: string]: Happening<Name>
}

type Variant<F extends Fields, V extends Form> = Schema.Struct<Structs.Simplify<VariantSchema.ExtractFields<V, F>>>
type DataOf<F extends Fields, H extends Happening> = H extends { readonly data: infer D extends Schema.Top } ? D["Type"]
  : H extends { readonly also: { readonly fields: infer A extends Schema.Struct.Fields } } ? Variant<F, "event">["Type"] & Schema.Struct<A>["Type"]
  : H extends { readonly only: { readonly fields: ReadonlyArray<infer Name> } } ? Pick<Variant<F, "event">["Type"], Name & keyof Variant<F, "event">["Type"]>
  : Variant<F, "event">["Type"]

interface Declaration<S extends string, F extends Fields, H extends Happenings> {
  /** The noun in the types of its events. */
  readonly subject: S
  readonly description: string
  /** The table that keeps it. */
  readonly table: string
  /** The noun that its rows belong to, whose deletion deletes them; of several, each row belongs to one. */
  readonly partOf?: string | ReadonlyArray<string>
  readonly fields: F
  readonly events: H
}

/** A noun with what follows from its declaration. */
export interface Noun<S extends string, F extends Fields, H extends Happenings> extends Declaration<S, F, H> {
  readonly row: Variant<F, "row">
  readonly json: Variant<F, "json">
  readonly listed: Variant<F, "listed">
  readonly create: Variant<F, "create">
  readonly update: Variant<F, "update">
  /** The data of its events, where they say nothing else. */
  readonly data: Variant<F, "event">
  /** The types of its events. */
  readonly forms: { readonly [Verb in keyof H]: EventForm }
  /** Makes the event that this happened. Its data is picked from the entity after it. */
  readonly event: <V extends string & keyof H>(verb: V, entity: DataOf<F, H[V]> & { readonly id: string }) => DomainEvent
}

const nameOf = (subject: string): string =>
  subject.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")

/** Declares a noun. */
export const declare = <const S extends string, const F extends Fields, const H extends Happenings<string & keyof F>>(
  declaration: Declaration<S, F, H>
): Noun<S, F, H> => {
  const { description, events, fields, subject } = declaration
  const struct = Struct<VariantSchema.Struct.Fields>(fields)
  const form = <V extends Form>(form: V) => extract(struct, form) as unknown as Variant<F, V>
  const name = nameOf(subject)
  const { fields: shared } = form("event")
  const dataWith = (fields: object, { description, identifier }: { readonly identifier: string; readonly description: string }) =>
    Schema.Struct(fields as Schema.Struct.Fields).pipe(named(identifier, description)) as unknown as Data
  const after = dataWith(shared, { identifier: `${name}EventData`, description })
  const dataOf = ({ also, data = after, only }: Happening): Data =>
    also !== undefined
      ? dataWith({ ...shared, ...also.fields }, also)
      : only !== undefined
      ? dataWith(pick(shared, only.fields), only)
      : data
  const forms = Object.fromEntries(Object.entries(events).map(([verb, happening]) => {
    const { example = {}, summary } = happening
    return [verb, { summary, example, data: dataOf(happening) }]
  })) as { readonly [Verb in keyof H]: EventForm }
  return {
    ...declaration,
    row: form("row"),
    json: form("json").pipe(named(name, description)) as Variant<F, "json">,
    listed: form("listed"),
    create: form("create"),
    update: form("update"),
    data: after as unknown as Variant<F, "event">,
    forms,
    event: (verb, entity) => ({
      type: `${subject}.${verb}`,
      subject_id: entity.id,
      data: pick(entity, Object.keys(forms[verb].data.fields)) as Schema.JsonObject
    })
  }
}

const pick = (entity: object, names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(entity).filter(([name]) => names.includes(name)))

/** Of a noun that is deleted only its id is told. */
export const Deleted = Schema.Struct({ id: Uuid.pipe(described("The id of the deleted entity", example.id.job)) }).pipe(
  named("DeletedEventData", "The id of an entity that is deleted")
)
