/** Batches of statements: which items share one, which have one alone, and that none is harmed by the others. */
import { OrganizationId, UserId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import { describe, expect, test } from "bun:test"
import { Deferred, Effect, Exit, Fiber, Queue, type Scope } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { CurrentOrganization } from "../src/database/OrganizationShare.ts"
import { CurrentViewer, manyMembers } from "../src/database/Viewer.ts"
import { batched, type Owned, runAlone } from "../src/statements/Batching.ts"
import { runOn, undistributed } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"

const runOnFirst = runOn(forFile(undistributed[0]!))

interface Numbered extends Owned {
  readonly n: number
}

const [acme, globex] = [crypto.randomUUID(), crypto.randomUUID()].map((id) => OrganizationId.make(id)) as [
  OrganizationId,
  OrganizationId
]

/** A statement that returns twice the number, and the number of its items each time. */
const doubling = (wait: Effect.Effect<void> = Effect.void, maxBatchSize = 64) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const sizes = yield* Queue.unbounded<number>()
    const double = batched(sql, (entries: ReadonlyArray<Numbered>) =>
      Effect.as(Effect.andThen(Queue.offer(sizes, entries.length), wait), entries.map(({ n }) => [{ twice: 2 * n }])), {
      maxBatchSize
    })
    return {
      double: (n: number, whose = acme) =>
        Effect.map(double({ organization_id: whose, n }), ([row]) =>
          row?.twice),
      sizes
    }
  })

const each = <A, E>(count: number, one: (n: number) => Effect.Effect<A, E>) =>
  Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) => one(n), { concurrency: "unbounded" })

const run = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>) => runOnFirst(Effect.scoped(test))

describe("batched", () => {
  test("who asks at the same time shares a statement, and each has its own answer", () =>
    run(Effect.gen(function*() {
      const { double, sizes } = yield* doubling()
      expect(yield* each(10, double)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
      expect(yield* double(21)).toBe(42)
      expect(yield* Queue.takeAll(sizes)).toEqual([10, 1])
    })))

  test("organizations share statements, which run outside of the share of any", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const ran: Array<readonly [count: number, organization: string | undefined]> = []
      const ask = batched(sql, (items: ReadonlyArray<Numbered>) =>
        Effect.map(CurrentOrganization, (organization) => {
          ran.push([items.length, organization])
          return items.map(({ n }) => [n])
        }))
      const within = (whose: OrganizationId, n: number) =>
        Effect.provideService(ask({ organization_id: whose, n }), CurrentOrganization, whose)
      expect(yield* each(5, (n) => within(n < 2 ? acme : globex, n))).toEqual([[0], [1], [2], [3], [4]])
      expect(yield* each(3, (n) => within(globex, n))).toEqual([[0], [1], [2]])
      expect(ran).toEqual([[5, undefined], [3, globex]])
    })))

  test.each(
    [
      ["who sees all rows shares reads, as no member in particular", false, "all", false, [[5, manyMembers.member_id]]],
      [
        "what members see differently is read for each alone",
        true,
        "all",
        false,
        Array.from({ length: 5 }, () => [1, acme])
      ],
      ["who does not see all jobs reads alone", false, "open", false, Array.from({ length: 5 }, () => [1, acme])],
      ["who owes a scorecard reads alone", false, "all", true, Array.from({ length: 5 }, () => [1, acme])]
    ] as const
  )("%s", (_, isPersonal, job_access, hides_feedback, expected) =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const ran: Array<readonly [count: number, member: string | undefined]> = []
      const ask = batched(sql, (items: ReadonlyArray<Numbered>) =>
        Effect.map(CurrentViewer, (viewer) => {
          ran.push([items.length, viewer?.member_id])
          return items.map(({ n }) => [n])
        }), { isPersonal, isRead: true })
      const viewer = { organization_id: acme, member_id: UserId.make(acme), job_access, hides_feedback }
      yield* each(5, (n) => Effect.provideService(ask({ organization_id: acme, n }), CurrentViewer, viewer))
      expect(ran as ReadonlyArray<unknown>).toEqual(expected)
    })))

  test("items that a statement leaves out have statements of their own, each within its organization's share", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const ran: Array<readonly [count: number, organization: string | undefined]> = []
      const ask = batched(sql, (items: ReadonlyArray<Numbered>) =>
        Effect.map(CurrentOrganization, (organization) => {
          ran.push([items.length, organization])
          return items.map(({ n }) => items.length > 1 && n > 1 ? runAlone : [n])
        }))
      expect(yield* each(4, (n) => ask({ organization_id: n < 3 ? acme : globex, n }))).toEqual([[0], [1], [2], [3]])
      expect(ran).toEqual([[4, undefined], [1, acme], [1, globex]])
    })))

  test("a large item has a statement of its own, within its organization's share, and no other item waits for it", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const ran: Array<readonly [items: ReadonlyArray<number>, organization: string | undefined]> = []
      const ask = batched(sql, (items: ReadonlyArray<Numbered>) =>
        Effect.map(CurrentOrganization, (organization) => {
          ran.push([items.map(({ n }) => n), organization])
          return items.map(({ n }) => [n])
        }), { isLarge: ({ n }) => n === 2 })
      const all = each(5, (n) => ask({ organization_id: n < 3 ? acme : globex, n }))
      expect(yield* all).toEqual([[0], [1], [2], [3], [4]])
      expect(ran.toSorted(([one], [other]) => one.length - other.length)).toEqual([[[2], acme], [
        [0, 1, 3, 4],
        undefined
      ]])
    })))

  test("an interrupted caller's entry leaves its batch, and the others stay", () =>
    run(Effect.gen(function*() {
      const { double, sizes } = yield* doubling()
      const [first, second] = yield* Effect.all(
        [1, 2].map((n) => Effect.forkChild(double(n), { startImmediately: true }))
      )
      yield* Fiber.interrupt(first!)
      expect(yield* Fiber.join(second!)).toBe(4)
      expect(yield* Queue.takeAll(sizes)).toEqual([1])
    })))

  test("a statement that nobody waits for any more is given up, and no sooner", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const begun = yield* Deferred.make<void>()
      const givenUp = yield* Deferred.make<void>()
      const ask = batched(sql, (_: ReadonlyArray<Numbered>) =>
        Effect.andThen(
          Deferred.succeed(begun, undefined),
          Effect.onInterrupt(Effect.never, () => Deferred.succeed(givenUp, undefined))
        ))
      const waiting = yield* Effect.all(
        [1, 2].map((n) => Effect.forkChild(ask({ organization_id: acme, n }), { startImmediately: true }))
      )
      yield* Deferred.await(begun)
      yield* Effect.yieldNow
      yield* Fiber.interrupt(waiting[0]!)
      expect(yield* Deferred.isDone(givenUp)).toBe(false)
      yield* Fiber.interrupt(waiting[1]!)
      yield* Deferred.await(givenUp)
    })))

  test("a batch runs once on a database that is away", () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      let statements = 0
      const away = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("Gone") }) })
      const ask = batched<Numbered, object>(sql, () =>
        Effect.suspend(() => {
          statements++
          return Effect.fail(away)
        }))
      const exits = yield* each(5, (n) => Effect.exit(ask({ organization_id: acme, n })))
      expect(exits).toEqual(exits.map(() => Exit.fail(away)))
      expect(statements).toBe(1)
    })))
})

for (const database of undistributed.map(forFile)) {
  describe(`batched on ${database.name}`, () => {
    test("where one makes the statement fail, only that one fails", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const divide = batched(sql, (entries: ReadonlyArray<Numbered>) =>
          Effect.map(
            sql<{ readonly quotient: number }>`
            SELECT 12 / entry.n AS quotient FROM jsonb_to_recordset(${PgTypes.jsonb(entries)}) AS entry (n integer)
          `,
            (rows) => rows.map((row) => [row])
          ))
        const [zero, ...others] = yield* each(4, (n) => Effect.exit(divide({ organization_id: acme, n })))
        expect(Exit.isFailure(zero!)).toBe(true)
        expect(others).toEqual([12, 6, 4].map((quotient) => Exit.succeed([{ quotient }])))
      })))

    test("an entry within a transaction sees it, and no other entry does", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const mark = batched(
          sql,
          (entries: ReadonlyArray<Numbered>) =>
            Effect.map(
              sql<{ readonly mark: string | null }>`
            SELECT nullif(current_setting('candor.mark', true), '') AS mark
            FROM jsonb_to_recordset(${PgTypes.jsonb(entries)}) AS entry (n integer)
          `,
              (rows) => rows.map((row) => [row])
            )
        )
        const within = Effect.andThen(
          sql`SELECT set_config('candor.mark', 'within', true)`,
          each(3, (n) => mark({ organization_id: acme, n }))
        )
        const [marked, others] = yield* Effect.all([
          sql.withTransaction(within),
          each(3, (n) => mark({ organization_id: acme, n }))
        ], {
          concurrency: "unbounded"
        })
        expect(marked.flat()).toEqual([{ mark: "within" }, { mark: "within" }, { mark: "within" }])
        expect(others.flat()).toEqual([{ mark: null }, { mark: null }, { mark: null }])
      })))
  })
}
