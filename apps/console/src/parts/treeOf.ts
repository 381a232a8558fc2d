/** Rows that form a tree by `parent_id`, such as departments. */
export interface TreeRow {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
}

export interface Branch<Row> {
  readonly row: Row
  readonly branches: ReadonlyArray<Branch<Row>>
}

/** Returns the root rows with their descendants, siblings in the order of the rows. */
export const treeOf = <Row extends TreeRow>(
  rows: ReadonlyArray<Row>,
  parent: string | null = null
): ReadonlyArray<Branch<Row>> =>
  rows.filter(({ parent_id }) => parent_id === parent).map((row) => ({ row, branches: treeOf(rows, row.id) }))

/**
 * Returns the rows as indented options of a field, parents before children. Leaving out a row also leaves out its
 * descendants.
 */
export const treeOptions = (
  rows: ReadonlyArray<TreeRow>,
  without?: string
): ReadonlyArray<readonly [value: string, name: string]> => {
  const optionsOf = (
    branches: ReadonlyArray<Branch<TreeRow>>,
    indent: string
  ): ReadonlyArray<readonly [string, string]> =>
    branches.filter(({ row }) => row.id !== without)
      .flatMap((
        { branches, row: { id, name } }
      ) => [[id, indent + name] as const, ...optionsOf(branches, `${indent}\u2003`)])
  return optionsOf(treeOf(rows), "")
}
