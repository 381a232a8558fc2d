/** Which fields of a value are shown, written as GraphQL writes selection sets (GraphQL, October 2021, section 2.4). */

/** The chosen fields by name; undefined for a field that is chosen whole. */
export interface Selection extends ReadonlyMap<string, Selection | undefined> {}

/** Characters of a text that a selection shows. */
export const maxTextLength = 4000

/** Returns the selection that a text has, such as `jobs{id title stages{id name}} next_cursor`. */
export const parse = (text: string): Selection => {
  const tokens = text.match(/\w+|[{}]/g) ?? []
  let at = 0
  const fields = (): Selection => {
    const chosen = new Map<string, Selection | undefined>()
    while (at < tokens.length && tokens[at] !== "}") {
      const name = tokens[at++]!
      if (tokens[at] !== "{") {
        chosen.set(name, undefined)
        continue
      }
      at++
      chosen.set(name, fields())
      at++
    }
    return chosen
  }
  return fields()
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null

/** A text by its beginning, and how much of it is missing. */
const cut = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength).toWellFormed()}… (${text.length - maxTextLength} characters more)`

/** Returns the chosen fields of a value, those of each element of a list. Null is left out, and long texts are cut. */
export const select = (value: unknown, selection: Selection | undefined): unknown => {
  if (Array.isArray(value)) return value.map((part) => select(part, selection))
  if (typeof value === "string") return cut(value)
  if (!isObject(value)) return value
  const entries = selection === undefined
    ? Object.entries(value).map(([name, part]) => [name, part, undefined] as const)
    : [...selection].map(([name, within]) => [name, value[name], within] as const)
  return Object.fromEntries(entries.flatMap(([name, part, within]) => part === null || part === undefined ? [] : [[name, select(part, within)]]))
}
