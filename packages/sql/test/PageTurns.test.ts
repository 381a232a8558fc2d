/** Pages of events are read a few at a time. */
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Events } from "@candor/domain/event/Events"
import { OrganizationId } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"
import * as Repositories from "@candor/sql/Repositories"
import { PageTurns } from "@candor/sql/repositories/event/PageTurns"
import { expect, test } from "bun:test"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databases } from "./Databases.ts"
import * as World from "./World.ts"

const newId = () => OrganizationId.make(crypto.randomUUID())

for (const database of databases) {
  /** Every repository, with the turns that they share. */
  const services = Layer.merge(Repositories.layer, PageTurns.layer).pipe(Layer.provideMerge(database.layer))

  test(`on ${database.name} four pages are read at a time, and of those that wait each organization's first comes first`, () =>
    Effect.runPromise(Effect.provide(Effect.gen(function*() {
      const { inTurn } = yield* PageTurns
      const begun: Array<string> = []
      const read = (organization: OrganizationId, name: string) =>
        Effect.gen(function*() {
          const ended = yield* Deferred.make<void>()
          const page = Effect.suspend(() => {
            begun.push(name)
            return Deferred.await(ended)
          })
          const fiber = yield* Effect.forkChild(inTurn(organization, page), { startImmediately: true })
          return Effect.andThen(Deferred.succeed(ended, undefined), Fiber.join(fiber))
        })
      const [acme, globex] = [newId(), newId()]
      const reads = yield* Effect.forEach(Array.from({ length: 7 }, (_, n) => `acme ${n}`), (name) => read(acme, name))
      const other = yield* read(globex, "globex")
      expect(begun).toEqual(["acme 0", "acme 1", "acme 2", "acme 3"])
      yield* reads[0]!
      yield* reads[1]!
      expect(begun).toHaveLength(6)
      expect(begun).toContain("globex")
      yield* Effect.all([...reads, other], { concurrency: "unbounded" })
      expect(begun).toHaveLength(8)
    }), services)))

  test(`on ${database.name} pages of the feed and of the audit log take the same turns`, () =>
    Effect.runPromise(Effect.provide(Effect.gen(function*() {
      const { inTurn } = yield* PageTurns
      const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
      const all = { after: 0, types: undefined, limit: 10, since: Timestamp.make("2000-01-01T00:00:00.000Z") }
      const pages = [
        Effect.asVoid(Effect.flatMap(Events, ({ page }) => page(organization_id, all))),
        Effect.asVoid(Effect.flatMap(AuditLog, ({ page }) => page(organization_id, { before: undefined, limit: 10 })))
      ]
      const ended = yield* Deferred.make<void>()
      yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(inTurn(organization_id, Deferred.await(ended)), { startImmediately: true }))
      // There is room for one.
      yield* Effect.all(pages)
      yield* Effect.forkChild(inTurn(organization_id, Deferred.await(ended)), { startImmediately: true })
      const waiting = yield* Effect.forEach(pages, (page) => Effect.forkChild(page, { startImmediately: true }))
      // Answered after all that was sent before.
      const sql = yield* SqlClient.SqlClient
      yield* Effect.repeat(sql`SELECT 1`, { times: 20 })
      expect(waiting.map((fiber) => fiber.pollUnsafe())).toEqual([undefined, undefined])
      yield* Deferred.succeed(ended, undefined)
      yield* Fiber.joinAll(waiting)
    }), services)))
}
