/**
 * The texts of the console. English texts are in the code; another language has a file of texts, with the English ones
 * as keys. A missing text is shown in English.
 */
import { IntlMessageFormat } from "intl-messageformat"
import { createElement, Fragment, type ReactNode } from "react"
import { type Language, locale } from "./language.ts"

type Texts = Readonly<Record<string, string>>

/** The text files of the languages other than English, each loaded on demand. */
const files: { readonly [L in Language]?: () => Promise<Texts> } = {
  de: async () => {
    const [declared, written] = await Promise.all([import("../declared/german.made.ts"), import("./de.json")])
    return { ...declared.texts, ...written.default }
  }
}

let texts: Texts = {}
let formats = new Map<string, IntlMessageFormat>()

/** Loads the texts of a language. */
export const loadTexts = async (language: Language): Promise<void> => {
  texts = await files[language]?.() ?? {}
  formats = new Map()
}

const formatOf = (marked: string | Marked): IntlMessageFormat => {
  const text = englishOf(marked)
  const made = formats.get(text) ?? new IntlMessageFormat(texts[text] ?? text, locale())
  formats.set(text, made)
  return made
}

/** A marked text, which `t` translates when it is shown. */
export interface Marked {
  readonly english: string
}

/** Marks a text that is not shown where it is defined, such as one in a table of names: `t` translates it later. */
export const msg = (english: string): Marked => ({ english })

const englishOf = (text: string | Marked): string => typeof text === "string" ? text : text.english

/**
 * Returns the text in the person's language, with values for its arguments: “Move {name} to”, “{count, plural, one {#
 * stage} other {# stages}}” (ICU MessageFormat). Call it while rendering, not while a module loads.
 */
export const t = (text: string | Marked, values?: Readonly<Record<string, string | number>>): string =>
  values === undefined ? texts[englishOf(text)] ?? englishOf(text) : String(formatOf(text).format(values))

interface RichProps {
  readonly text: string | Marked
  readonly values: Readonly<Record<string, ReactNode>>
}

/** A text with elements as values, such as a link or a time. */
export const Rich = ({ text, values }: RichProps) => {
  const parts = formatOf(text).format<ReactNode>(values)
  return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
}
