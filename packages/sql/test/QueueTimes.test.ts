/** How often a process asks the database for work, and tells it that it still works on what it took. */
import * as Queue from "@candor/sql/queue/Queue"
import { PgClient } from "@effect/sql-pg"
import { expect, test } from "bun:test"
import { Effect, Layer, Schema, Stream } from "effect"
import { PersistedQueue } from "effect/persistence"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

/** A database that has this answer to each statement. */
const answering = (answer: (text: string) => ReadonlyArray<object>) => {
  const execute = (text: string) => Effect.sync(() => answer(text))
  const connection = {
    execute,
    executeRaw: execute,
    executeUnprepared: execute,
    executeValues: () => Effect.succeed([]),
    executeValuesUnprepared: () => Effect.succeed([]),
    executeStream: () => Stream.empty
  }
  const client = SqlClient.make({
    driver: "pg",
    acquirer: Effect.succeed(connection),
    compiler: PgClient.makeCompiler(),
    spanAttributes: []
  })
  return Layer.effect(SqlClient.SqlClient, client).pipe(Layer.provide(Reactivity.layer))
}

const queues = PersistedQueue.layer.pipe(Layer.provide(Layer.effect(PersistedQueue.PersistedQueueStore, Queue.makeStore)))

const element = { id: "1", sequence: 1, element: "{}", attempts: 1 }

test.each([
  ["asks for work every 250 ms while there is none", [], "SKIP LOCKED", 250],
  ["says every 10 seconds that it works on what it took", [element], "acquired_by IN", 10_000]
])("a consumer %s", (_, work, part, millis) => {
  const waiting = [...work]
  const texts: Array<string> = []
  const database = answering((text) => {
    texts.push(text)
    return text.includes("SKIP LOCKED") ? waiting.splice(0) : []
  })
  const times = (part: string) => texts.filter((text) => text.includes(part)).length
  return Effect.runPromise(Effect.gen(function*() {
    const queue = yield* PersistedQueue.make({ name: "numbers", schema: Schema.Struct({}) })
    yield* Effect.forkScoped(queue.take(() => Effect.never))
    yield* Effect.repeat(TestClock.adjust(0), { until: () => times("SKIP LOCKED") === 1 })
    const before = times(part)
    const timesAfter = (millis: number) => Effect.map(TestClock.adjust(millis), () => times(part) - before)
    expect([yield* timesAfter(millis - 1), yield* timesAfter(1), yield* timesAfter(millis)]).toEqual([0, 1, 2])
  }).pipe(Effect.scoped, Effect.provide(queues.pipe(Layer.provide(database))), Effect.provide(TestClock.layer())))
})
