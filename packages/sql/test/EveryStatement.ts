/**
 * All statements that the packages send to the database, recorded on a new one. Recorded once for each state of the
 * sources, since it takes 8 s.
 */
import * as MadeOnce from "@candor/process/MadeOnce"
import { AuthenticationClient } from "@candor/sql/database/Clients"
import * as Database from "@candor/sql/database/Database"
import { setDistributed } from "@candor/sql/database/Distribution"
import { useRoom } from "@candor/sql/database/FullDisk"
import { takesWrites } from "@candor/sql/database/Writability"
import * as Demo from "@candor/sql/demo/Demo"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as DueQueues from "@candor/sql/queue/DueQueues"
import * as Queue from "@candor/sql/queue/Queue"
import * as QueueStatus from "@candor/sql/queue/QueueStatus"
import * as Repositories from "@candor/sql/Repositories"
import * as SequencingLag from "@candor/sql/sequencing/SequencingLag"
import { SQL } from "bun"
import { Context, Deferred, Duration, Effect, Layer, Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { databases, type TestDatabase } from "./Databases.ts"
import { everyMethod } from "./EveryMethod.ts"
import * as NoContents from "./NoContents.ts"
import * as OwnServer from "./OwnServer.ts"
import * as Recorder from "./Recorder.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

/** Logs a lag, whose statements no port sends. */
const reportLag = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* newJob((yield* World.organization({ name: "Late" })).actor, "Engineer")
  yield* sql`UPDATE events SET occurred_at = now() - interval '1 minute' WHERE sequence IS NULL`
  return yield* SequencingLag.make
})

/** Looks once for due work, like a waiting consumer. */
const lookForWork = Effect.scoped(Effect.gen(function*() {
  const polled = yield* Deferred.make<void>()
  const { awaitDue } = yield* DueQueues.make({
    lockExpiration: Duration.seconds(30),
    polled: () => Effect.asVoid(Deferred.succeed(polled, undefined))
  })
  yield* Effect.forkScoped(awaitDue("profiles"))
  yield* Deferred.await(polled)
}))

export interface AllStatements {
  readonly statements: ReadonlyArray<Recorder.Statement>
  /** The statements on a database that is distributed by organization. */
  readonly distributed: ReadonlyArray<Recorder.Statement>
  /** Methods of ports that sent no statement. */
  readonly uncalled: ReadonlyArray<string>
}

const statementsIn = (folder: string) => join(folder, "statements.json")

/** All clients of a database on one session: a method is called with a setting of the session that forbids writes. */
const oneSession = (url: string): TestDatabase["layer"] =>
  Layer.effect(AuthenticationClient, SqlClient.SqlClient).pipe(
    Layer.provideMerge(Database.server({ url: Redacted.make(url), maxConnections: 1 }))
  )

/**
 * Records the statements of the migrations, the demo, every method of every port, and the maintenance of the database.
 */
const make = async (folder: string): Promise<void> => {
  const [recorder, distributed] = [Recorder.make(), Recorder.make()]
  const program = (recorder: ReturnType<typeof Recorder.make>, layer: TestDatabase["layer"], isDistributed: boolean) =>
    Effect.gen(function*() {
      const clients = yield* Layer.build(layer)
      const { record } = recorder
      if (isDistributed) {
        setDistributed(Context.get(clients, SqlClient.SqlClient))
        setDistributed(Context.get(clients, AuthenticationClient))
      } else yield* Effect.provideContext(record("Migrations.run", Migrations.run), clients)
      const context = yield* Effect.provideContext(record("Repositories", Layer.build(Repositories.layer)), clients)
      yield* Effect.gen(function*() {
        yield* everyMethod
        const report = yield* reportLag
        yield* record("SequencingLag", report(true))
        yield* record("Queue.free", Queue.free)
        yield* record("Writability.takesWrites", takesWrites)
        yield* record("FullDisk.useRoom", Effect.flatMap(SqlClient.SqlClient, useRoom))
        yield* record("QueueStatus.all", QueueStatus.all)
        yield* record("DueQueues", lookForWork)
        // Its own statements are the same on every database.
        if (isDistributed) return
        yield* record("Demo.load", Effect.provide(Demo.load, NoContents.layer))
        yield* record("Demo.renew", Effect.provide(Demo.renew, NoContents.layer))
      }).pipe(Effect.provideContext(recorder.services(context)), Effect.provideContext(clients))
    })
  const run = (...options: Parameters<typeof program>) =>
    Effect.runPromise(
      Effect.scoped(program(...options)).pipe(Effect.provideService(References.MinimumLogLevel, "Error"))
    )
  await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const url = yield* OwnServer.serve(folder)
    yield* Effect.promise(() => run(recorder, oneSession(url), false))
  })))
  await run(distributed, databases[0]!.layer, true)
  const all: AllStatements = {
    statements: recorder.statements(),
    distributed: distributed.statements(),
    uncalled: recorder.uncalled()
  }
  await Bun.write(statementsIn(folder), JSON.stringify(all))
}

let made: Promise<string> | undefined

const folder = (): Promise<string> =>
  made ??= MadeOnce.madeOnce(`statements-${MadeOnce.version(import.meta.path)}`, make)

/** Returns all statements. */
export const all = async (): Promise<AllStatements> => Bun.file(statementsIn(await folder())).json()

/** Returns a copy of the database on which they ran: PostgreSQL of the embedded version. */
export const database = async (): Promise<SQL> => new SQL(await OwnServer.serveCopy(await folder()), { max: 1 })
