/** Analyzes the queries of a statement: the sources of their rows, and the equalities in their conditions. */
import type { Node } from "libpg-query"
import { as, fields, isStatement, statementsIn, strings, uncast, walk } from "./ParseTree.ts"

/** A source of a query's rows, or their target. */
export interface Source {
  /** Its alias, else its name. */
  readonly called: string
  /** The table; undefined if the rows come from a query or a function. */
  readonly table: string | undefined
  /** The schema in its name. */
  readonly schema?: string
  /** The queries that return the rows; several for a UNION. */
  readonly queries: ReadonlyArray<Query>
  /** Whether a function makes the rows from a parameter. */
  readonly isGiven: boolean
  /** The column names in the alias, if it lists them; else empty, for all columns. */
  readonly columns: ReadonlyArray<string>
  /** Whether the query inserts rows into the table. */
  readonly isFilled: boolean
}

/** A column that a subquery returns. */
export interface Output {
  readonly queries: ReadonlyArray<Query>
  readonly index: number
}

export type Side = Node | Output

export interface Equation {
  readonly sides: readonly [Side, Side]
  /** The sources whose rows must meet it: for a LEFT JOIN only the joined ones. */
  readonly restricts: ReadonlySet<Source>
}

/** A condition on the rows of these sources. */
export interface Condition {
  readonly node: Node
  readonly restricts: ReadonlySet<Source>
  /** The queries that must return a row, for EXISTS and IN. */
  readonly queries: ReadonlyArray<Query>
}

/** A SELECT, INSERT, UPDATE or DELETE, without the queries inside of it. */
export interface Query {
  readonly sources: Array<Source>
  readonly equations: Array<Equation>
  /** The conditions of WHERE and ON. */
  readonly conditions: Array<Condition>
  /** The returned columns. */
  readonly outputs: ReadonlyArray<Node>
  /** The rows of VALUES. */
  readonly values: ReadonlyArray<ReadonlyArray<Node>>
  /** The queries whose rows an INSERT stores. */
  readonly inserted: Array<Query>
  /** The enclosing query, and the condition in it that contains this query. */
  readonly outer: Query | undefined
  readonly within: Node | undefined
}

/** The queries of WITH by name. */
type Scope = ReadonlyMap<string, ReadonlyArray<Query>>

const items = (node: Node | undefined): ReadonlyArray<Node> =>
  as(node, "List")?.items ?? as(node, "RowExpr")?.args ?? (node === undefined ? [] : [node])

/** Splits a condition into the parts that AND connects. */
const conjuncts = (node: Node | undefined): ReadonlyArray<Node> => {
  const bool = as(node, "BoolExpr")
  return bool?.boolop === "AND_EXPR" ? (bool.args ?? []).flatMap(conjuncts) : node === undefined ? [] : [node]
}

/** `=`, `= ANY`, `IN` and `IS NOT DISTINCT FROM`. */
const equatingKinds: ReadonlySet<string> = new Set(["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_IN", "AEXPR_NOT_DISTINCT"])

/** Returns the pairs of expressions that a condition makes equal. */
const equated = (condition: Node): ReadonlyArray<readonly [Node, Node]> => {
  const { kind, lexpr, name, rexpr } = as(condition, "A_Expr") ?? {}
  if (lexpr === undefined || rexpr === undefined || strings(name).join() !== "=") return []
  if (kind === "AEXPR_IN" && !items(rexpr).every((item) => as(uncast(item), "ParamRef"))) return []
  if (!equatingKinds.has(String(kind))) return []
  const others = items(rexpr)
  return items(lexpr).flatMap((one, index) => others[index] === undefined ? [] : [[one, others[index]] as const])
}

/** Returns whether an expression is made from a parameter, or from rows of a parameter. */
const isGiven = (tree: unknown, query: Query): boolean => {
  let given = false
  walk({ tree }, (key, value) => {
    const called = key === "ColumnRef" ? fields({ ColumnRef: value })[0] : undefined
    given ||= key === "ParamRef" || query.sources.some((source) => source.isGiven && source.called === called)
    return given
  })
  return given
}

class Reader {
  readonly queries: Array<Query> = []
  /** The number of tables and query names that were read. */
  relations = 0
  /** The queries of each subquery that is used as a value. */
  readonly subqueries = new Map<Node, ReadonlyArray<Query>>()

  /** Reads a statement; returns several queries for a UNION. */
  read(node: Node, outerScope: Scope, outer?: Query, within?: Node): ReadonlyArray<Query> {
    const select = as(node, "SelectStmt")
    const { withClause } = select ?? as(node, "InsertStmt") ?? as(node, "UpdateStmt") ?? as(node, "DeleteStmt") ?? {}
    const scope = new Map(outerScope)
    for (const each of withClause?.ctes ?? []) {
      const { ctename = "", ctequery } = as(each, "CommonTableExpr") ?? {}
      const rows: Array<Query> = []
      if (withClause?.recursive) scope.set(ctename, rows)
      if (ctequery !== undefined) rows.push(...this.read(ctequery, scope, outer, within))
      scope.set(ctename, rows)
    }
    const { larg, rarg } = select ?? {}
    if (larg !== undefined && rarg !== undefined) {
      return [larg, rarg].flatMap((SelectStmt) => this.read({ SelectStmt }, scope, outer, within))
    }
    return [this.query(node, scope, outer, within)]
  }

  private query(node: Node, scope: Scope, outer: Query | undefined, within: Node | undefined): Query {
    const select = as(node, "SelectStmt")
    const insert = as(node, "InsertStmt")
    const change = as(node, "UpdateStmt") ?? as(node, "DeleteStmt")
    const query: Query = {
      sources: [],
      equations: [],
      conditions: [],
      outputs: select?.targetList ?? (insert ?? change)?.returningClause?.exprs ?? [],
      values: (select?.valuesLists ?? []).map(items),
      inserted: [],
      outer,
      within
    }
    this.queries.push(query)
    if (insert?.relation) {
      const columns = (insert.cols ?? []).flatMap((column) => as(column, "ResTarget")?.name ?? [])
      query.sources.push({ ...this.relation({ RangeVar: insert.relation }, new Map()), columns, isFilled: true })
      if (insert.selectStmt) query.inserted.push(...this.read(insert.selectStmt, scope, query))
      this.nested([insert.onConflictClause, insert.returningClause], scope, query)
    }
    if (change?.relation) query.sources.push(this.relation({ RangeVar: change.relation }, new Map()))
    const { fromClause, usingClause, whereClause, withClause: _, ...rest } = {
      ...as(node, "DeleteStmt"),
      ...as(node, "UpdateStmt"),
      ...select
    }
    for (const from of [...fromClause ?? [], ...usingClause ?? []]) this.source(from, scope, query)
    this.conditions(whereClause, query.sources, scope, query)
    this.nested(rest, scope, query)
    return query
  }

  /** Reads the queries inside of a part of another query. */
  private nested(part: unknown, scope: Scope, outer: Query, within?: Node): void {
    for (const node of statementsIn(part)) this.subqueries.set(node, this.read(node, scope, outer, within))
  }

  private relation(node: Node, scope: Scope): Source {
    const { alias, relname = "", schemaname } = as(node, "RangeVar") ?? {}
    this.relations++
    const queries = schemaname === undefined ? scope.get(relname) : undefined
    const table = queries === undefined ? relname : undefined
    return {
      called: alias?.aliasname ?? relname,
      table,
      ...(schemaname ? { schema: schemaname } : {}),
      queries: queries ?? [],
      isGiven: false,
      columns: [],
      isFilled: false
    }
  }

  /** Adds the sources of a FROM item, and returns them. */
  private source(node: Node, scope: Scope, query: Query): ReadonlyArray<Source> {
    const join = as(node, "JoinExpr")
    if (join !== undefined) return this.join(join, scope, query)
    const subselect = as(node, "RangeSubselect")
    const call = as(node, "RangeFunction")
    const alias = (subselect ?? call)?.alias
    const source = as(node, "RangeVar") ? this.relation(node, scope) : {
      called: alias?.aliasname ?? "",
      table: undefined,
      queries: subselect?.subquery ? this.read(subselect.subquery, scope, query) : [],
      isGiven: isGiven(call?.functions, query),
      columns: [
        ...strings(alias?.colnames),
        ...[...call?.coldeflist ?? [], ...(call?.functions ?? []).flatMap(items).flatMap(items)]
          .flatMap((column) => as(column, "ColumnDef")?.colname ?? [])
      ],
      isFilled: false
    }
    if (call !== undefined) this.nested(call, scope, query)
    query.sources.push(source)
    return [source]
  }

  private join(
    join: NonNullable<ReturnType<typeof as<"JoinExpr">>>,
    scope: Scope,
    query: Query
  ): ReadonlyArray<Source> {
    const [left = [], right = []] = [join.larg, join.rarg].map((side) => side && this.source(side, scope, query))
    const restricted = {
      JOIN_INNER: [...left, ...right],
      JOIN_LEFT: right,
      JOIN_RIGHT: left
    }[String(join.jointype)] ?? []
    this.conditions(join.quals, restricted, scope, query)
    for (const column of strings(join.usingClause)) {
      const of = ({ called }: Source): Node => ({
        ColumnRef: { fields: [called, column].map((sval) => ({ String: { sval } })) }
      })
      for (const one of left) {
        for (const other of right) query.equations.push({ sides: [of(one), of(other)], restricts: new Set(restricted) })
      }
    }
    return [...left, ...right]
  }

  /** Adds the conditions of a WHERE or ON for these sources. */
  private conditions(node: Node | undefined, sources: ReadonlyArray<Source>, scope: Scope, query: Query): void {
    const restricts = new Set(sources)
    for (const condition of conjuncts(node)) {
      this.nested(condition, scope, query, condition)
      for (const sides of equated(condition)) query.equations.push({ sides, restricts })
      const { operName, subLinkType, subselect, testexpr } = as(condition, "SubLink") ?? {}
      const isAnswered = operName === undefined && /^(ANY|EXISTS)_SUBLINK$/.test(String(subLinkType))
      const queries = isAnswered && subselect !== undefined ? this.subqueries.get(subselect) ?? [] : []
      query.conditions.push({ node: condition, restricts, queries })
      for (const [index, one] of items(testexpr).entries())
        query.equations.push({ sides: [one, { queries, index }], restricts })
    }
  }
}

/** Those of the trees in use: several rules read the same. */
const readers = new WeakMap<Node, Reader>()

/**
 * Returns the queries of a statement that reads or changes rows, and those of each subquery that is used as a value.
 */
export const queriesOf = (statement: Node): Pick<Reader, "queries" | "subqueries" | "relations"> => {
  const known = readers.get(statement)
  if (known !== undefined) return known
  const reader = new Reader()
  if (isStatement(statement)) reader.read(statement, new Map())
  readers.set(statement, reader)
  return reader
}

/** Returns the name of a returned column; `*` for several columns. */
export const nameOf = (output: Node): string => {
  const { name, val } = as(output, "ResTarget") ?? {}
  return name ?? fields(val).at(-1) ?? ""
}

/** Returns whether the source has a column of this name, as far as the statement tells. */
export const hasColumn = (source: Source, column: string): boolean => {
  if (source.columns.length > 0) return source.columns.includes(column)
  if (source.table !== undefined || source.isGiven) return true
  const [first] = source.queries
  return first?.outputs.some((output) => [column, "*"].includes(nameOf(output))) ?? false
}

/** Returns the source of a column, and its query, which may be an outer one. */
export const columnOf = (
  node: Node | undefined,
  query: Query,
  has = hasColumn
): { readonly source: Source; readonly column: string; readonly query: Query } | undefined => {
  const [column, called] = fields(uncast(node)).toReversed()
  if (column === undefined) return undefined
  const found = query.sources.find((source) => called === undefined ? has(source, column) : source.called === called)
  if (found !== undefined) return { source: found, column, query }
  return query.outer && columnOf(node, query.outer, has)
}
