import type { Actor } from "@candor/domain/access/Actor"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
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
