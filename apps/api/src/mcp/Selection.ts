/** Selects the fields of a value that are shown. Selections are written as in GraphQL (October 2021, section 2.4). */

/** The selected fields by name; undefined for a field that is shown whole. */
export interface Selection extends ReadonlyMap<string, Selection | undefined> {}

/** Parses a selection, such as `jobs{id title stages{id name}} next_cursor`. */
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

/** Maximum characters of a text, and elements of a list within an answer. */
interface Bounds {
  readonly characters: number
  readonly elements: number
}

/** The usual bounds, then stricter ones for an answer that is too long. */
const bounds: ReadonlyArray<Bounds> = [
  { characters: 4000, elements: 50 },
  { characters: 1000, elements: 20 },
  { characters: 200, elements: 10 }
]

/** Bytes of an answer beyond which stricter bounds apply. */
const maxBytes = 64 * 1024

/** Cuts a text, and says how many characters are missing. */
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
 * Returns the selected fields of an answer, or of each element of a list. Null is left out. Long texts are cut, and so
 * are long lists; but not the answer's own list, whose length was requested.
 */
export const select = (value: unknown, selection: Selection | undefined): unknown => {
  let one: unknown
  for (const each of bounds) {
    one = shown(value, selection, each, false)
    if (Buffer.byteLength(JSON.stringify(one)) <= maxBytes) break
  }
  return one
}
