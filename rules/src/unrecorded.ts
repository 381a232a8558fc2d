/**
 * Finds SQL in source text that occurs in no recorded statement: if there is none, the rules on recorded statements
 * have checked all SQL.
 */
import { code, isCode, isTest, lineAt, type SourceFile, type Violation } from "./Rule.ts"

/** Matches a clause that names rows, or interpolates their name. */
const use = /\b(?:FROM|JOIN|UPDATE|INTO|USING|TRUNCATE|MERGE)\s+(?:\w|\(|\$\{)/g

/**
 * Files that change the schema or copy a whole database without a request, those whose SQL replaces marks, and one with
 * a database file of its own.
 */
const unsent =
  /^packages\/(sql\/src\/(migrations\/|moving\/Conversion\.ts|database\/(embedded\/\w+|ConcurrentIndexes|Distribution|IndexBuilding|Seen|SeenEvents|WhereSql)\.ts)|commands\/src\/moving\/foreign\/(Lookup|Spool)\.ts)/

const isSearched = ({ path }: SourceFile): boolean =>
  /^(packages|apps)\/\w+\/src\//.test(path) && !isTest(path) && !unsent.test(path)

const oneLine = (sql: string): string => sql.replace(/\s+/g, " ").trim()

/** Returns a statement with `$organization` for its organization: a parameter, or a column if it serves several. */
const unbound = (sql: string): string =>
  sql.replace(/(?<== |\(|SELECT )(?:\$\d+::uuid(?!\[)|(?:request|x)\.organization_id\b)/g, "$organization")

/** Returns the piece of a template or string around an index, up to the next interpolation. */
const pieceAt = (text: string, index: number): string => {
  const start = Math.max(...["`", "\"", "}"].map((mark) => text.lastIndexOf(mark, index))) + 1
  const [piece = ""] = /^[^`"]*?(?="|`|\$\{|$)/.exec(text.slice(start)) ?? []
  return oneLine(piece)
}

/** Returns pieces of SQL in the source that none of the statements contains. */
export const unrecorded = (
  files: ReadonlyArray<SourceFile>,
  statements: ReadonlyArray<string>
): ReadonlyArray<Violation> => {
  const known = [...new Set(statements.map(oneLine).flatMap((sql) => [sql, unbound(sql)]))]
  const isKnown = (piece: string): boolean => known.some((statement) => statement.includes(piece))
  return files.filter((file) => isCode(file) && isSearched(file)).flatMap(({ path, text }) => {
    const source = code(text)
    return [...source.matchAll(use)].map((match) => ({ match, piece: pieceAt(source, match.index) }))
      .filter(({ piece }) => !isKnown(piece) && !isKnown(unbound(piece)))
      .map(({ match, piece }) => ({ path, line: lineAt(source, match.index), message: `was not recorded: ${piece}` }))
  })
}
