/** The use of a key's limit in the latest 24 clock hours, which authentication keeps in the row that it counts in. */
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"

const limit = 5

const make = Effect.gen(function*() {
  const keys = yield* ApiKeys
  const sql = yield* SqlClient.SqlClient
  const { key, organization } = yield* World.organization({ name: "Acme" })
  const parsed = Option.getOrThrow(ApiKeyText.parse(key.text))
  const use = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => keys.authenticate(parsed, limit), {
      concurrency: 3,
      discard: true
    })
  /** Has the latest use be so many hours ago. */
  const pass = (hours: number) =>
    sql`UPDATE api_key_usage SET window_start = (window_start AT TIME ZONE 'UTC' - ${hours} * interval '1 hour') AT TIME ZONE 'UTC', earlier_until = (earlier_until AT TIME ZONE 'UTC' - ${hours} * interval '1 hour') AT TIME ZONE 'UTC'`
  const usage = keys.usage(organization.id, key.id, limit)
  /** The counts without the leading hours that have none. */
  const counts = Effect.map(usage, (hours) => {
    const requests = hours.map(({ requests }) => requests)
    return requests.slice(requests.findIndex((count) => count > 0))
  })
  return { counts, keys, organization, pass, sql, usage, use }
})

for (const database of databases.map(forFile)) {
  describe(`the use of a key's limit on ${database.name}`, () => {
    test("each of the latest 24 hours has its count, those without requests too, and earlier ones are gone", () =>
      runOn(database)(Effect.gen(function*() {
        const { counts, pass, usage, use } = yield* make
        const unused = yield* usage
        expect(unused.map(({ requests }) => requests)).toEqual(Array.from({ length: 24 }, () => 0))
        const times = unused.map(({ hour }) => Date.parse(hour))
        expect(times.map((time) => time - times[0]!)).toEqual(Array.from({ length: 24 }, (_, n) => n * 3_600_000))
        expect(times[0]! % 3_600_000).toBe(0)
        yield* use(2)
        yield* pass(1)
        expect(yield* counts).toEqual([2, 0])
        yield* use(3)
        yield* pass(3)
        yield* use(1)
        expect(yield* counts).toEqual([2, 3, 0, 0, 1])
        yield* pass(20)
        expect((yield* counts).length).toBe(24)
        yield* use(1)
        expect(yield* counts).toEqual([3, 0, 0, 1, ...Array.from({ length: 19 }, () => 0), 1])
        yield* pass(1000)
        yield* use(4)
        expect(yield* counts).toEqual([4])
      })))
  })
}
