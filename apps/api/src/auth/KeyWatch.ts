/** Watches the keys of open streams and waiting requests. One statement per second looks up all of them. */
import { ApiKeys, type KeyAddress } from "@candor/domain/authentication/ApiKeys"
import { Context, Deferred, Duration, Effect, Latch, Layer, type Scope } from "effect"

/** The pause between polls, unless a caller needs one immediately. */
const interval = Duration.seconds(1)

interface Watched {
  readonly key: KeyAddress
  /** Done when the key is no longer active. */
  readonly ended: Deferred.Deferred<void>
  watchers: number
}

/** Includes the scope and the access to jobs: a key whose rights change counts as another key. */
const nameOf = ({ id, job_access, hides_feedback, scope }: KeyAddress): string =>
  `${id} ${scope} ${job_access} ${hides_feedback}`

/** A key under watch. */
export interface WatchedKey {
  /** Waits until the key is no longer authenticated with its scope; notices within a second. */
  readonly ended: Effect.Effect<void>
  /** Returns whether the key is still authenticated with its scope, by a poll that begins after the call. */
  readonly isActive: Effect.Effect<boolean>
}

export class KeyWatch extends Context.Service<KeyWatch, {
  /** Watches a key until the scope closes. */
  readonly watch: (key: KeyAddress) => Effect.Effect<WatchedKey, never, Scope.Scope>
}>()("@candor/api/auth/KeyWatch") {
  static readonly layer = Layer.effect(
    KeyWatch,
    Effect.gen(function*() {
      const { isActive } = yield* ApiKeys
      const all = new Map<string, Watched>()
      /** Open while keys are watched. */
      const watching = Latch.makeUnsafe(false)
      /** Open when a caller needs a poll immediately. */
      const atOnce = Latch.makeUnsafe(false)
      let nextPoll = Deferred.makeUnsafe<void>()

      const poll = Effect.gen(function*() {
        const watched = [...all.values()]
        const active = yield* isActive(watched.map(({ key }) => key))
        for (const [index, { ended }] of watched.entries()) {
          if (active[index] === false) Deferred.doneUnsafe(ended, Effect.void)
        }
      })

      const pollOnce = Effect.suspend(() => {
        const awaited = nextPoll
        nextPoll = Deferred.makeUnsafe<void>()
        atOnce.closeUnsafe()
        return poll.pipe(
          Effect.tapCause((cause) => Effect.logWarning("Could not look up the keys of open streams", cause)),
          Effect.exit,
          Effect.map((exit) => Deferred.doneUnsafe(awaited, exit))
        )
      })

      yield* watching.await.pipe(
        Effect.andThen(pollOnce),
        Effect.andThen(Effect.timeoutOption(atOnce.await, interval)),
        Effect.forever,
        Effect.forkScoped
      )

      const enter = (key: KeyAddress) =>
        Effect.sync((): Watched => {
          const watched = all.get(nameOf(key)) ?? { key, ended: Deferred.makeUnsafe<void>(), watchers: 0 }
          watched.watchers++
          all.set(nameOf(key), watched)
          watching.openUnsafe()
          return watched
        })

      const leave = (watched: Watched) =>
        Effect.sync(() => {
          if (--watched.watchers > 0) return
          all.delete(nameOf(watched.key))
          if (all.size === 0) watching.closeUnsafe()
        })

      return KeyWatch.of({
        watch: (key) =>
          Effect.map(Effect.acquireRelease(enter(key), leave), ({ ended }) => ({
            ended: Deferred.await(ended),
            isActive: Effect.suspend(() => {
              atOnce.openUnsafe()
              return Effect.map(Deferred.await(nextPoll), () => !Deferred.isDoneUnsafe(ended))
            })
          }))
      })
    })
  )
}
