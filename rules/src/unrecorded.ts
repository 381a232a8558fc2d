/**
 * SQL in source text that no recorded statement has: with none, the rules on recorded statements have seen all of it.
 */
import { code, isCode, isTest, lineAt, type SourceFile, type Violation } from "./Rule.ts"

/** What names rows, or leaves their name to be interpolated. */
const use = /\b(?:FROM|JOIN|UPDATE|INTO|USING|TRUNCATE|MERGE)\s+(?:\w|\(|\$\{)/g

/**
 * Files that change the schema or copy a whole database, with nobody's request, those whose SQL takes the place of
 * marks, and one on a file of its own.
 */
const unsent =
  /^packages\/(sql\/src\/(migrations\/|moving\/Conversion\.ts|database\/(embedded\/\w+|ConcurrentIndexes|Distribution|IndexBuilding|Seen|SeenEvents|WhereSql)\.ts)|commands\/src\/moving\/foreign\/(Lookup|Spool)\.ts)/

const isSearched = ({ path }: SourceFile): boolean =>
  /^(packages|apps)\/\w+\/src\//.test(path) && !isTest(path) && !unsent.test(path)

const oneLine = (sql: string): string => sql.replace(/\s+/g, " ").trim()

/** The same with what stands for `$organization` in the statements of one organization, and of several. */
const unbound = (sql: string): string =>
  sql.replace(/(?<== |\(|SELECT )(?:\$\d+::uuid(?!\[)|(?:request|x)\.organization_id\b)/g, "$organization")

/** The part of a template or a string around an index, as far as nothing is interpolated. */
const pieceAt = (text: string, index: number): string => {
  const start = Math.max(...["`", "\"", "}"].map((mark) => text.lastIndexOf(mark, index))) + 1
  const [piece = ""] = /^[^`"]*?(?="|`|\$\{|$)/.exec(text.slice(start)) ?? []
  return oneLine(piece)
}

/** Pieces of SQL in the source that none of the statements has. */
export const unrecorded = (
  files: ReadonlyArray<SourceFile>,
  statements: ReadonlyArray<string>
): ReadonlyArray<Violation> => {
  const known = statements.map(oneLine).flatMap((sql) => [sql, unbound(sql)])
  return files.filter((file) => isCode(file) && isSearched(file)).flatMap(({ path, text }) => {
    const source = code(text)
    return [...source.matchAll(use)].map((match) => ({ match, piece: pieceAt(source, match.index) }))
      .filter(({ piece }) =>
        !known.some((statement) => statement.includes(piece) || statement.includes(unbound(piece)))
      )
      .map(({ match, piece }) => ({ path, line: lineAt(source, match.index), message: `was not recorded: ${piece}` }))
  })
}
