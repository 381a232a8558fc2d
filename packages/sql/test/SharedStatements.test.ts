/** How much of what is requested at the same time shares a statement; what is beyond has another one. */
import * as ApiKeyText from "@candor/domain/access/ApiKeyText"
import { ApiKeys } from "@candor/domain/access/ApiKeys"
import { Applications } from "@candor/domain/application/Applications"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { insertApplication } from "./ApplicationRow.ts"
import { atOnce } from "./AtOnce.ts"
import { counting } from "./Counting.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

/** The number of statements that an effect sends. */
const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(counting("", effect), ({ count }) => count)

/** An application with two notes. */
const noted = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { organization_id } = actor
  const { id } = yield* insertApplication(organization_id)
  const notes = yield* Notes
  const write = notes.create(actor, id, (context) => Note.write(id, { note: "Short" }, context))
  const written = [yield* write, yield* write]
  const edit = (index: number, note: string) =>
    notes.modify(actor, id, written[index]!.id, (before, context) => Note.edit(before, { note }, context))
  const read = Effect.forEach(written, (note) => notes.get(organization_id, id, note.id), { concurrency: 2 })
  return { edit, id, organization_id, read, written }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Shared statements on ${database.name}`, () => {
    test("one statement admits 256 requests, and the next one the rest", () =>
      run(Effect.gen(function*() {
        const { admit } = yield* ApiKeys
        const { key } = yield* World.organization({ name: "Acme" })
        const admission = admit(Option.getOrThrow(ApiKeyText.parse(key.text)), 1000)
        expect(yield* statementsOf(atOnce(256, admission))).toBe(1)
        expect(yield* statementsOf(atOnce(257, admission))).toBe(2)
        expect(Option.getOrThrow(yield* admission).used).toBe(514)
      })))

    test("8 requests for a detail, or for a page, share one statement, and the next one has the rest", () =>
      run(Effect.gen(function*() {
        const { id, organization_id } = yield* noted
        const applications = yield* Applications
        const detail = applications.get(organization_id, id)
        const page = applications.list(organization_id, {}, { limit: 10, offset: 0 })
        for (const request of [Effect.asVoid(detail), Effect.asVoid(page)]) {
          expect(yield* statementsOf(atOnce(8, request))).toBe(1)
          expect(yield* statementsOf(atOnce(9, request))).toBe(2)
        }
      })))

    test("a row of 16,384 characters is saved by a shared statement; one with a character more has its own", () =>
      run(Effect.gen(function*() {
        const { edit, id, organization_id, written } = yield* noted
        const others = [organization_id, id, written[0]!.id, written[0]!.created_at].join("").length
        const saved = (characters: number) => {
          const text = "🙂".repeat((characters - others) >> 1) + "x".repeat(characters % 2)
          return Effect.all([edit(0, text), edit(1, `Beside ${characters}`)], { concurrency: 2 })
        }
        // One statement loads both.
        expect(yield* statementsOf(saved(16_384))).toBe(2)
        expect(yield* statementsOf(saved(16_385))).toBe(3)
      })))

    test("a shared statement returns 262,144 bytes of large texts; what is beyond has a statement of its own", () =>
      run(Effect.gen(function*() {
        const { read, written } = yield* noted
        const sql = yield* SqlClient.SqlClient
        // 131,072 bytes each.
        yield* sql`UPDATE notes SET body = repeat('🙂', 32768)`
        expect(yield* statementsOf(read)).toBe(1)
        yield* sql`UPDATE notes SET body = body || 'x' WHERE id = ${written[1]!.id}`
        expect(yield* statementsOf(read)).toBe(2)
      })))
  })
}
