/**
 * Nouns. Each is declared once: its fields, each with its meaning, its example and what becomes of it when its person is
 * anonymised, and what can happen to it. Schemas, columns, events and erasure follow from the declaration, which is data alone.
 */
import { Schema, Struct as Structs } from "effect"
import { VariantSchema } from "effect/schema"
import type { DomainEvent } from "./Decision.ts"
import { described, named } from "./Described.ts"

/**
 * The forms of a noun: `row` is what decisions see and the database keeps, `json` what its own operations show, `listed` what
 * others show of it, `create` and `update` what requests give, `event` the data of its events.
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

/** How a field comes by its value. Requests give `required` and `nullable` ones, and decisions all others that are stored. */
type Kind = "required" | "nullable" | "managed" | "id" | "reference" | "time" | "version" | "joined" | "requested"

/** What a declaration says of a field besides its schemas. */
interface Traits {
  readonly kind: Kind
  readonly privacy: Privacy
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
  return field({ kind: "required", privacy }, {
    row: stored,
    json: stored,
    listed: stored,
    event: stored,
    create: about(written),
    update: about(Schema.optionalKey(written))
  })
}

/** A value that may be null. `written` takes null as well. */
export const nullable = <Shown extends Schema.Top, Written extends Schema.Top, const P extends Privacy>(
  shown: Shown,
  written: Written,
  { description, example, privacy }: About<P>
) => {
  const about = described(description, example)
  const stored = about(Schema.NullOr(shown))
  const request = about(Schema.optionalKey(written))
  return field({ kind: "nullable", privacy }, { row: stored, json: stored, listed: stored, event: stored, create: request, update: request })
}

/** A value that decisions give. */
export const managed = <Shown extends Schema.Top, const P extends Privacy>(shown: Shown, { description, example, privacy }: About<P>) => {
  const stored = described(description, example)(shown)
  return field({ kind: "managed", privacy }, { row: stored, json: stored, event: stored })
}

/** The id of the noun. */
export const id = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "id", privacy: "kept" }, { row: schema, json: schema, listed: schema, event: schema })

/** The id of what the noun belongs to, or of who made it, which its answers leave out. */
export const reference = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "reference", privacy: "kept" }, { row: schema, event: schema })

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

interface Fields {
  readonly [name: string]: FieldOf<Schemas, Traits>
}

/** What can happen to a noun. */
export interface Happening {
  readonly summary: string
  /** What the example of the event has in place of the examples of its fields. */
  readonly example?: Schema.JsonObject
  /** The data of the event, where it is not the noun after it. */
  readonly data?: Schema.Codec<object, object> & { readonly fields: Schema.Struct.Fields }
}

interface Happenings {
  readonly [verb: string]: Happening
}

type Variant<F extends Fields, V extends Form> = Schema.Struct<Structs.Simplify<VariantSchema.ExtractFields<V, F>>>
type DataOf<F extends Fields, H extends Happening> = H extends { readonly data: infer D extends Schema.Top } ? D["Type"]
  : Variant<F, "event">["Type"]

interface Declaration<S extends string, F extends Fields, H extends Happenings> {
  /** The noun in the types of its events. */
  readonly subject: S
  readonly description: string
  /** The table that keeps it. */
  readonly table: string
  /** The noun that its rows belong to, whose deletion deletes them. */
  readonly partOf?: string
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
  readonly data: Variant<F, "event">
  /** Makes the event that this happened. Its data is picked from the entity after it. */
  readonly event: <V extends string & keyof H>(verb: V, entity: DataOf<F, H[V]> & { readonly id: string }) => DomainEvent
}

const nameOf = (subject: string): string =>
  subject.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("")

/** Declares a noun. */
export const declare = <const S extends string, const F extends Fields, const H extends Happenings>(
  declaration: Declaration<S, F, H>
): Noun<S, F, H> => {
  const { description, events, fields, subject } = declaration
  const struct = Struct<VariantSchema.Struct.Fields>(fields)
  const form = <V extends Form>(form: V) => extract(struct, form) as unknown as Variant<F, V>
  const name = nameOf(subject)
  const data = form("event").pipe(named(`${name}EventData`, description)) as Variant<F, "event">
  return {
    ...declaration,
    row: form("row"),
    json: form("json").pipe(named(name, description)) as Variant<F, "json">,
    listed: form("listed"),
    create: form("create"),
    update: form("update"),
    data,
    event: (verb, entity) => ({
      type: `${subject}.${verb}`,
      subject_id: entity.id,
      data: Object.fromEntries(
        Object.keys((events[verb]!.data ?? data).fields).filter((key) => key in entity).map((key) => [key, entity[key as keyof typeof entity]])
      ) as Schema.JsonObject
    })
  }
}
