/** The columns of nouns, from their declarations. */
import { iso } from "../database/Types.ts"

/** What a declaration says of columns. */
export interface Declared {
  readonly fields: { readonly [name: string]: { readonly kind: string; readonly schemas: object } }
}

type Form = "row" | "json" | "listed"

const namesIn = ({ fields }: Declared, form: Form): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => form in fields[name]!.schemas)

/** The columns that decisions see. */
export const rowColumns = <Noun extends Declared>(noun: Noun) =>
  namesIn(noun, "row").filter((name) => noun.fields[name]!.kind !== "joined") as ReadonlyArray<string & keyof Noun["fields"]>

/** The columns that decisions change, besides `version` and times. */
export const changedColumns = <Noun extends Declared>(noun: Noun) =>
  rowColumns(noun).filter((name) => ["required", "nullable", "defaulted", "list", "managed"].includes(noun.fields[name]!.kind))

/** The columns that the table has, also those that decisions do not see. */
export const storedColumns = <Noun extends Declared>({ fields }: Noun) =>
  Object.keys(fields).filter((name) => !["joined", "requested"].includes(fields[name]!.kind)) as ReadonlyArray<string & keyof Noun["fields"]>

/** A row of these columns as JSON, without white space. */
export const object = (columns: string): string => `(SELECT row_to_json(shown) FROM (SELECT ${columns}) shown)`

/** The columns that answers show. */
export const shownColumns = <Noun extends Declared>(noun: Noun) => namesIn(noun, "json") as ReadonlyArray<string & keyof Noun["fields"]>

/**
 * The columns of a row with this alias in one of its forms, as JSON has them. `joined` has an SQL expression for each field that is
 * stored elsewhere.
 */
export const jsonColumns = (noun: Declared, alias: string, form: Form, joined: { readonly [name: string]: string } = {}): string =>
  namesIn(noun, form).map((name) => {
    const stored = `${alias}.${name}`
    return `${joined[name] ?? (noun.fields[name]!.kind === "time" ? iso(stored) : stored)} AS ${name}`
  }).join(", ")

/** A row with this alias as its own answers show it, as JSON. */
export const shownOf = (noun: Declared, alias: string, joined: { readonly [name: string]: string } = {}): string =>
  object(jsonColumns(noun, alias, "json", joined))
