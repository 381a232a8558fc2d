/**
 * Records of several tables, looked up by one of their fields. They are stored in a file, because another system's
 * tables can be larger than the memory.
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

/** Opens an empty lookup, which is removed when the scope closes. */
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
    /** Returns the records of a table with a value, in the order of addition. */
    all: (table: string, value: string): ReadonlyArray<Row> => ofValue.all(table, value).map(read),
    /** Yields the records of a table, in the order of addition. */
    each: function*(table: string): Generator<Row> {
      for (const { rowid } of ofTable.all(table)) yield read(byRow.get(rowid)!)
    },
    /** Returns the number of records of each table with each value. */
    counts: (): Iterable<Counted> => counted.iterate()
  }
})
export type Lookup = Effect.Success<typeof make>
