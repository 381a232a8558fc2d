/** The queries of a statement: which tables each uses, and what its WHERE, ON and USING hold equal. */

/** A table where a query reads, changes or fills it; names in lower case. */
export interface Source {
  /** Its name, or $n where it is interpolated. */
  readonly table: string
  /** What the query calls it: its alias, or else its name. */
  readonly called: string
  /** Where rows are put in: the columns that are named, or $n where they are interpolated. */
  readonly filled: ReadonlyArray<string> | undefined
}

/** Two sides of an equation that every row has to meet. */
export interface Equation {
  readonly sides: readonly [string, string]
  /** The one source that it restricts, where that is a LEFT JOIN's own; else it restricts all. */
  readonly only: Source | undefined
}

/** A query, without the ones inside of it. */
export interface Query {
  readonly sources: ReadonlyArray<Source>
  readonly equations: ReadonlyArray<Equation>
  /** The columns of a SELECT that returns nothing else; empty where it returns more, or is none. */
  readonly columns: ReadonlyArray<string>
}

/** A word, or what stands between parentheses. */
type Token = string | ReadonlyArray<Token>

const words = (sql: string): ReadonlyArray<string> =>
  sql.toLowerCase()
    .replace(/--.*$/gm, " ")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll(`"`, "")
    // A cast changes no value that matters here.
    .replace(/::\s*\w+(\[\])?/g, "")
    .match(/[a-z_]\w*(?:\.(?:[a-z_]\w*|\*))*|\$\d+|''|[<>!]=|<>|\S/g) ?? []

/** The tokens up to the parenthesis that closes them, taken off the list. */
const nested = (left: Array<string>): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  for (let word = left.shift(); word !== undefined && word !== ")"; word = left.shift()) {
    tokens.push(word === "(" ? nested(left) : word)
  }
  return tokens
}

const isGroup = (token: Token | undefined): token is ReadonlyArray<Token> => Array.isArray(token)

const isQuery = (group: ReadonlyArray<Token>): boolean => {
  const [first] = group
  return typeof first === "string" &&
    (/^(select|with|insert|update|delete)$/.test(first) || (first.startsWith("$") && group.includes("from")))
}

const reserved = new Set(
  ("where set on using values order group having join left right full inner cross natural limit offset returning for " +
    "as select with delete default overriding do").split(" ")
)

const isName = (token: Token | undefined): token is string =>
  typeof token === "string" && /^([a-z_][\w.]*|\$\d+)$/.test(token) && !reserved.has(token)

const isAlias = (token: Token | undefined): token is string => isName(token) && !token.startsWith("$")

type Clause = "from" | "where" | "on" | "other"
type Join = "inner" | "left" | "other"

const columnsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> => {
  const listed = tokens[0] === "select" ? tokens.slice(1, Math.max(1, tokens.indexOf("from"))) : []
  const columns = listed.filter((token) => token !== "," && token !== "distinct")
  return columns.every(isName) ? columns : []
}

/** Reads one query, clause by clause. */
class Reader implements Query {
  readonly sources: Array<Source> = []
  readonly equations: Array<Equation> = []
  columns: ReadonlyArray<string> = []
  private clause: Clause = "other"
  private join: Join = "inner"
  /** The conditions of the present clause, which AND connects. */
  private conditions: Array<Array<Token>> = [[]]

  read(tokens: ReadonlyArray<Token>): this {
    this.columns = columnsOf(tokens)
    this.tokens(tokens)
    this.enter("other")
    return this
  }

  private tokens(tokens: ReadonlyArray<Token>): void {
    for (let at = 0; at < tokens.length; at++) at = this.token(tokens, at)
  }

  /** Reads a token and what belongs to it; where that ends. */
  private token(tokens: ReadonlyArray<Token>, at: number): number {
    const token = tokens[at]!
    const before = String(tokens[at - 1])
    const next = tokens[at + 1]
    if (token === "and") this.conditions.push([])
    else if (token === "from" && before !== "distinct") return this.source(tokens, at, "from", "inner")
    else if (token === "join") return this.source(tokens, at, "from", joinOf(tokens, at))
    else if (token === "," && /from|on/.test(this.clause)) return this.source(tokens, at, "from", "inner")
    else if (token === "update" && !/^(for|do|key)$/.test(before)) return this.source(tokens, at, "other", "inner")
    else if (token === "into") return this.source(tokens, at, "other", "inner")
    else if (token === "using" && isGroup(next)) this.joinUsing(next)
    else if (token === "using") return this.source(tokens, at, "from", "inner")
    else if (token === "on" && next !== "conflict") this.enter(this.join === "other" ? "other" : "on")
    else if (token === "where") this.enter("where")
    else if (typeof token === "string" && reserved.has(token)) this.enter("other")
    else this.conditions.at(-1)!.push(token)
    return at
  }

  /** Reads a keyword and the source behind it. */
  private source(tokens: ReadonlyArray<Token>, keyword: number, clause: Clause, join: Join): number {
    this.enter(clause)
    this.join = join
    const fills = tokens[keyword] === "into"
    let at = keyword + 1
    while (tokens[at] === "lateral" || tokens[at] === "only") at++
    const named = tokens[at]
    if (isGroup(named) && !isQuery(named)) this.tokens([",", ...named])
    // The rows of a query are looked at where that is, and those of a function are no table's.
    if (!isName(named) || (isGroup(tokens[at + 1]) && !fills)) return isGroup(named) ? at : at - 1
    const as = tokens[at + 1] === "as" ? 2 : 1
    const alias = fills && as === 1 ? undefined : tokens[at + as]
    const end = isAlias(alias) ? at + as : at
    const table = named.split(".").at(-1)!
    const filled = fills ? [tokens[end + 1] ?? []].flat().map(String) : undefined
    this.sources.push({ table, called: isAlias(alias) ? alias : table, filled })
    return end
  }

  /** `JOIN … USING (columns)`: each is equal to that of the sources before. */
  private joinUsing(columns: ReadonlyArray<Token>): void {
    const joined = this.sources.at(-1)!
    for (const column of this.join === "other" ? [] : columns.filter((token) => token !== ",")) {
      for (const { called } of this.sources.slice(0, -1)) {
        this.equations.push({ sides: [`${called}.${column}`, `${joined.called}.${column}`], only: joined })
      }
    }
  }

  /** Enters a clause; the equations of the one before are kept, unless they are only one way to meet it. */
  private enter(clause: Clause): void {
    const left = { clause: this.clause, conditions: this.conditions }
    this.clause = clause
    this.conditions = [[]]
    if (!/where|on/.test(left.clause) || left.conditions.flat().includes("or")) return
    const only = left.clause === "on" && this.join === "left" ? this.sources.at(-1) : undefined
    for (const [one, is, other, ...more] of left.conditions) {
      if (typeof one === "string" && is === "=" && typeof other === "string" && more.length === 0) {
        this.equations.push({ sides: [one, other], only })
      }
    }
  }
}

/** What the ON of a join restricts: all, its own source alone, or what this does not follow. */
const joinOf = (tokens: ReadonlyArray<Token>, join: number): Join => {
  const kinds = new Set(tokens.slice(Math.max(0, join - 2), join))
  return kinds.has("right") || kinds.has("full") ? "other" : kinds.has("left") ? "left" : "inner"
}

const queriesIn = (tokens: ReadonlyArray<Token>): ReadonlyArray<Query> => {
  const end = tokens.findIndex((token) => typeof token === "string" && /^(union|except|intersect)$/.test(token))
  const own = end === -1 ? tokens : tokens.slice(0, end)
  return [
    new Reader().read(own),
    ...own.filter(isGroup).flatMap((group) => isQuery(group) ? queriesIn(group) : queriesIn(group).slice(1)),
    ...(end === -1 ? [] : queriesIn(tokens.slice(end + 1)))
  ]
}

/** Every query of a statement, or of a part of one. */
export const queriesOf = (sql: string): ReadonlyArray<Query> => queriesIn(nested([...words(sql)]))
