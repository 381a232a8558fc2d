/** Labels of nouns, fields and events, from which pages are made. Plain data. */
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

/** A noun with a label on each field that requests give. */
type Labelled<F extends Fields> =
  & { readonly fields: F }
  & ([Unlabelled<F>] extends [never] ? unknown : { readonly withoutLabel: Unlabelled<F> })

/** Returns a noun's fields that requests give, as declared. One without a label does not compile. */
export const pageFields = <F extends Fields>({ fields }: Labelled<F>) =>
  Object.entries<Fields[string]>(fields).flatMap(([name, { kind, label }]) =>
    label === undefined || !given.some((one) => one === kind)
      ? []
      : [{ name, label: label.en, widget: label.widget, isRequired: kind === "required" }]
  ) as unknown as ReadonlyArray<PageField<F>>

interface Happening {
  readonly summary: string
  readonly reads?: Translated
  readonly reads_as?: Translated
  readonly news?: Translated
}

interface AnyNoun {
  readonly subject: string
  readonly label?: Translated
  readonly fields: Fields
  readonly events: Readonly<Record<string, Happening>>
}
type Nouns = ReadonlyArray<AnyNoun>

/** Texts with the names of what they label. */
type Named = ReadonlyArray<readonly [name: string, text: Translated | undefined]>

const english = (named: Named): Readonly<Record<string, string>> =>
  Object.fromEntries(named.flatMap(([name, text]) => text === undefined ? [] : [[name, text[0]]]))

const labelsOf = (nouns: Nouns) =>
  nouns.flatMap(({ fields }) =>
    Object.entries<Fields[string]>(fields).flatMap(([name, { label }]) =>
      label === undefined ? [] : [{ name, ...label }]
    )
  )

/** Returns what sentences about wrong values call each field: its label, unless it declares another text. */
const spoken = (nouns: Nouns): Named =>
  labelsOf(nouns).map(({ de, en, name, spoken }) => [name, spoken ?? [en.charAt(0).toLowerCase() + en.slice(1), de]])

const labels = (nouns: Nouns): Named => nouns.map(({ label, subject }) => [subject, label])

const events = (nouns: Nouns) =>
  nouns.flatMap(({ events, subject }) =>
    Object.entries(events).map(([verb, event]) => ({ type: `${subject}.${verb}`, verb, ...event }))
  )

const verbs = (nouns: Nouns): Named => events(nouns).map(({ reads, verb }) => [verb, reads])

const wholes = (nouns: Nouns): Named => events(nouns).map(({ reads_as, type }) => [type, reads_as])

const news = (nouns: Nouns): Named => events(nouns).map(({ news, type }) => [type, news])

/** Returns, for the labeled fields of these nouns, their names in sentences. */
export const spokenNames = (nouns: Nouns) => english(spoken(nouns))

/**
 * Returns the labels of these nouns and of the verbs of their events, where these differ from the names; and of events,
 * by type, that are not called by noun and verb.
 */
export const eventNames = (nouns: Nouns) => ({
  nouns: english(labels(nouns)),
  verbs: english(verbs(nouns)),
  wholes: english(wholes(nouns))
})

/** Returns the sentences about what a member has done, by the type of its event. */
export const newsOf = (nouns: Nouns) => english(news(nouns))

/** Returns the German translation of all these texts, by the English text. */
export const germanTexts = (nouns: Nouns): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...labelsOf(nouns).map(({ de, en }) => [en, de]),
    ...[spoken, labels, verbs, wholes, news].flatMap((named) => named(nouns)).flatMap(([, text]) =>
      text === undefined ? [] : [text]
    )
  ])
