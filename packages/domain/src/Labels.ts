/** What people call the fields of nouns, of which pages are made. All of it is plain data. */
import type { Fields, Label, Widget } from "./Field.ts"

const given = ["required", "nullable", "defaulted", "list"] as const

/** The fields that requests give. */
type Given<F extends Fields> = { [Name in keyof F]: F[Name]["kind"] extends (typeof given)[number] ? Name : never }[keyof F] & string

type WidgetOf<One> = One extends { readonly label: { readonly widget: infer W extends Widget } } ? W : never

type Unlabelled<F extends Fields> = { [Name in Given<F>]: [WidgetOf<F[Name]>] extends [never] ? Name : never }[Given<F>]

/** A field of a page. */
export type PageField<F extends Fields> = {
  [Name in Given<F>]: {
    readonly name: Name
    readonly label: string
    readonly widget: WidgetOf<F[Name]>
    readonly isRequired: boolean
  }
}[Given<F>]

/** A noun of which every field that requests give has a label. */
type Labelled<F extends Fields> = { readonly fields: F } &
  ([Unlabelled<F>] extends [never] ? unknown : { readonly withoutLabel: Unlabelled<F> })

/** Returns the fields that requests give of a noun, in the order of its declaration. One without a label does not compile. */
export const pageFields = <F extends Fields>({ fields }: Labelled<F>) =>
  Object.entries<Fields[string]>(fields).flatMap(([name, { kind, label }]) =>
    label === undefined || !given.some((one) => one === kind)
      ? []
      : [{ name, label: label.en, widget: label.widget, isRequired: kind === "required" }]) as unknown as ReadonlyArray<PageField<F>>

type Nouns = ReadonlyArray<{ readonly fields: Fields }>

const labelsOf = (nouns: Nouns): ReadonlyArray<readonly [name: string, label: Label]> =>
  nouns.flatMap(({ fields }) =>
    Object.entries<Fields[string]>(fields).flatMap(([name, { label }]) => label === undefined ? [] : [[name, label] as const]))

/** What a sentence about a wrong value calls a field, in English and in German. */
const spokenOf = ({ de, en, spoken = [en.charAt(0).toLowerCase() + en.slice(1), de] }: Label) => spoken

/** Returns what sentences call the fields of these nouns that have labels. */
export const spokenNames = (nouns: Nouns): Readonly<Record<string, string>> =>
  Object.fromEntries(labelsOf(nouns).map(([name, label]) => [name, spokenOf(label)[0]]))

/** Returns the German texts of labels and spoken names, by the English ones. */
export const germanTexts = (nouns: Nouns): Readonly<Record<string, string>> =>
  Object.fromEntries(labelsOf(nouns).flatMap(([, label]) => [[label.en, label.de], spokenOf(label)]))
