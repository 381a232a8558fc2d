import type { Actor } from "@candor/domain/access/Actor"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { maxListedTags } from "@candor/domain/candidate/Tag"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge } from "./Merges.ts"
import { anonymise, create, remove, update } from "./Person.ts"
import * as World from "./World.ts"

const counted = ({ organization_id }: Pick<Actor, "organization_id">) =>
  Effect.flatMap(Candidates, (candidates) => candidates.tags(organization_id))

const shown = (actor: Actor) =>
  Effect.map(counted(actor), (tags) => tags.map(({ candidate_count, name }) => `${name} ${candidate_count}`))

const tagged = (actor: Actor, ...tags: ReadonlyArray<string>) =>
  Effect.map(create(actor, { full_name: "Grace", primary_email: "grace@example.com", tags }), ({ id }) => id)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The tags of an organization on ${database.name}`, () => {
    test("are those of its candidates as they are, the most frequent first", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        yield* tagged(stranger, "cobol", "foreign")
        yield* tagged(actor)
        expect(yield* shown(actor)).toEqual([])
        const one = yield* tagged(actor, "cobol", "navy")
        const two = yield* tagged(actor, "cobol")
        const three = yield* tagged(actor, "cobol", "analyst")
        expect(yield* shown(actor)).toEqual(["cobol 3", "analyst 1", "navy 1"])
        yield* update(actor, two, { tags: ["navy"] })
        expect(yield* shown(actor)).toEqual(["cobol 2", "navy 2", "analyst 1"])
        yield* merge(actor, one, two)
        expect(yield* shown(actor)).toEqual(["cobol 2", "analyst 1", "navy 1"])
        yield* anonymise(actor, three)
        yield* remove(actor, two)
        expect(yield* shown(actor)).toEqual([])
      })))
  })
}

for (const database of databases) {
  test(`on ${database.name} tags are found without reading candidates that have none, and the 1,000 most frequent are listed`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO candidates (organization_id, id, full_name, primary_email, tags, version, created_at, updated_at)
        SELECT ${organization_id}::uuid, md5(concat(random(), n))::uuid, '-', '-',
          CASE WHEN n <= ${maxListedTags + 10}::integer THEN ARRAY['tag ' || n]
            WHEN n <= ${maxListedTags + 20}::integer THEN ARRAY['tag 7'] ELSE '{}' END, 1, now(), now()
        FROM generate_series(1, 7000) n`
      yield* sql`ANALYZE candidates`
      const rowsRead = sql<{ rows: number }>`
        SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables WHERE relname = 'candidates'`
      const [tags, read] = yield* sql.withTransaction(Effect.gen(function*() {
        const before = yield* rowsRead
        const tags = yield* counted({ organization_id })
        return [tags, (yield* rowsRead)[0]!.rows - before[0]!.rows] as const
      }))
      expect([tags.length, tags[0]]).toEqual([maxListedTags, { name: "tag 7", candidate_count: 11 }])
      expect(read).toBeWithin(1, maxListedTags + 100)
    })))
}
