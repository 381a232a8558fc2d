/**
 * The real server on a loopback port, over a test database, behind a proxy that validates it against its OpenAPI
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

/** The ports of the domain, as implemented by the database. */
export type Ports = Layer.Success<typeof Repositories.layer> | AttachmentStore

export interface TestServer {
  /** Scheme, host and port. */
  readonly origin: string
  /** The origin of the server itself, without the proxy: for an invalid request, whose connection the server resets. */
  readonly own_origin: string
  /** The base URL of the API, with its version. */
  readonly base_url: string
  /** The server's log so far, a JSON text for each line. */
  readonly logs: ReadonlyArray<string>
  /** Stops the server. Fails if an answer was undocumented. */
  readonly close: () => Promise<void>
}

export interface ServerOptions {
  /** Requests per hour for a key; null for the server's default. The default of tests is higher. */
  readonly rate_limit?: number | null
  /** The server's time, in milliseconds since the Unix epoch. */
  readonly now?: () => number
  /** A factor by which the server's timers run faster. */
  readonly speed?: number
  /** The milliseconds of its monotonic clock, instead of the real ones. */
  readonly elapsed?: () => number
  /** Replaces the server's timers: returns how it waits, given the real wait. */
  readonly sleep?: (duration: Duration.Duration, real: Effect.Effect<void>) => Effect.Effect<void>
  /** Further settings, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>
  /** Replaces the database's ports by others. */
  readonly replacePorts?: (ports: Context.Context<Ports>) => Context.Context<Ports>
}

/** A database, with any number of servers on it. */
export interface Backend {
  /** The folder for the contents of attachments. */
  readonly folder: string
  readonly run: <A, E>(effect: Effect.Effect<A, E, Ports | SqlClient.SqlClient>) => Promise<A>
  readonly serve: (options?: ServerOptions) => Promise<TestServer>
  /** Stops the servers, then the database. */
  readonly close: () => Promise<void>
}

/** The real clock with another time and other timers. */
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
    // Tests poll readiness like a proxy, but stop servers without a drain period.
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
    // Allows longer times on a busy machine.
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

/** Opens a backend with a new database of this kind. */
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
