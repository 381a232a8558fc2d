/** Markup of HTML and XML: every value in a template is escaped, unless it is markup itself. */

/** A text that is markup already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | false | null | undefined | ReadonlyArray<Value>

/** Characters that XML 1.0 does not allow (section 2.2), and lone surrogates. */
const notInXml = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

/** Escapes a text for elements and quoted attributes. */
export const escaped = (text: string): string =>
  text.toWellFormed().replace(notInXml, "").replace(/[&<>"']/g, (character) => entities[character]!)

const textOf = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ""
  if (value instanceof Markup) return value.text
  return Array.isArray(value) ? value.map(textOf).join("") : escaped(String(value))
}

/** A template whose values are escaped. Null, undefined and false become nothing, and lists are joined. */
export const markup = (template: TemplateStringsArray, ...values: ReadonlyArray<Value>): Markup =>
  new Markup(String.raw({ raw: template }, ...values.map(textOf)))

/** JSON for a `<script>` element. Escapes `<`, `>` and `&`, so that it contains neither an end tag nor a comment. */
export const json = (data: unknown): Markup =>
  new Markup(
    JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) =>
      `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`)
  )
