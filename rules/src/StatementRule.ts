/** A rule about the SQL that reaches the database, and planted violations that show it can catch something. */
import type { Node } from "libpg-query"

export interface StatementRule {
  readonly name: string
  /** What goes wrong without it. */
  readonly why: string
  /** What is wrong with a statement. */
  readonly check: (statement: Node) => ReadonlyArray<string>
  /** At least one for every way in which the rule can be broken. */
  readonly planted: ReadonlyArray<readonly [sql: string, says: string]>
  /** Statements that keep to the rule, in each way there is. */
  readonly kept: ReadonlyArray<string>
}
