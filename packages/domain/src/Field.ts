/**
 * The fields of nouns. Each is declared once: its meaning, its example, what happens to it when its person is
 * anonymised, and its schema in each form of the noun that has it.
 */
import { Schema, Struct } from "effect"
import { VariantSchema } from "effect/schema"
import { described } from "./Described.ts"

/**
 * The forms of a noun: `row` for decisions and the database, `json` for responses of its own operations, `listed` for
 * lists and other nouns' responses, `create` and `update` for requests, `event` for the data of its events.
 */
const variants = VariantSchema.make({
  variants: ["row", "json", "listed", "create", "update", "event"],
  defaultVariant: "row"
})
export type Form = "row" | "json" | "listed" | "create" | "update" | "event"

/** What happens to a field when its person is anonymised: it stays, its row is deleted, or this value replaces it. */
export type Privacy = "kept" | "removed" | { readonly replacedBy: Schema.Json }

/** The meaning of a field. `privacy` has no default, so that each declaration states it. */
interface About<P extends Privacy> {
  readonly description: string
  readonly example: Schema.Json
  readonly privacy: P
}

/**
 * Where a field's value comes from. Requests give `required`, `nullable`, `defaulted` and `list` fields; decisions set
 * all other stored ones.
 */
export type Kind =
  | "required"
  | "nullable"
  | "defaulted"
  | "list"
  | "managed"
  | "id"
  | "reference"
  | "time"
  | "version"
  | "embedded"
  | "requested"

/** How a page shows and edits a field: as a line, a web address, a number of years, or with a widget of its own. */
export type Widget = "line" | "link" | "years" | "own"

/** A text in each language of the console. */
export type Translated = readonly [en: string, de: string]

/** A field's label, in each language of the console. */
export interface Label {
  readonly en: string
  readonly de: string
  readonly widget: Widget
  /** The label within a sentence about a wrong value, if it differs there: “LinkedIn address”. */
  readonly spoken?: Translated
}

/** The properties of a field besides its schemas. */
export interface Traits {
  readonly kind: Kind
  readonly privacy: Privacy
  readonly description?: string | undefined
  readonly example?: Schema.Json | undefined
  /** The name of this text in the candidate search; false if the search ignores it. */
  readonly searched?: string | false | undefined
  /** The label. A page that shows a noun's fields needs one for each field that requests give. */
  readonly label?: Label | undefined
  /**
   * The row whose name the field shows while the field `id` has the id of one in this table. Otherwise the field has
   * its own value.
   */
  readonly namedBy?: { readonly table: string; readonly id: string } | undefined
}

type Schemas = { readonly [F in Form]?: Schema.Top }
type FieldOf<S extends Schemas, F extends Traits> = VariantSchema.Field<S> & F

const field = <const F extends Traits, const S extends Schemas>(traits: F, schemas: S): FieldOf<S, F> =>
  Object.assign(variants.Field<S>(schemas as never), traits)

/** A value that every request to create the noun must give. */
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

const optional =
  <const K extends Kind>(kind: K) =>
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

/** A list, which is empty if a request to create the noun omits it. */
export const list = optional("list")

/** A value that a request may omit, and that is never null. */
export const defaulted = optional("defaulted")

/** A value that decisions set. */
export const managed = <Shown extends Schema.Top, const P extends Privacy>(
  shown: Shown,
  { description, example, privacy }: About<P>
) => {
  const stored = described(description, example)(shown)
  return field({ kind: "managed", privacy, description, example }, { row: stored, json: stored, event: stored })
}

/** The id of the noun. */
export const id = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "id", privacy: "kept" }, { row: schema, json: schema, listed: schema, event: schema })

/** The id of the noun's owner or author, which responses omit. */
export const reference = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "reference", privacy: "kept" }, { row: schema, event: schema })

/** The id of one of several possible owners. It is missing if the noun belongs to another one. */
export const optionalReference = <Id extends Schema.Top>(schema: Id) =>
  field({ kind: "reference", privacy: "kept" }, { row: Schema.optionalKey(schema), event: Schema.optionalKey(schema) })

/** A point in time that decisions set. */
export const time = <Time extends Schema.Top>(schema: Time, description: string, example: Schema.Json) => {
  const stored = described(description, example)(schema)
  return field({ kind: "time", privacy: "kept" }, { row: stored, json: stored, event: stored })
}

/** The number of changes of the noun, for optimistic locking (decision 0004). */
export const version = field({ kind: "version", privacy: "kept" }, {
  row: Schema.Int,
  event: Schema.Int.pipe(described("The number of changes of the entity, including its creation", 2))
})

/** Data from other tables that the noun's own operations include in responses. */
export const embedded = <Shown extends Schema.Top>(schema: Shown) =>
  field({ kind: "embedded", privacy: "kept" }, { json: schema })

/** A value that every request gives, under another name than the column's. */
export const requested = <Written extends Schema.Top>(written: Written, description: string, example: Schema.Json) => {
  const schema = described(description, example)(written)
  return field({ kind: "requested", privacy: "kept" }, { create: schema, update: schema })
}

/** A value that decisions set, and that no response and no event shows. */
export const hidden = <Shown extends Schema.Top, const P extends Privacy>(
  shown: Shown,
  { description, example, privacy }: About<P>
) => field({ kind: "managed", privacy, description, example }, { row: described(description, example)(shown) })

/** The state of a state machine, described by its schema. */
export const state = <State extends Schema.Top, const P extends Privacy>(schema: State, privacy: P) =>
  field({ kind: "managed", privacy }, { row: schema, json: schema, listed: schema, event: schema })

/** A field that is aggregated from another table and that decisions need: child rows, or their number. */
export const aggregated = <Shown extends Schema.Top>(shown: Shown, description: string, example: Schema.Json) => {
  const schema = described(description, example)(shown)
  return field({ kind: "embedded", privacy: "kept" }, { row: schema, json: schema, event: schema })
}

type AnyField = FieldOf<Schemas, Traits>
type With<F extends AnyField, S extends Schemas> = FieldOf<S, Pick<F, keyof F & keyof Traits>>

/** Replaces the schemas of a field in some forms. */
export const having = <const S extends Schemas>(own: S) => <F extends AnyField>({ schemas, ...traits }: F) =>
  field(traits, { ...schemas, ...own }) as With<F, Omit<F["schemas"], keyof S> & S>

/** Removes a field from some forms. */
export const without =
  <const V extends Form>(...forms: ReadonlyArray<V>) => <F extends AnyField>({ schemas, ...traits }: F) =>
    field(traits, Struct.omit(schemas, forms)) as With<F, Omit<F["schemas"], V>>

/** Shows a field in lists as in the noun's own responses. */
export const inLists = <F extends AnyField & { readonly schemas: { readonly json: Schema.Top } }>(one: F) =>
  having({ listed: one.schemas.json as F["schemas"]["json"] })(one)

/** Makes a field optional in events: those stored before the field existed lack it. */
export const addedLater = <F extends AnyField & { readonly schemas: { readonly event: Schema.Top } }>(one: F) =>
  having({ event: Schema.optionalKey(one.schemas.event as F["schemas"]["event"]) })(one)

/** Includes the text of a field in the candidate search, under this name. */
export const searchedAs =
  <const Name extends string>(searched: Name) => <F extends AnyField>({ schemas, ...traits }: F) =>
    field({ ...traits, searched }, schemas) as F & { readonly searched: Name }

/** Excludes the value of a field from the candidate search. */
export const unsearched = <F extends AnyField>({ schemas, ...traits }: F) =>
  field({ ...traits, searched: false }, schemas) as F & { readonly searched: false }

/** Sets a field's label in English and German, and how a page shows it: as a line by default. */
export const labelled = <const W extends Widget = "line">(
  en: string,
  de: string,
  about: Pick<Label, "spoken"> & { readonly widget?: W } = {}
) =>
<F extends AnyField>({ schemas, ...traits }: F) =>
  field({ ...traits, label: { en, de, widget: "line", ...about } }, schemas) as
    & F
    & { readonly label: Label & { readonly widget: W } }

/** Makes a field show the name of a row of a table, as long as the field `id` names one. */
export const namedBy = (table: string, id: string) => <F extends AnyField>({ schemas, ...traits }: F) =>
  field({ ...traits, namedBy: { table, id } }, schemas) as F

export interface Fields {
  readonly [name: string]: FieldOf<Schemas, Traits>
}

/** The schemas of these fields in one of the forms. */
export type FieldsIn<F extends Fields, V extends Form> = Struct.Simplify<VariantSchema.ExtractFields<V, F>>

/** Returns the schema of an object with these fields, in one of the forms. */
export const structOf = <F extends Fields, V extends Form>(fields: F, form: V) =>
  variants.extract(variants.Struct<VariantSchema.Struct.Fields>(fields), form) as Schema.Struct<FieldsIn<F, V>>
