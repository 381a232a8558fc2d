/** The numbers of docs/limits.md as the code has them. */
import { join } from "node:path"
import { codeLinks, root, type Row } from "./Page.ts"

/** Milliseconds of the units of time, and bytes of those of memory, in code and on the page. */
const units: Readonly<Record<string, number>> = {
  nanos: 1e-6,
  ms: 1,
  millis: 1,
  s: 1000,
  second: 1000,
  seconds: 1000,
  // That of HTTP, which is in seconds.
  "max-age": 1000,
  maxage: 1000,
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
  days: 86_400_000,
  kB: 1000,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30
}

/** The unit that a name ends in: `delay_millis`, `linkHours`, `max-age`. */
const unitOf = (name: string): number | undefined =>
  units[/(?:nanos|millis|seconds|minutes|hours|days|max-?age)$/i.exec(name)?.[0].toLowerCase() ?? ""]

/** What the code says of a constant of a file, up to the end of the line. */
const constant = (text: string, name: string): string | undefined =>
  new RegExp(`^ *(?:export )?const ${name}(?:: [^=]+)? = (.+)$`, "m").exec(text)?.[1]

/** The value of sums and products of numbers and of constants of the file, such as `32 * 2 ** 20` or `graceSeconds - 1`. */
const sum = (code: string, text: string): number => {
  const atom = (name: string): number =>
    /^\d/.test(name) ? Number(name.replace(/_|n$/g, "")) : sum(constant(text, name) ?? "NaN", text)
  const power = (factor: string) => factor.split(" ** ").map(atom).reduce((base, exponent) => base ** exponent)
  const product = (term: string) => term.split(" * ").map(power).reduce((left, right) => left * right)
  if (!/^[\w*+ -]+$/.test(code) || code === "NaN") return Number.NaN
  return code.split(/ (?=[+-] )/).reduce((total, term) =>
    total + product(term.replace(/^[+-] /, "")) * (term.startsWith("- ") ? -1 : 1), 0)
}

/** A sum or product of numbers and names, or one number. */
const calculation = /(?<![\w.])(?:\w+(?: (?:\*\*|[*+-]) \w+)+|\d[\d_]*n?(?=m?s\b|\b))/g

/** The numbers that stand in code, in milliseconds where it says that they are times. */
const valuesOf = (code: string, text: string): ReadonlyArray<number> =>
  [...code.matchAll(calculation)].filter(([found]) => /\b\d/.test(found)).map(({ 0: found, index }) => {
    const [before, after] = [code.slice(0, index), code.slice(index + found.length)]
    const [, call] = /Duration\.(\w+)\($/.exec(before) ?? []
    const [, quoted] = /^ ?([a-z]+)["']/.exec(after) ?? []
    const [, name = ""] = /([\w-]+)(?: = |: |=| \?\? |"\)\.pipe\(Config\.withDefault\()"?$/.exec(before) ?? []
    const named = [name, ...found.split(" ")].map(unitOf).find((unit) => unit !== undefined)
    return sum(found, text) * (units[call ?? quoted ?? ""] ?? named ?? 1)
  })

/** The numbers of a cell, in milliseconds where they are times, and in bytes where they are units of memory. */
const limitsOf = (cell: string): ReadonlyArray<number> =>
  [...cell.matchAll(/(\d+(?:,\d{3})*(?:\.\d+)?)(?: ([a-zA-Z]+))?/g)].map(([, count, unit = ""]) =>
    Number(count!.replaceAll(",", "")) * (units[unit] ?? 1))

/** Whether a text has this code, which is no part of a longer name, number or calculation. */
const has = (text: string, code: string): boolean => {
  const start = /^\d/.test(code) ? "(?<![\\w.]| \\* )" : /^\w/.test(code) ? "(?<!\\w| \\* )" : ""
  const end = /\w$/.test(code) ? "(?!\\w|\\.\\d| [*+-])" : ""
  return new RegExp(`${start}${RegExp.escape(code)}${end}`).test(text)
}

/**
 * What is wrong with a row's "Set in", which may have several codes; undefined where nothing is. Each number of a code has to be
 * on the page, and the first of the page in a code. A limit without a number has codes without one.
 */
export const difference = async (row: Row): Promise<string | undefined> => {
  const [cell, limit] = [row["Set in"]!, row["Limit"]!]
  const links = codeLinks(cell)
  if (links.length === 0 || links.map(({ text }) => text).join(", ") !== cell) return `not links to code: ${cell}`
  const limits = limitsOf(limit)
  const values: Array<number> = []
  for (const { code: name, path } of links) {
    const text = await Bun.file(join(root, "docs", path)).text()
    const code = /^\w+$/.test(name) ? constant(text, name) : name
    if (code === undefined || !has(text, name)) return `${path} has no ${name}`
    const found = valuesOf(code === name ? name : `${name} = ${code}`, text)
    if (found.length === 0 && limits.length > 0) return `${name} has no number`
    if (!found.every((value) => limits.includes(value))) return `${name} is ${found.join(", ")}, and the page says ${limit}`
    values.push(...found)
  }
  return limits.length === 0 || values.includes(limits[0]!) ? undefined : `no code is the first of ${limit}: ${values.join(", ")}`
}
