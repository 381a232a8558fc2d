/** Updates of single rows, batched across the requests of all organizations. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { batched, type Owned, type Result, runAlone } from "./Batching.ts"
import type { Change } from "./Change.ts"
import { columnsOf, hasMuchText, pick, plannerHint, rowsOf } from "./Rows.ts"
import { savingAll, type SideWrites } from "./Saving.ts"

/** A row as it was loaded. */
interface Loaded {
  readonly id: string
  readonly version: number
}

interface UpdateOptions<Before, Entity, By extends Actor | Worker> {
  readonly table: string
  /** The columns that are written, besides `version` and `updated_at`. */
  readonly set: ReadonlyArray<string>
  /** The columns to whose stored values the row's values are added. */
  readonly add?: ReadonlyArray<string>
  /** The values of these columns, of those of `key`, and the new `version`, which is the loaded one plus 1. */
  readonly row: (entity: Entity) => object
  /** The columns that the row is found by, besides `organization_id` and `id`. */
  readonly key?: ReadonlyArray<string>
  /** A further condition on the row `t`. */
  readonly where?: string
  /**
   * A table and a column `by` of `t` that refers to it: the side writes of a change may update the row it refers to.
   */
  readonly locks?: { readonly table: string; readonly by: string }
  readonly sideWrites?: (change: Change<Before, Entity, By>) => SideWrites
}

/** A change with the row to write. */
interface Item<Before, Entity, By extends Actor | Worker> extends Owned {
  readonly change: Change<Before, Entity, By>
  readonly row: object
}

/**
 * Makes a function that saves a change of a row, and returns a row if it was made: if the version is still the loaded
 * one (compare-and-set, decision 0004).
 *
 * A statement of several changes skips rows that other transactions have locked. Their changes are saved alone, where
 * they wait for the lock; so one organization's lock delays nobody else's change.
 */
export const batchedUpdate = <Before extends Loaded, Entity, By extends Actor | Worker = Actor>(
  sql: SqlClient.SqlClient,
  { add = [], sideWrites = () => ({}), key = [], locks, row, set, table, where = "true" }: UpdateOptions<
    Before,
    Entity,
    By
  >
) => {
  const keys = ["organization_id", "id", ...key]
  const written = [...set, "version", "updated_at"]
  const isSame = `t.organization_id = $organization AND ${
    ["id", ...key].map((column) => `t.${column} = x.${column}`).join(" AND ")
  }
    AND t.version = x.version - 1`
  const assigned = [
    // Clocks of servers differ, but `updated_at` must never go back.
    ...written.map((column) =>
      column === "updated_at" ? "updated_at = greatest(t.updated_at, x.updated_at)" : `${column} = x.${column}`
    ),
    ...add.map((column) => `${column} = t.${column} + x.${column}`)
  ]
  const update = (source: string) => `
    UPDATE ${table} t SET ${assigned.join(", ")} FROM ${source}`
  const unlocked = locks === undefined
    ? `JOIN ${table} t ON ${isSame} WHERE ${where} FOR NO KEY UPDATE OF t SKIP LOCKED`
    : `JOIN ${table} t ON ${isSame}
      JOIN ${locks.table} l ON l.organization_id = $organization AND l.id = t.${locks.by}
      WHERE ${where} FOR NO KEY UPDATE OF t, l SKIP LOCKED`

  const rowOf = ({ before, context, decided, organization_id }: Change<Before, Entity, By>) => ({
    ...pick(row(decided.entity), [...set, ...add, ...key, "version"]),
    organization_id,
    id: before.id,
    updated_at: context.now
  })

  const done = sql`done AS (SELECT ordinality FROM saved)`

  const alone = (rows: PgTypes.Parameter) => [
    sql`saved AS (
    ${sql.literal(update(""))} ${rowsOf(sql, table, "x", rows)}
    WHERE ${plannerHint("x")} AND ${sql.literal(isSame)} AND ${sql.literal(where)} RETURNING x.ordinality
  )`,
    done
  ]

  const shared = (rows: PgTypes.Parameter) => [
    sql`unlocked AS (
      SELECT x.ordinality, ${sql.literal(columnsOf("x", [...keys, ...written, ...add]))}
      FROM (SELECT * FROM ${rowsOf(sql, table, "x", rows)} WHERE ${plannerHint("x")}) x ${sql.literal(unlocked)}
    )`,
    sql`saved AS (${sql.literal(update(`unlocked x WHERE ${isSame} RETURNING x.ordinality`))})`,
    done
  ]

  const saveAll = savingAll(sql)

  const run = batched(sql, (items: ReadonlyArray<Item<Before, Entity, By>>) => {
    const rows = items.map(({ row }) => row)
    const changes = items.map(({ change }) => change)
    const update = rows.length === 1
      ? { name: "alone", rows, expressions: alone }
      : { name: "shared", rows, expressions: shared }
    return Effect.map(
      saveAll(changes, update, changes.map(sideWrites)),
      (saved) => resultsOf(changes, new Set(saved.map(({ ordinality }) => ordinality)))
    )
  }, { isLarge: ({ row }) => hasMuchText(row) })
  return (change: Change<Before, Entity, By>) =>
    run({ organization_id: change.organization_id, change, row: rowOf(change) })
}

/**
 * A change that was not made lost the race if another change of the same row in the batch was made. Otherwise the
 * statement skipped it.
 */
const resultsOf = (
  changes: ReadonlyArray<Pick<Change<Loaded, unknown>, "before">>,
  saved: ReadonlySet<number>
): ReadonlyArray<Result<object>> => {
  const changed = new Set(changes.filter((_, index) => saved.has(index + 1)).map(({ before }) => before.id))
  return changes.map(({ before }, index) =>
    saved.has(index + 1) ? [{}] : changes.length === 1 || changed.has(before.id) ? [] : runAlone
  )
}
