/** The numbers of docs/limits.md as the code has them. */
import { join } from "node:path"
import { codes, numbers, root, type Row } from "./Page.ts"

/** Milliseconds of the units of time, in code and on the page. */
const units: Readonly<Record<string, number>> = {
  ms: 1,
  millis: 1,
  second: 1000,
  seconds: 1000,
  minute: 60_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  nanos: 1e-6
}

/** The value of a product such as `32 * 2 ** 20`. */
const product = (text: string): number =>
  text.split(/(?<!\*)\*(?!\*)/).reduce((value, factor) => {
    const [base = Number.NaN, power = 1] = factor.split("**").map((part) => Number(part.trim().replace(/_|n$/g, "")))
    return value * base ** power
  }, 1)

/** The value of a constant in milliseconds where its code says that it is a time, else as it is. */
const valueOf = (name: string, code: string): number => {
  const [, unit, count] = /^Duration\.(\w+)\(([\d_]+)\)$/.exec(code) ?? []
  if (unit !== undefined) return product(count!) * units[unit]!
  const [, millis] = /^"(\d+)ms"$/.exec(code) ?? []
  if (millis !== undefined) return Number(millis)
  const suffix = /(?:Seconds|Days|Nanos)$/.exec(name)?.[0].toLowerCase()
  return product(code) * (suffix === undefined ? 1 : units[suffix]!)
}

/** The first number of a cell, in milliseconds where it is a time. */
const limitOf = (cell: string): number => {
  const [, unit = ""] = /^[\d,]+ (\w+)/.exec(cell) ?? []
  return numbers(cell)[0]! * (units[unit] ?? 1)
}

/** What the code says where a row's number is set, beside what the page says; undefined where both say the same. */
export const difference = async (row: Row): Promise<string | undefined> => {
  const [name = ""] = codes(row["Set in"]!)
  const path = /\]\(([^)]+)\)$/.exec(row["Set in"]!)?.[1] ?? ""
  const text = await Bun.file(join(root, "docs", path)).text()
  if (!/^\w+$/.test(name)) return text.includes(name) ? undefined : `${path} has no ${name}`
  const code = new RegExp(`^ *(?:export )?const ${name}(?:: [^=]+)? = (.+)$`, "m").exec(text)?.[1]
  if (code === undefined) return `${path} has no ${name}`
  const [value, limit] = [valueOf(name, code), limitOf(row["Limit"]!)]
  return value === limit ? undefined : `${name} is ${code}, and the page says ${row["Limit"]}`
}
