import type { Actor } from "@candor/domain/access/Actor"
import { plainNouns } from "@candor/domain/nouns"
import { NameTaken, ResourceInUse, ResourceNotFound } from "@candor/domain/Resource"
import { ancestors, ParentRefused } from "@candor/domain/Tree"
import { describe, expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

/** Those whose rows are a tree. */
const trees = plainNouns.flatMap(({ port, resource }) =>
  resource.levels === undefined ? [] : [[resource.noun.table, port, resource, resource.levels] as const]
)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe.each(trees)(
    `%s on ${database.name}`,
    (table, port, resource, levels) => {
      /** A row over a row, and so on, as deep as may be. */
      const line = Effect.fnUntraced(function*(actor: Actor, name: string, count: number) {
        const store = yield* port
        const ids: Array<string> = []
        for (let level = 0; level < count; level++) {
          ids.push((yield* store.create(actor, { name: `${name} ${level}`, parent_id: ids.at(-1) ?? null })).id)
        }
        return ids
      })

      test("what is made is what is read and listed by name, with an event", () =>
        run(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const store = yield* port
          const made = yield* store.create(actor, { name: "West" })
          const other = yield* store.create(actor, { name: "east", parent_id: made.id })
          expect(yield* store.get(actor.organization_id, made.id)).toEqual(made)
          expect(yield* store.all(actor.organization_id)).toEqual([other, made])
          const sql = yield* SqlClient.SqlClient
          const events =
            yield* sql`SELECT type, data FROM events WHERE organization_id = ${actor.organization_id} ORDER BY id`
          expect(events).toEqual([made, other].map((data) => ({ type: `${resource.noun.subject}.created`, data })))
        })))

      test("a name is once in an organization, in any case of letters", () =>
        run(Effect.gen(function*() {
          const [{ actor }, stranger] = [
            yield* World.organization({ name: "Acme" }),
            yield* World.organization({ name: "Other" })
          ]
          const store = yield* port
          const { id } = yield* store.create(actor, { name: "West" })
          yield* store.create(stranger.actor, { name: "West" })
          expect(yield* Effect.flip(store.create(actor, { name: "WEST" }))).toBeInstanceOf(NameTaken)
          expect(yield* store.update(actor, id, { name: "WEST" })).toMatchObject({ name: "WEST", version: 2 })
        })))

      test("another organization's row is nobody's parent, and is not there", () =>
        run(Effect.gen(function*() {
          const [{ actor }, stranger] = [
            yield* World.organization({ name: "Acme" }),
            yield* World.organization({ name: "Other" })
          ]
          const store = yield* port
          const { id } = yield* store.create(stranger.actor, { name: "West" })
          const own = yield* store.create(actor, { name: "Own" })
          expect(yield* Effect.flip(store.create(actor, { name: "Below", parent_id: id }))).toMatchObject({
            _tag: "ParentRefused",
            reason: "unknown"
          })
          expect(yield* Effect.flip(store.update(actor, own.id, { parent_id: id }))).toBeInstanceOf(ParentRefused)
          expect(yield* Effect.flip(store.remove(actor, id))).toBeInstanceOf(ResourceNotFound)
        })))

      test("the tree has at most so many levels, and a row moves with all below it", () =>
        run(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const store = yield* port
          const ids = yield* line(actor, "Level", levels)
          const deepest = ids.at(-1)!
          expect(yield* Effect.flip(store.create(actor, { name: "Deeper", parent_id: deepest }))).toMatchObject({
            reason: "levels"
          })
          expect(yield* Effect.flip(store.update(actor, ids[0]!, { parent_id: deepest }))).toMatchObject({
            reason: "below"
          })
          yield* store.update(actor, ids[2]!, { parent_id: null })
          expect(ancestors(yield* store.all(actor.organization_id), deepest)).toEqual(ids.slice(2).toReversed())
        })))

      test("rows that are moved below each other at once are in no circle", () =>
        run(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const store = yield* port
          const tops = [
            yield* store.create(actor, { name: "A" }),
            yield* store.create(actor, { name: "B" }),
            yield* store.create(actor, { name: "C" })
          ]
          const moves = tops.map(({ id }, at) =>
            Effect.result(store.update(actor, id, { parent_id: tops[(at + 1) % tops.length]!.id }))
          )
          const moved = yield* Effect.all(moves, { concurrency: "unbounded" })
          expect(moved.filter(Result.isSuccess).length).toBe(tops.length - 1)
          expect((yield* store.all(actor.organization_id)).filter(({ parent_id }) => parent_id === null).length).toBe(1)
        })))

      test("one that others belong to is not deleted, and names them", () =>
        run(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const store = yield* port
          const [top, lower] = yield* line(actor, "Level", 2)
          expect(yield* Effect.flip(store.remove(actor, top!))).toEqual(
            new ResourceInUse({ subject: resource.noun.subject, uses: ["Level 1"] })
          )
          yield* store.remove(actor, lower!)
          yield* store.remove(actor, top!)
          const sql = yield* SqlClient.SqlClient
          expect(yield* sql`SELECT id FROM ${sql.literal(table)} WHERE organization_id = ${actor.organization_id}`)
            .toEqual([])
        })))
    }
  )
}
