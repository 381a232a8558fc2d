/**
 * Nouns. Each is declared once: its fields, and what can happen to it. Schemas, columns, events and erasure follow from
 * the declaration, which is data alone.
 */
import { Record, Schema, Struct } from "effect"
import type { Sees } from "./access/Sees.ts"
import type { DomainEvent } from "./Decision.ts"
import { described, documentation, named } from "./Described.ts"
import * as example from "./Example.ts"
import { type Fields, type FieldsIn, type Form, type Kind, structOf, type Translated } from "./Field.ts"
import { Uuid } from "./Id.ts"
import type { Where } from "./Where.ts"

/** What a schema is called in the OpenAPI document. */
interface Named {
  readonly identifier: string
  readonly description: string
}

/** An event of a noun. Its data is the noun after the change, unless declared otherwise. */
interface Happening<Name extends string = string> {
  readonly summary: string
  /** How people read its verb after the noun, where it does not read as it is written: “came back”. */
  readonly reads?: Translated
  /** The sentence about a member who did it, with `{actor}`, `{who}` for the applicant and `{stage}`. */
  readonly news?: Translated
  /** What the example of the event has in place of the examples of its fields. */
  readonly example?: Schema.JsonObject
  /** The data of the event, where it is not the noun. */
  readonly data?: Data
  /** What the data has besides the noun; it is then described by a schema of its own. */
  readonly also?: Named & { readonly fields: DataFields }
  /** The fields of the noun that the data has, if not all of them; it is then described by a schema of its own. */
  readonly only?: Named & { readonly fields: ReadonlyArray<Name> }
}

type DataFields = Readonly<Record<PropertyKey, Schema.Codec<unknown, unknown>>>

type Data = Schema.Codec<object, object> & { readonly fields: object }

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

type Variant<F extends Fields, V extends Form> = Schema.Struct<FieldsIn<F, V>>
type DataOf<F extends Fields, H extends Happening> = H extends { readonly data: infer D extends Schema.Top } ? D["Type"]
  : H extends { readonly also: { readonly fields: infer A extends Schema.Struct.Fields } } ?
    Variant<F, "event">["Type"] & Schema.Struct<A>["Type"]
  : H extends { readonly only: { readonly fields: ReadonlyArray<infer Name> } } ?
    Pick<Variant<F, "event">["Type"], Name & keyof Variant<F, "event">["Type"]>
  : Variant<F, "event">["Type"]

interface Declaration<S extends string, F extends Fields, H extends Happenings, T extends string = string> {
  /** The noun in the types of its events. */
  readonly subject: S
  readonly description: string
  /** What people call it, where the subject does not read as they write it. */
  readonly label?: Translated
  /** The table that keeps it. */
  readonly table: T
  /** The noun that its rows belong to, whose deletion deletes them; of several, each row belongs to one. */
  readonly partOf?: string | ReadonlyArray<string>
  /** Whether a copy of the noun that its rows belong to has such rows as well. Every part of a job says it. */
  readonly isCopied?: boolean
  /** Which of its rows members see who do not see all jobs. */
  readonly sees: Sees
  /** The condition on rows that each member meets who sees them, administrators too: a draft is its author's alone. */
  readonly everybodySees?: Where
  /**
   * The field with the author, of a noun of which nobody sees others' rows on an application before their own
   * scorecard, or on their own application.
   */
  readonly othersAfterOwn?: string
  readonly fields: F
  readonly events: H
}

/** A noun with what follows from its declaration. */
export interface Noun<S extends string, F extends Fields, H extends Happenings, T extends string = string>
  extends Declaration<S, F, H, T>
{
  readonly row: Variant<F, "row">
  readonly json: Variant<F, "json">
  readonly listed: Variant<F, "listed">
  readonly create: Variant<F, "create">
  readonly update: Variant<F, "update">
  /** The data of its events, where they say nothing else. */
  readonly data: Variant<F, "event">
  /** The types of its events. */
  readonly forms: Readonly<Record<keyof H & string, EventForm>>
  /** Makes the event that this happened. Its data is picked from the entity after it. */
  readonly event: <V extends string & keyof H>(
    verb: V,
    entity: DataOf<F, H[V]> & { readonly id: string }
  ) => DomainEvent
}

/** The name of a type, or of a group of operations. */
export type Pascal<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>

/** Returns `mail_template` as its types are called: `MailTemplate`. */
export const nameOf = <const Name extends string>(name: Name) =>
  name.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("") as Pascal<Name>

/** Returns `mail_template` as a sentence has it: `mail template`. */
export const wordsOf = (name: string): string => name.replaceAll("_", " ")

/** Declares a noun. */
export const declare = <
  const S extends string,
  const F extends Fields,
  const H extends Happenings<string & keyof F>,
  const T extends string
>(declaration: Declaration<S, F, H, T>): Noun<S, F, H, T> => {
  const { description, events, fields, subject } = declaration
  const name = nameOf(subject)
  const own = structOf(fields, "event").fields as DataFields
  const dataWith = (fields: DataFields, { description, identifier }: Named): Data =>
    Schema.Struct(fields).pipe(named(identifier, description))
  const after = dataWith(own, { identifier: `${name}EventData`, description })
  // Of an event whose data is not the noun, the id is still the noun's.
  const [id] = "id" in own ? documentation(own["id"]).examples : []
  const forms = Record.map<keyof H & string, Happening, EventForm>(
    events,
    ({ also, data = after, example = {}, only, summary }) => ({
      summary,
      example: data !== after && id !== undefined && "id" in data.fields ? { id, ...example } : example,
      data: also !== undefined
        ? dataWith({ ...own, ...also.fields }, also)
        : only !== undefined
        ? dataWith(Struct.pick(own, only.fields), only)
        : data
    })
  )
  return {
    ...declaration,
    row: structOf(fields, "row"),
    json: structOf(fields, "json").pipe(named(name, description)) as Variant<F, "json">,
    listed: structOf(fields, "listed"),
    create: structOf(fields, "create"),
    update: structOf(fields, "update"),
    data: after as Variant<F, "event">,
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

/** What the values of a noun's fields are read from. */
type Declared = { readonly fields: Fields }
type NamesOf<N extends Declared, K extends Kind> =
  & {
    [Name in keyof N["fields"]]: N["fields"][Name]["kind"] extends K ? Name : never
  }[keyof N["fields"]]
  & string

/** Returns the names of the fields of these kinds. */
export const namesOf = <N extends Declared, const K extends Kind>({ fields }: N, ...kinds: ReadonlyArray<K>) =>
  Object.keys(fields).filter((name): name is NamesOf<N, K> => kinds.includes(fields[name]!.kind as K))

/** Returns the values of what a request for a new one can leave out. */
export const absent = <N extends Declared>(noun: N) =>
  Object.fromEntries([
    ...namesOf(noun, "nullable").map((name) => [name, null]),
    ...namesOf(noun, "list").map((name) => [name, []])
  ]) as { readonly [Name in NamesOf<N, "nullable">]: null } & { readonly [Name in NamesOf<N, "list">]: readonly [] }

type Replaced<F extends Fields> = {
  readonly [Name in keyof F as F[Name]["privacy"] extends { readonly replacedBy: unknown } ? Name : never]:
    F[Name]["privacy"] extends { readonly replacedBy: infer Value } ? Value : never
}

/** Returns the values that take the place of the personal ones when a person is anonymised. */
export const anonymous = <F extends Fields>({ fields }: { readonly fields: F }): Replaced<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { privacy }]) =>
      typeof privacy === "object" ? [[name, privacy.replacedBy] as const] : []
    )
  ) as Replaced<F>
