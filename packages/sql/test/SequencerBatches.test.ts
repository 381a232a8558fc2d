/** How many organizations a batch of the sequencer has. */
import { OrganizationId } from "@candor/domain/Id"
import { firstOrganization, type Row, takeBatch } from "@candor/sql/sequencing/WaitingEvents"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

for (const database of databases) {
  test(`on ${database.name} a batch has the events of 100 organizations, and the next one those of the others`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* World.organizationsWithEvent(201)
      yield* untilSequenceable(OrganizationId.make(ids[0]!))
      const batches: Array<ReadonlyArray<string | null>> = []
      for (let from: string | null = firstOrganization; from !== null;) {
        const rows: ReadonlyArray<Row> = yield* takeBatch(sql, { holder: null, requested: [], excluded: [], from })
        batches.push(rows.map((row) => row.id === null ? null : row.organization_id))
        from = rows[0]!.last
      }
      expect(batches).toEqual([ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)])
    })))
}
