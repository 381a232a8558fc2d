/** Every statement that the packages send to the database, recorded on a new one. */
import * as Database from "@candor/sql/database/Database"
import * as PgliteInstance from "@candor/sql/database/PgliteInstance"
import * as Demo from "@candor/sql/demo/Demo"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Queue from "@candor/sql/queue/Queue"
import * as QueueStatus from "@candor/sql/queue/QueueStatus"
import * as Repositories from "@candor/sql/Repositories"
import * as SequencingLag from "@candor/sql/sequencing/SequencingLag"
import type { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { everyMethod } from "./EveryMethod.ts"
import * as Recorder from "./Recorder.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

/** What the log tells of a lag, whose statements no port sends. */
const reportLag = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* newJob((yield* World.organization({ name: "Late" })).actor, "Engineer")
  yield* sql`UPDATE events SET occurred_at = now() - interval '1 minute' WHERE sequence IS NULL`
  return yield* SequencingLag.make
})

export interface AllStatements<A> {
  readonly statements: ReadonlyArray<Recorder.Statement>
  /** Methods of ports that sent none. */
  readonly uncalled: ReadonlyArray<string>
  readonly result: A
}

/**
 * Records the statements of the migrations, the demo, every method of every port, and what looks after the database. Then
 * runs `use` on the database that they ran on.
 */
export const recordAnd = async <A>(
  use: (database: PGlite, statements: ReadonlyArray<Recorder.Statement>) => Promise<A>
): Promise<AllStatements<A>> => {
  const recorder = Recorder.make()
  const database = await PgliteInstance.create({})
  const program = Effect.gen(function*() {
    const clients = yield* Layer.build(Database.over(PgliteInstance.of(database)))
    const { record } = recorder
    yield* Effect.provideContext(record("Migrations.run", Migrations.run), clients)
    const context = yield* Effect.provideContext(record("Repositories", Layer.build(Repositories.layer)), clients)
    yield* Effect.gen(function*() {
      yield* everyMethod
      const report = yield* reportLag
      yield* record("SequencingLag", report(true))
      yield* record("Queue.free", Queue.free)
      yield* record("QueueStatus.all", QueueStatus.all)
      yield* record("Demo.load", Demo.load)
    }).pipe(Effect.provideContext(recorder.services(context)), Effect.provideContext(clients))
  })
  await Effect.runPromise(Effect.scoped(program).pipe(Effect.provideService(References.MinimumLogLevel, "Error")))
  const statements = recorder.statements()
  const result = await use(database, statements)
  await database.close()
  return { statements, uncalled: recorder.uncalled(), result }
}

/** The same, of a database that nothing else uses. */
export const record = () => recordAnd(async () => undefined)
