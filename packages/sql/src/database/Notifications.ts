/**
 * Tells other processes of changes by NOTIFY, and receives theirs by LISTEN on a connection of its own (decision 0014).
 */
import { PgConnection } from "@effect/sql-pg"
import { type Cause, Deferred, Duration, Effect, Queue, Scope } from "effect"
import type { SqlClient } from "effect/sql"

/** The channel of the notifications. */
export const channel = "candor_changes"

/** The pause between two notifications of a process. Commits during the pause share one notification. */
const tellInterval = Duration.millis(100)

/** A process notifies itself at this interval, to check that it receives notifications. */
const checkInterval = Duration.seconds(10)

/** A notification that takes longer than this counts as lost. */
const checkTimeout = Duration.seconds(2)

/** The pauses before a lost connection is reopened, in milliseconds, doubling from the first to the longest. */
const reconnecting = { first: 1000, longest: 32_000 } as const

/**
 * Makes the sender and the receiver, for as long as the scope is open. `heard` is called with the bits of topics that
 * another process has changed.
 */
export const make = Effect.fnUntraced(function*({ config, heard, sql }: {
  readonly config: PgConnection.Config
  readonly heard: (bits: number) => void
  readonly sql: SqlClient.SqlClient
}) {
  const scope = yield* Scope.Scope
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const self = crypto.randomUUID()
  const everything = ~0

  let untold = 0
  let isTelling = false
  const notify = (payload: string) => sql`SELECT pg_notify(${channel}, ${`${self} ${payload}`})`
  /** Sends the pending topics, and returns whether there were any. */
  const tell = Effect.suspend(() => {
    const bits = untold
    untold = 0
    // If this fails, other processes poll after a pause.
    return bits === 0 ? Effect.succeed(false) : Effect.as(Effect.ignore(notify(String(bits))), true)
  })
  const telling = Effect.repeat(Effect.tap(tell, (some) => some ? Effect.sleep(tellInterval) : Effect.void), {
    while: (some) => some
  }).pipe(
    Effect.ensuring(Effect.sync(() => {
      isTelling = false
    }))
  )
  // A silent network must not delay the end of the process.
  yield* Effect.addFinalizer(() => Effect.timeoutOption(tell, checkTimeout))

  let areHeard = false
  let arrived = Deferred.makeUnsafe<void>()
  /** Takes notifications of other processes, and recognizes this process's own. */
  const take = (notifications: Queue.Dequeue<PgConnection.Notification, unknown>) =>
    Effect.map(Queue.take(notifications), ({ payload }) => {
      const [from, content] = payload.split(" ")
      if (from !== self) return heard(Number(content))
      if (content === "check") Deferred.doneUnsafe(arrived, Effect.void)
    })

  /** Checks whether notifications arrive. They do not behind a transaction pooler. */
  const check = Effect.gen(function*() {
    arrived = Deferred.makeUnsafe<void>()
    yield* notify("check")
    yield* Effect.timeout(Deferred.await(arrived), checkTimeout)
    if (areHeard) return
    areHeard = true
    // Notifications until now were missed.
    heard(everything)
  })

  /** Listens until the connection is lost, or notifications do not arrive. */
  const listenOnce = Effect.gen(function*() {
    const connection = yield* PgConnection.make(config)
    const notifications = yield* connection.listen(channel)
    yield* Effect.raceFirst(
      Effect.forever(take(notifications)),
      Effect.forever(Effect.andThen(check, Effect.sleep(checkInterval)))
    )
  }).pipe(Effect.scoped)

  const lost = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      if (!areHeard) return Effect.void
      areHeard = false
      // Wakes all that wait, so that they notice that they have to poll more often.
      heard(everything)
      return Effect.logWarning("The connection that hears of other processes' changes is lost, and is made anew", cause)
    })

  const listening = Effect.gen(function*() {
    let pause: number = reconnecting.first
    // Retries forever: a standby refuses LISTEN until it becomes the primary.
    for (;;) {
      const cause = yield* Effect.flip(Effect.sandbox(listenOnce))
      pause = areHeard ? reconnecting.first : Math.min(2 * pause, reconnecting.longest)
      yield* lost(cause)
      yield* Effect.sleep(Duration.millis(pause))
    }
  })

  let isListening = false
  return {
    tell: (bits: number): void => {
      untold |= bits
      if (isTelling) return
      isTelling = true
      runFork(telling)
    },
    listen: Effect.suspend(() => {
      if (isListening) return Effect.void
      isListening = true
      return Effect.asVoid(Effect.forkIn(listening, scope))
    }),
    areHeard: () => areHeard
  }
})
