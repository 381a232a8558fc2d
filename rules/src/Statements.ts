/** SQL in source text: the statements in templates and strings, and the tables that migrations make. */
import { code, lineAt, type SourceFile } from "./Rule.ts"

export interface Statement {
  readonly path: string
  readonly line: number
  /** The name of the constant that the literal is given to, where it is given to one. */
  readonly name: string | undefined
  /** The literal's own SQL; what is interpolated is $0, $1 and so on. */
  readonly own: string
  /** What is interpolated, as written. */
  readonly holes: ReadonlyArray<string>
}

interface Literal {
  readonly start: number
  readonly end: number
  readonly own: string
  /** From where to where expressions are interpolated. */
  readonly holes: ReadonlyArray<readonly [from: number, to: number]>
}

/** The string whose opening quote is at `start`. */
const string = (text: string, start: number): Literal => {
  const [quoted] = /^"(?:\\.|[^"\\\n])*"?/.exec(text.slice(start))!
  return { start, end: start + quoted.length, own: quoted.slice(1, -1), holes: [] }
}

/** The template whose opening backtick is at `start`. */
const template = (text: string, start: number): Literal => {
  const holes: Array<readonly [number, number]> = []
  let own = ""
  let at = start + 1
  while (at < text.length && text[at] !== "`") {
    if (text.startsWith("${", at)) {
      const end = closingBrace(text, at + 2)
      own += ` $${holes.length} `
      holes.push([at + 2, end])
      at = end + 1
    } else {
      own += text[at]
      at += text[at] === "\\" ? 2 : 1
    }
  }
  return { start, end: at + 1, own, holes }
}

/** Where the brace is that closes an expression which starts at `start`. */
const closingBrace = (text: string, start: number): number => {
  let depth = 1
  let at = start
  while (at < text.length) {
    if (text[at] === "`") at = template(text, at).end - 1
    if (text[at] === `"`) at = string(text, at).end - 1
    if (text[at] === "{") depth++
    if (text[at] === "}") depth--
    if (depth === 0) break
    at++
  }
  return at
}

/** Every string and template of a part of a text, also those inside of templates. */
const literals = (text: string, from: number, to: number): ReadonlyArray<Literal> => {
  const found: Array<Literal> = []
  let at = from
  while (at < to) {
    const literal = text[at] === "`" ? template(text, at) : text[at] === `"` ? string(text, at) : undefined
    if (literal !== undefined) {
      found.push(literal)
      for (const [start, end] of literal.holes) found.push(...literals(text, start, end))
    }
    at = literal?.end ?? at + 1
  }
  return found
}

/** Everything in a file that may be SQL: its templates, tagged or not, and its strings. */
export const statementsOf = ({ path, text }: SourceFile): ReadonlyArray<Statement> => {
  const source = code(text)
  return literals(source, 0, source.length).map(({ holes, own, start }) => ({
    path,
    line: lineAt(source, start),
    name: /\bconst (\w+) = (?:sql\.literal\(|sql(?:<[^`]*>)?)?\s*$/.exec(source.slice(0, start))?.[1],
    own,
    holes: holes.map(([from, to]) => source.slice(from, to))
  }))
}

/** Whether a file is a migration. */
export const isMigration = ({ path }: SourceFile): boolean => /^packages\/sql\/src\/migrations\/.+\.ts$/.test(path)

/** The tenant itself: its id is the `organization_id` of everything else. */
export const tenant = "organizations"

/** Tables of the service itself. They hold nothing of a tenant, and belong to none. */
export const untenanted: ReadonlySet<string> = new Set(["sequencing"])

/** A table as a migration makes it. */
export interface Table {
  readonly name: string
  readonly line: number
  /** What stands between its parentheses. */
  readonly body: string
}

/** The tables that a migration makes. */
export const tablesOf = ({ text }: SourceFile): ReadonlyArray<Table> =>
  [...code(text).matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+) \(([\s\S]*?)\n\s*\)/g)].map((match) => ({
    name: match[1]!,
    line: lineAt(text, match.index),
    body: match[2]!
  }))
