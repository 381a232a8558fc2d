/**
 * Nouns. Each is declared once: its fields and its events. Schemas, columns, events and erasure follow from the
 * declaration, which is plain data.
 */
import { Record, Schema, Struct } from "effect"
import type { Sees } from "./access/Sees.ts"
import type { DomainEvent } from "./Decision.ts"
import { described, documentation, named } from "./Described.ts"
import * as example from "./Example.ts"
import { type Fields, type FieldsIn, type Form, type Kind, structOf, type Translated } from "./Field.ts"
import { Uuid } from "./Id.ts"
import type { Where } from "./Where.ts"

/** The name of a schema in the OpenAPI document. */
interface Named {
  readonly identifier: string
  readonly description: string
}

/** An event of a noun. Its data is the noun after the change, unless declared otherwise. */
interface Happening<Name extends string = string> {
  readonly summary: string
  /** How people read its verb after the noun, if not as it is spelled: “came back”. */
  readonly reads?: Translated
  /** The name of the event, where noun and verb do not say what happened. */
  readonly reads_as?: Translated
  /** The sentence about a member who did it, with `{actor}`, `{who}` for the applicant and `{stage}`. */
  readonly news?: Translated
  /** Values that replace those of the fields' examples in the event's example. */
  readonly example?: Schema.JsonObject
  /** The data of the event, if it is not the noun. */
  readonly data?: Data
  /** Additional fields of the data. The data then has a named schema of its own. */
  readonly also?: Named & { readonly fields: DataFields }
  /** The fields of the noun in the data, if not all. The data then has a named schema of its own. */
  readonly only?: Named & { readonly fields: ReadonlyArray<Name> }
}

type DataFields = Readonly<Record<PropertyKey, Schema.Codec<unknown, unknown>>>

type Data = Schema.Codec<object, object> & { readonly fields: object }

/** A type of event, with the schema of its data. */
export interface EventForm {
  readonly summary: string
  readonly data: Data
  /** Values that replace those of the schema's example. */
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
  /** The label, if it differs from the subject. */
  readonly label?: Translated
  /** The table that stores it. */
  readonly table: T
  /**
   * The noun that owns its rows: deleting an owner deletes its rows. If there are several nouns, each row belongs to
   * one of them.
   */
  readonly partOf?: string | ReadonlyArray<string>
  /** Whether copying the owner copies these rows. Every part of a job states it. */
  readonly isCopied?: boolean
  /** The rows that members with partial access see. */
  readonly sees: Sees
  /** A condition for all members, administrators included: a draft is visible to its author alone. */
  readonly everybodySees?: Where
  /**
   * The field with the author. If set, nobody sees others' rows on an application before submitting their own
   * scorecard, or any rows on their own application.
   */
  readonly othersAfterOwn?: string
  readonly fields: F
  readonly events: H
}

/** A noun with everything that is derived from its declaration. */
export interface Noun<S extends string, F extends Fields, H extends Happenings, T extends string = string>
  extends Declaration<S, F, H, T>
{
  readonly row: Variant<F, "row">
  readonly json: Variant<F, "json">
  readonly listed: Variant<F, "listed">
  readonly create: Variant<F, "create">
  readonly update: Variant<F, "update">
  /** The default data of its events. */
  readonly data: Variant<F, "event">
  /** The types of its events. */
  readonly forms: Readonly<Record<keyof H & string, EventForm>>
  /** Makes the event with this verb. Its data is picked from the entity's new state. */
  readonly event: <V extends string & keyof H>(
    verb: V,
    entity: DataOf<F, H[V]> & { readonly id: string }
  ) => DomainEvent
}

/** Converts a name to PascalCase, for types and groups of operations. */
export type Pascal<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>

/** Converts `mail_template` to the name of its types: `MailTemplate`. */
export const nameOf = <const Name extends string>(name: Name) =>
  name.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("") as Pascal<Name>

/** Converts `mail_template` to words of a sentence: `mail template`. */
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
  // The id of an event is the noun's, even if the event's data is not the noun.
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

/** The event data of a deleted noun: its id only. */
export const Deleted = Schema.Struct({ id: Uuid.pipe(described("The id of the deleted entity", example.id.job)) }).pipe(
  named("DeletedEventData", "The id of an entity that is deleted")
)

/** The part of a declaration from which the types of field values are derived. */
type Declared = { readonly fields: Fields }
type NamesOf<N extends Declared, K extends Kind> =
  & {
    [Name in keyof N["fields"]]: N["fields"][Name]["kind"] extends K ? Name : never
  }[keyof N["fields"]]
  & string

/** Returns the names of the fields of these kinds. */
export const namesOf = <N extends Declared, const K extends Kind>({ fields }: N, ...kinds: ReadonlyArray<K>) =>
  Object.keys(fields).filter((name): name is NamesOf<N, K> => kinds.includes(fields[name]!.kind as K))

/** Returns the default values of the fields that a request to create the noun can omit. */
export const absent = <N extends Declared>(noun: N) =>
  Object.fromEntries([
    ...namesOf(noun, "nullable").map((name) => [name, null]),
    ...namesOf(noun, "list").map((name) => [name, []])
  ]) as { readonly [Name in NamesOf<N, "nullable">]: null } & { readonly [Name in NamesOf<N, "list">]: readonly [] }

type Replaced<F extends Fields> = {
  readonly [Name in keyof F as F[Name]["privacy"] extends { readonly replacedBy: unknown } ? Name : never]:
    F[Name]["privacy"] extends { readonly replacedBy: infer Value } ? Value : never
}

/** Returns the values that replace personal data when a person is anonymised. */
export const anonymous = <F extends Fields>({ fields }: { readonly fields: F }): Replaced<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { privacy }]) =>
      typeof privacy === "object" ? [[name, privacy.replacedBy] as const] : []
    )
  ) as Replaced<F>
