/**
 * The worker: does all background work on the database of `DATABASE_URL`, or on that of a server on this machine. Any
 * number of workers can run. When a signal stops one, its work in progress is released to other workers.
 */
import * as Background from "@candor/background/Background"
import * as BackgroundSettings from "@candor/background/BackgroundSettings"
import { BackgroundStatus } from "@candor/background/BackgroundStatus"
import * as ContentStore from "@candor/files/ContentStore"
import * as ZoneFiles from "@candor/files/ZoneFiles"
import * as FileSettings from "@candor/files/FileSettings"
import * as Logging from "@candor/process/Logging"
import { runMain } from "@candor/process/Main"
import * as Memory from "@candor/process/Memory"
import * as ProcessMetrics from "@candor/process/ProcessMetrics"
import { scopedWithin } from "@candor/process/ScopedWithin"
import { service } from "@candor/process/Service"
import { version } from "@candor/process/Version"
import * as Tracing from "@candor/process/telemetry/Tracing"
import * as Database from "@candor/sql/database/Database"
import * as DatabaseSettings from "@candor/sql/database/DatabaseSettings"
import { Use } from "@candor/sql/database/Embedded"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import { Duration, Effect, Layer } from "effect"
import * as Observation from "./Observation.ts"

/** The time limit of a stop, in which the worker releases its work and closes its connections. */
const stopLimit = Duration.seconds(8)

const working = Effect.gen(function*() {
  const { directory } = yield* Database.location
  const store = Layer.merge(Repositories.layer, ContentStore.layer(directory)).pipe(
    Layer.provideMerge(Layer.merge(Migrations.awaited, ZoneFiles.layer)),
    // Without DATABASE_URL, it joins the embedded database of a server on this machine.
    Layer.provide(Layer.succeed(Use, "join"))
  )
  yield* Layer.build(
    Layer.mergeAll(Background.layer, Memory.layer, ProcessMetrics.layer, Observation.layer).pipe(Layer.provide(store))
  )
  const { work } = yield* (yield* BackgroundStatus).report
  yield* Effect.annotateLogs(
    Effect.logInfo(work === "waiting" ? "Waiting until the database takes writes" : "Working"),
    { version }
  )
  yield* Effect.addFinalizer(() => Effect.logInfo("Stopping; work in progress goes back to its queue"))
  return yield* Effect.never
}).pipe(Tracing.traced, scopedWithin(stopLimit))

const main = working.pipe(Logging.logged({ level: "Info", stream: "stdout" }))

const settings = [
  ...Logging.settings,
  ...Tracing.settings,
  ...DatabaseSettings.settings,
  ...FileSettings.settings,
  ...Observation.settings,
  ...BackgroundSettings.settings
]

const does =
  "Does Candor's background work, on the database that DATABASE_URL names, or on that of a server on this machine."

runMain(service({ name: "bun apps/worker/src/main.ts", does, settings }, main), { interrupted: 0 })
