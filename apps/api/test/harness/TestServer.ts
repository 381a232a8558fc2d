/**
 * The real server on a loopback socket, over a test database, behind a proxy that holds it against its OpenAPI
 * document.
 */
import type { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import * as ContentStore from "@candor/files/ContentStore"
import { jsonLine } from "@candor/process/LogLine"
import { expectDocumented, validated } from "@candor/process/testing/validation/Validated"
import type { TestDatabase } from "@candor/sql/testing/Databases"
import * as Repositories from "@candor/sql/Repositories"
import { Clock, ConfigProvider, Context, Duration, Effect, Exit, Layer, Logger, ManagedRuntime, Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as App from "../../src/App.ts"
import { Leniency } from "../../src/request/TimeLimit.ts"
import { serve } from "../../src/server/Server.ts"

/** The ports of the domain, as the database stands behind them. */
export type Ports = Layer.Success<typeof Repositories.layer> | AttachmentStore

export interface TestServer {
  /** Scheme, host and port. */
  readonly origin: string
  /**
   * The same of the server itself, without the proxy: for a request that is no HTTP, whose connection the server
   * resets.
   */
  readonly own_origin: string
  /** The address of the interface, with its version. */
  readonly base_url: string
  /** What the server logged until now, one JSON text for each line. */
  readonly logs: ReadonlyArray<string>
  /** Stops the server. Fails if an answer was not as documented. */
  readonly close: () => Promise<void>
}

export interface ServerOptions {
  /** Requests an hour for one key; null is what the server itself has as default, and that of tests is more. */
  readonly rate_limit?: number | null
  /** The time as the server sees it, in milliseconds since the Unix epoch. */
  readonly now?: () => number
  /** How many times faster than time the server's timers run. */
  readonly speed?: number
  /** The milliseconds of its clock that never goes back, in the place of the real one. */
  readonly elapsed?: () => number
  /** In the place of the server's timers: how it waits, given the wait that it would have had. */
  readonly sleep?: (duration: Duration.Duration, real: Effect.Effect<void>) => Effect.Effect<void>
  /** Further settings, by their variables. */
  readonly settings?: Readonly<Record<string, string>>
  /** Puts other ports in the place of the database's. */
  readonly replacePorts?: (ports: Context.Context<Ports>) => Context.Context<Ports>
}

/** One database, and any number of servers over it. */
export interface Backend {
  /** The folder of the contents of attachments. */
  readonly folder: string
  readonly run: <A, E>(effect: Effect.Effect<A, E, Ports | SqlClient.SqlClient>) => Promise<A>
  readonly serve: (options?: ServerOptions) => Promise<TestServer>
  /** Stops the servers, then the database. */
  readonly close: () => Promise<void>
}

/** The real clock with another time, and with other timers. */
const clock =
  ({ elapsed, now, sleep = (_, real) => real, speed = 1 }: ServerOptions) => (real: Clock.Clock): Clock.Clock => {
    const millis = now ?? real.currentTimeMillisUnsafe.bind(real)
    const monotonic = () => elapsed === undefined ? real.monotonicTimeNanosUnsafe() : BigInt(elapsed()) * 1_000_000n
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: () => BigInt(millis()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(millis()) * 1_000_000n),
      monotonicTimeNanosUnsafe: monotonic,
      monotonicTimeNanos: Effect.sync(monotonic),
      sleep: (duration) => sleep(duration, real.sleep(Duration.divideUnsafe(duration, speed)))
    }
  }

const listen = Effect.fnUntraced(function*(options: ServerOptions) {
  const logs: Array<string> = []
  const logger = Logger.map(jsonLine, (line) => void logs.push(line))
  const { rate_limit = 1_000_000 } = options
  const settings = ConfigProvider.fromUnknown({
    // Tests ask for readiness as a proxy does, and stop servers without waiting for one.
    CANDOR_DRAIN_SECONDS: 0,
    CANDOR_TRUSTED_PROXIES: 1,
    ...options.settings,
    ...(rate_limit === null ? {} : { CANDOR_RATE_LIMIT: rate_limit })
  })
  const scope = yield* Scope.make()
  const server = yield* serve(App.layer, { hostname: "127.0.0.1", port: 0 }).pipe(
    Scope.provide(scope),
    Effect.provideService(ConfigProvider.ConfigProvider, settings),
    Effect.provideService(Logger.CurrentLoggers, new Set([logger])),
    // A request may take as long as a busy machine needs for it.
    Effect.provideService(Leniency, 16),
    Effect.updateService(Clock.Clock, clock(options)),
    Effect.updateContext((context: Context.Context<Ports | SqlClient.SqlClient>) =>
      options.replacePorts === undefined ? context : Context.merge(context, options.replacePorts(context))
    )
  )
  const proxy = yield* Effect.promise(() => validated(server.url.origin))
  return {
    origin: proxy.origin,
    own_origin: server.url.origin,
    base_url: `${proxy.origin}/api/v1`,
    logs,
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await proxy.close()
      expectDocumented()
    }
  }
})

/** A backend over a new database of this kind. */
export const open = async (database: TestDatabase): Promise<Backend> => {
  const folder = await mkdtemp(join(tmpdir(), "candor-files-"))
  const store = Layer.merge(Repositories.layer, ContentStore.inFolder(folder))
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(store, Layer.unwrap(database.reused ?? Effect.succeed(database.layer)))
  )
  await runtime.context()
  const servers: Array<TestServer> = []
  return {
    folder,
    run: (effect) => runtime.runPromise(effect),
    serve: async (options = {}) => {
      const server = await runtime.runPromise(listen(options))
      servers.push(server)
      return server
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()))
      await runtime.dispose()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
