/** The removal of contents as background work. */
import * as Contents from "@candor/background/attachment/Contents"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import * as Queue from "@candor/sql/queue/Queue"
import { add } from "@candor/sql/testing/AttachmentCalls"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { jobWith } from "@candor/sql/testing/LargeJob"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Deferred, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"

for (const database of databases) {
  test(`on ${database.name} an upload has 60 minutes to store its row: then its content is removed, and no row is stored`, () =>
    runOn(database)(Effect.scoped(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* World.organization({ name: "Acme" })
      const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
      const { reserve } = yield* Attachments
      const reserved = Effect.fnUntraced(function*(minutes: number) {
        const id = yield* reserve(actor, application!.id)
        yield* sql`UPDATE queue SET visible_at = visible_at - ${minutes}::integer * interval '1 minute' WHERE id = ${id}`
        return id
      })
      const [within, beyond] = [yield* reserved(59), yield* reserved(60)]
      const [row] = yield* sql<{ seconds: number }>`
        SELECT extract(epoch FROM visible_at - created_at)::integer AS seconds FROM queue WHERE id = ${within}`
      expect(row).toEqual({ seconds: 60 })
      const removed: Array<string> = []
      const done = yield* Deferred.make<void>()
      const store = Layer.mock(AttachmentStore, {
        remove: ({ id }) => Effect.suspend(() => {
          removed.push(id)
          return Deferred.succeed(done, undefined)
        })
      })
      yield* Layer.build(Contents.layer.pipe(Layer.provide(Layer.fresh(Queue.layer)), Layer.provide(store)))
      yield* Deferred.await(done)
      expect(Exit.hasDies(yield* Effect.exit(add(actor, application!.id, beyond)))).toBe(true)
      expect((yield* add(actor, application!.id, within)).id).toBe(within)
      expect(removed).toEqual([beyond])
    }))))
}
