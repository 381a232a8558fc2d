/** A rule about the SQL that reaches the database, with planted violations that prove that it can detect something. */
import type { Node } from "libpg-query"

export interface StatementRule {
  readonly name: string
  /** What goes wrong without the rule. */
  readonly why: string
  /** Returns the violations of a statement. */
  readonly check: (statement: Node) => ReadonlyArray<string>
  /** At least one for every way to violate the rule, with a part of the expected message. */
  readonly planted: ReadonlyArray<readonly [sql: string, says: string]>
  /** Statements that follow the rule, one for each way. */
  readonly kept: ReadonlyArray<string>
}
