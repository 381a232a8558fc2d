/** Values that follow from the declaration of a noun. */
import type { Fields, Kind } from "./Noun.ts"

/** What the values of a noun's fields are read from. */
type Declared = { readonly fields: Fields }
type Named<N extends Declared, K extends Kind> = {
  [Name in keyof N["fields"]]: N["fields"][Name]["kind"] extends K ? Name : never
}[keyof N["fields"]] & string

/** Returns the names of the fields of these kinds. */
export const namesOf = <N extends Declared, const K extends Kind>({ fields }: N, ...kinds: ReadonlyArray<K>) =>
  Object.keys(fields).filter((name) => kinds.includes(fields[name]!.kind as K)) as unknown as ReadonlyArray<Named<N, K>>

/** Returns the values of what a request for a new one can leave out. */
export const absent = <N extends Declared>(noun: N) =>
  Object.fromEntries([
    ...namesOf(noun, "nullable").map((name) => [name, null]),
    ...namesOf(noun, "list").map((name) => [name, []])
  ]) as { readonly [Name in Named<N, "nullable">]: null } & { readonly [Name in Named<N, "list">]: readonly [] }

type Replaced<F extends Fields> = {
  readonly [Name in keyof F as F[Name]["privacy"] extends { readonly replacedBy: unknown } ? Name : never]:
    F[Name]["privacy"] extends { readonly replacedBy: infer Value } ? Value : never
}

/** Returns the values that take the place of the personal ones when a person is anonymised. */
export const anonymous = <F extends Fields>({ fields }: { readonly fields: F }): Replaced<F> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { privacy }]) =>
    typeof privacy === "object" ? [[name, privacy.replacedBy] as const] : [])) as Replaced<F>
