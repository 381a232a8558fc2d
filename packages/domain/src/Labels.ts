/** What people call nouns, their fields and events, of which pages are made. All of it is plain data. */
import type { Fields, Translated, Widget } from "./Field.ts"

const given = ["required", "nullable", "defaulted", "list"] as const

/** The fields that requests give. */
type Given<F extends Fields> =
  & { [Name in keyof F]: F[Name]["kind"] extends (typeof given)[number] ? Name : never }[keyof F]
  & string

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
type Labelled<F extends Fields> =
  & { readonly fields: F }
  & ([Unlabelled<F>] extends [never] ? unknown : { readonly withoutLabel: Unlabelled<F> })

/** Returns the fields that requests give of a noun, as declared. One without a label does not compile. */
export const pageFields = <F extends Fields>({ fields }: Labelled<F>) =>
  Object.entries<Fields[string]>(fields).flatMap(([name, { kind, label }]) =>
    label === undefined || !given.some((one) => one === kind)
      ? []
      : [{ name, label: label.en, widget: label.widget, isRequired: kind === "required" }]
  ) as unknown as ReadonlyArray<PageField<F>>

interface Happening {
  readonly summary: string
  readonly reads?: Translated
  readonly news?: Translated
}

interface AnyNoun {
  readonly subject: string
  readonly label?: Translated
  readonly fields: Fields
  readonly events: Readonly<Record<string, Happening>>
}
type Nouns = ReadonlyArray<AnyNoun>

/** A text by what it is the text of. */
type Named = ReadonlyArray<readonly [name: string, text: Translated | undefined]>

const english = (named: Named): Readonly<Record<string, string>> =>
  Object.fromEntries(named.flatMap(([name, text]) => text === undefined ? [] : [[name, text[0]]]))

const labelsOf = (nouns: Nouns) =>
  nouns.flatMap(({ fields }) =>
    Object.entries<Fields[string]>(fields).flatMap(([name, { label }]) =>
      label === undefined ? [] : [{ name, ...label }]
    )
  )

/** Names a field in sentences about wrong values: by its label, unless the noun declares another name. */
const spoken = (nouns: Nouns): Named =>
  labelsOf(nouns).map(({ de, en, name, spoken }) => [name, spoken ?? [en.charAt(0).toLowerCase() + en.slice(1), de]])

const labels = (nouns: Nouns): Named => nouns.map(({ label, subject }) => [subject, label])

const events = (nouns: Nouns) =>
  nouns.flatMap(({ events, subject }) =>
    Object.entries(events).map(([verb, event]) => ({ type: `${subject}.${verb}`, verb, ...event }))
  )

const verbs = (nouns: Nouns): Named => events(nouns).map(({ reads, verb }) => [verb, reads])

const news = (nouns: Nouns): Named => events(nouns).map(({ news, type }) => [type, news])

/** Returns what sentences call the fields of these nouns that have labels. */
export const spokenNames = (nouns: Nouns) => english(spoken(nouns))

/** Returns what people call these nouns and the verbs of their events, where they do not read as they are written. */
export const eventNames = (nouns: Nouns) => ({ nouns: english(labels(nouns)), verbs: english(verbs(nouns)) })

/** Returns the sentences about what a member has done, by the type of its event. */
export const newsOf = (nouns: Nouns) => english(news(nouns))

/** Returns the German texts of all that, by the English ones. */
export const germanTexts = (nouns: Nouns): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...labelsOf(nouns).map(({ de, en }) => [en, de]),
    ...[spoken, labels, verbs, news].flatMap((named) => named(nouns)).flatMap(([, text]) =>
      text === undefined ? [] : [text]
    )
  ])
