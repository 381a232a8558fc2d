/** Which fields of a value are shown, written as GraphQL writes selection sets (GraphQL, October 2021, section 2.4). */

/** The chosen fields by name; undefined for a field that is chosen whole. */
export interface Selection extends ReadonlyMap<string, Selection | undefined> {}

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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** How much is shown of a text, in characters, and of a list within an answer, in elements. */
interface Bounds {
  readonly characters: number
  readonly elements: number
}

/** The usual bounds, and those of an answer that is too long with the ones before. */
const bounds: ReadonlyArray<Bounds> = [
  { characters: 4000, elements: 50 },
  { characters: 1000, elements: 20 },
  { characters: 200, elements: 10 }
]

/** Bytes beyond which an answer is cut further. */
const maxBytes = 64 * 1024

/** A text by its beginning, and how much of it is missing. */
const cut = (text: string, { characters }: Bounds): string =>
  text.length <= characters
    ? text
    : `${text.slice(0, characters).toWellFormed()}… (${text.length - characters} characters more)`

const shown = (value: unknown, selection: Selection | undefined, bounds: Bounds, isWithin = true): unknown => {
  if (Array.isArray(value)) return value.map((part) => shown(part, selection, bounds))
  if (typeof value === "string") return cut(value, bounds)
  if (!isObject(value)) return value
  const entries = selection === undefined
    ? Object.entries(value).map(([name, part]) => [name, part, undefined] as const)
    : [...selection].map(([name, within]) => [name, value[name], within] as const)
  return Object.fromEntries(entries.flatMap(([name, part, selected]) => {
    if (part === null || part === undefined) return []
    if (!isWithin || !Array.isArray(part) || part.length <= bounds.elements)
      return [[name, shown(part, selected, bounds)]]
    return [[name, shown(part.slice(0, bounds.elements), selected, bounds)], [
      `${name}_left_out`,
      part.length - bounds.elements
    ]]
  }))
}

/**
 * Returns the chosen fields of an answer, those of each element of a list. Null is left out. Long texts are cut, and
 * long lists too, but for those of the answer itself, whose elements were asked for.
 */
export const select = (value: unknown, selection: Selection | undefined): unknown => {
  let one: unknown
  for (const each of bounds) {
    one = shown(value, selection, each, false)
    if (Buffer.byteLength(JSON.stringify(one)) <= maxBytes) break
  }
  return one
}
