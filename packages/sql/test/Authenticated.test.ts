/**
 * Statements of a request that is handled while it is authenticated: shared reads go ahead, and nothing else does
 * (decision 0018).
 */
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { Transactions } from "@candor/domain/Transactions"
import { describe, expect, test } from "bun:test"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Authenticated } from "../src/database/Authenticated.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const ada: Candidate.CandidateDraft = { full_name: "Ada Lovelace", primary_email: "ada@example.com" }

const ways = [
  "a shared change",
  "a statement",
  "a statement within a transaction",
  "a change within a transaction of several",
  "a stream of rows"
] as const

/** A candidate of a new organization, how to read her, and every way to send a statement that changes her. */
const world = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const candidates = yield* Candidates
  const sql = yield* SqlClient.SqlClient
  const transactions = yield* Transactions
  const { id } = yield* candidates.create(actor, (context) => Candidate.create(ada, context))
  const renamed = candidates.modify(
    actor,
    id,
    (candidate, context) => Candidate.update(candidate, { full_name: "Ada King" }, context)
  )
  const statement =
    sql`UPDATE candidates SET full_name = 'Ada King' WHERE organization_id = ${actor.organization_id} AND id = ${id}`
  const sending: Readonly<Record<typeof ways[number], Effect.Effect<unknown, unknown>>> = {
    "a shared change": renamed,
    "a statement": statement,
    "a statement within a transaction": sql.withTransaction(statement),
    "a change within a transaction of several": transactions.run(
      Effect.map(renamed, (value) => ({ value, isKept: true })),
      {
        isSnapshot: false
      }
    ),
    "a stream of rows": Stream.runDrain(statement.stream)
  }
  return { read: candidates.get(actor.organization_id, id), sending }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`on ${database.name}`, () => {
    test("a shared read does not wait", () =>
      run(Effect.gen(function*() {
        const { read } = yield* world
        const found = yield* Effect.provideService(read, Authenticated, Effect.die("it waited"))
        expect(found.full_name).toBe("Ada Lovelace")
      })))

    test.each(ways)(
      "%s waits, and has changed nothing if it is interrupted there",
      (way) =>
        run(Effect.gen(function*() {
          const { read, sending } = yield* world
          const waits = yield* Deferred.make<"it waits">()
          const never = Effect.andThen(Deferred.succeed(waits, "it waits"), Effect.never)
          const fiber = yield* Effect.forkChild(Effect.provideService(sending[way], Authenticated, never))
          expect(yield* Effect.raceFirst(Deferred.await(waits), Fiber.await(fiber))).toBe("it waits")
          yield* Fiber.interrupt(fiber)
          expect((yield* read).full_name).toBe("Ada Lovelace")
        }))
    )

    test("once it is admitted, everything is done", () =>
      run(Effect.gen(function*() {
        const { read, sending } = yield* world
        yield* Effect.provideService(sending["a shared change"], Authenticated, Effect.void)
        expect((yield* read).full_name).toBe("Ada King")
      })))
  })
}
