/** Trees of rows: each row is below its `parent_id`, or at the top. */
import { Result, Schema } from "effect"

/** A row of a tree. */
export interface Branch {
  readonly id: string
  readonly parent_id: string | null
}

/**
 * The row cannot have this parent: the parent does not exist, is the row itself or below it, or the tree would have too
 * many levels.
 */
export class ParentRefused extends Schema.TaggedError<ParentRefused>()("ParentRefused", {
  reason: Schema.Literals(["unknown", "below", "levels"]),
  levels: Schema.Int
}) {}

/** Returns functions on the ancestors of a row: a row's line begins with the row itself and ends at the top. */
const linesOf = (tree: ReadonlyArray<Branch>) => {
  const parents = new Map(tree.map(({ id, parent_id }) => [id, parent_id]))
  const line = (id: string | null | undefined): ReadonlyArray<string> => {
    const above: Array<string> = []
    for (let next = id; typeof next === "string" && !above.includes(next); next = parents.get(next)) above.push(next)
    return above
  }
  return { line, has: (id: string) => parents.has(id) }
}

/** Returns the ids of a row and of all rows below it. */
export const descendants = (tree: ReadonlyArray<Branch>, id: string): ReadonlyArray<string> => {
  const { line } = linesOf(tree)
  return tree.flatMap((row) => line(row.id).includes(id) ? [row.id] : [])
}

/** Returns the ids of a row and of all rows above it, the topmost last. */
export const ancestors = (tree: ReadonlyArray<Branch>, id: string): ReadonlyArray<string> => linesOf(tree).line(id)

/** Tells whether a row, or a new one, may be below another one in a tree of at most `levels` levels. */
export const mayBeBelow = (
  tree: ReadonlyArray<Branch>,
  id: string | null,
  parent: string,
  levels: number
): Result.Result<void, ParentRefused> => {
  const { has, line } = linesOf(tree)
  const over = line(parent)
  const refused = (reason: ParentRefused["reason"]) => Result.fail(new ParentRefused({ reason, levels }))
  if (!has(parent)) return refused("unknown")
  if (id !== null && over.includes(id)) return refused("below")
  const height = id === null ? 1 : Math.max(1, ...tree.map((row) => line(row.id).indexOf(id) + 1))
  return over.length + height > levels ? refused("levels") : Result.void
}
