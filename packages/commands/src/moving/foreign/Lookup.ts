/**
 * Records of several tables, found by one of their fields. They are in a file: another system's tables can be larger
 * than the memory.
 */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect } from "effect"
import { scratchDatabase } from "./ScratchDatabase.ts"

interface Stored {
  readonly record: string
}

interface Counted {
  readonly name: string
  readonly value: string
  readonly count: number
}

const read = ({ record }: Stored): Row => JSON.parse(record) as Row

/** Opens a lookup without records, which is removed with the scope. */
export const make = Effect.gen(function*() {
  const database = yield* scratchDatabase(
    "CREATE TABLE records (name TEXT NOT NULL, value TEXT NOT NULL, record TEXT NOT NULL)",
    "CREATE INDEX records_by_value ON records (name, value)"
  )
  const insert = database.query("INSERT INTO records VALUES (?, ?, ?)")
  const ofValue = database.query<Stored, [string, string]>(
    "SELECT record FROM records WHERE name = ? AND value = ? ORDER BY rowid"
  )
  const ofTable = database.query<{ readonly rowid: number }, [string]>(
    "SELECT rowid FROM records WHERE name = ? ORDER BY rowid"
  )
  const byRow = database.query<Stored, [number]>("SELECT record FROM records WHERE rowid = ?")
  const counted = database.query<Counted, []>("SELECT name, value, count(*) AS count FROM records GROUP BY name, value")
  return {
    add: (table: string, value: string, record: Row): void => {
      insert.run(table, value, JSON.stringify(record))
    },
    /** The records of a table with a value, as they were added. */
    all: (table: string, value: string): ReadonlyArray<Row> => ofValue.all(table, value).map(read),
    /** The records of a table, as they were added. */
    each: function*(table: string): Generator<Row> {
      for (const { rowid } of ofTable.all(table)) yield read(byRow.get(rowid)!)
    },
    /** How many records each table has with each value. */
    counts: (): Iterable<Counted> => counted.iterate()
  }
})
export type Lookup = Effect.Success<typeof make>
