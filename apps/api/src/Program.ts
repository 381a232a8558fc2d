/** `bun start`: migrate, serve, and stop in order. */
import * as ControlSocket from "@candor/commands/ControlSocket"
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import * as ContentStore from "@candor/files/ContentStore"
import * as ZoneFiles from "@candor/files/ZoneFiles"
import * as Address from "@candor/process/Address"
import * as Logging from "@candor/process/Logging"
import { runMain } from "@candor/process/Main"
import * as Memory from "@candor/process/Memory"
import * as ProcessMetrics from "@candor/process/ProcessMetrics"
import { scopedWithin } from "@candor/process/ScopedWithin"
import { service } from "@candor/process/Service"
import { version } from "@candor/process/Version"
import * as Tracing from "@candor/process/telemetry/Tracing"
import * as Database from "@candor/sql/database/Database"
import { EmbeddedFiles } from "@candor/sql/database/EmbeddedFiles"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import * as SequencingSchedule from "@candor/sql/sequencing/SequencingSchedule"
import { type Context, Duration, Effect, Layer, Option } from "effect"
import * as App from "./App.ts"
import * as Announcement from "./server/Announcement.ts"
import * as Console from "./public/Console.ts"
import * as BackgroundWork from "./server/BackgroundWork.ts"
import { listen, serveOn } from "./server/Server.ts"
import { settings } from "./Settings.ts"

type Store = Context.Context<
  Layer.Success<typeof Repositories.layer> | Layer.Success<typeof Database.connection> | AttachmentStore
>

/** Longest time from a signal to the end of the process. Requests in flight get most of it. */
const stopLimit = Duration.millis(9500)

/** The first start with an embedded database. No other server loads the demo (decision 0018). */
const firstStart = Effect.fnUntraced(function*(address: Address.Address) {
  const { directory, url } = yield* Database.location
  if (Option.isSome(url)) return Option.none()
  const { prepare } = yield* Effect.promise(() => import("./server/FirstStart.ts"))
  return yield* prepare(directory, address)
})

/** Runs commands of `candor` on an embedded database that no other process can open. */
const takeCommands = Effect.fnUntraced(function*(store: Store) {
  const { directory } = yield* Database.location
  const files = yield* Effect.provide(EmbeddedFiles, store)
  if (Option.isNone(files) || !files.value.isExclusive) return
  const open = Layer.succeedContext(store)
  yield* ControlSocket.listen(directory, (args) =>
    Effect.gen(function*() {
      const { run } = yield* Effect.promise(() => import("@candor/commands/Candor"))
      // Logs only the command's name: its arguments may be personal data.
      yield* Effect.annotateLogs(Effect.logInfo("Running a command"), { command: args.slice(0, 2).join(" ") })
      return yield* Effect.orDie(run(args, { store: open, connection: open }))
    }))
})

const serving = Effect.fnUntraced(
  function*(address: Address.Address) {
    const listener = yield* listen(address)
    // Provided to each layer that needs it, not to all: the context of this fiber is copied for every request.
    const { directory } = yield* Database.location
    const store = yield* Layer.build(
      Layer.merge(Repositories.layer, ContentStore.layer(directory)).pipe(
        Layer.provideMerge(Layer.merge(Migrations.awaited, ZoneFiles.layer))
      )
    )
    const demoAt = yield* Effect.provide(firstStart(address), store)
    const work = Layer.mergeAll(BackgroundWork.layer, Memory.layer, ProcessMetrics.layer, SequencingSchedule.layer)
    yield* Layer.build(work.pipe(Layer.provide(Layer.succeedContext(store))))
    yield* serveOn(listener, App.layer.pipe(Layer.provide(Layer.succeedContext(store))))
    yield* takeCommands(store)
    yield* Effect.annotateLogs(Effect.logInfo(`Listening on ${listener.server.url.origin}`), { version })
    const served = { ...address, port: listener.server.port ?? address.port }
    const demo = Option.isSome(demoAt) ? Option.some(yield* demoAt.value(served)) : Option.none()
    yield* Console.prepared
    yield* Announcement.announce(new URL(Address.baseUrl(served)).origin, demo)
    return yield* Effect.never
  },
  Tracing.traced,
  scopedWithin(stopLimit)
)

const main = Effect.flatMap(Address.address, serving).pipe(Logging.logged({ level: "Info", stream: "stdout" }))

// A signal that stops the server in order counts as success.
runMain(service({ name: "bun start", does: "Serves Candor's HTTP interface.", settings }, main), { interrupted: 0 })
