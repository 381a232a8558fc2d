/** A bounded cache of recent reads. A change empties it. */
import { Clock, Deferred, Effect, Exit } from "effect"

/** Tells whether cached values are still current. */
export interface Freshness {
  /**
   * Returns the number of changes until `now`, in milliseconds since the Unix epoch. A value is current while the
   * number stays.
   */
  readonly changes: (now: number) => number
  /** The longest time to keep a value, in milliseconds. */
  readonly maxMillis: () => number
}

interface Entry<A, E> {
  readonly changes: number
  readonly bytes: number
  /** When it expires, in milliseconds since the Unix epoch. */
  readonly until: number
  readonly value: Deferred.Deferred<A, E>
}

/**
 * Approximate bytes of an entry besides its value. Clients choose most of them: a key has the address and the host of a
 * request.
 */
const entryBytes = (key: string): number => 500 + key.length

/** Keeps the latest values, up to `maxBytes`. Concurrent reads of one key share a result; failures are not kept. */
export class Recent<A, E> {
  readonly #entries = new Map<string, Entry<A, E>>()
  readonly #freshness: Freshness
  readonly #maxBytes: number
  readonly #bytesOf: (value: A) => number | undefined
  #bytes = 0

  /** `bytesOf` returns the approximate bytes of a value; undefined for a value that must not be kept. */
  constructor(freshness: Freshness, maxBytes: number, bytesOf: (value: A) => number | undefined) {
    this.#freshness = freshness
    this.#maxBytes = maxBytes
    this.#bytesOf = bytesOf
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  #set(key: string, entry: Entry<A, E>): void {
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest)
    }
  }

  /** Returns the value of a key if it is in memory and still current. */
  find(key: string, now: number): Deferred.Deferred<A, E> | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.changes === this.#freshness.changes(now) && now < entry.until) return entry.value
    this.#remove(key)
    return undefined
  }

  /** Returns the value of a key: the cached one, or the result of `read`. */
  get<R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const found = this.find(key, now)
      if (found !== undefined) return Deferred.await(found)
      const value = Deferred.makeUnsafe<A, E>()
      // Counted before the read, so that a change during it makes the value stale.
      const changes = this.#freshness.changes(now)
      const until = now + this.#freshness.maxMillis()
      const entry = { changes, bytes: entryBytes(key), until, value }
      this.#set(key, entry)
      const done = (exit: Exit.Exit<A, E>) =>
        Effect.suspend(() => {
          // Another entry may have replaced it.
          if (this.#entries.get(key) === entry) {
            const bytes = Exit.isSuccess(exit) ? this.#bytesOf(exit.value) : undefined
            if (bytes === undefined) this.#remove(key)
            else this.#set(key, { changes, value, bytes: entryBytes(key) + bytes, until })
          }
          return Deferred.done(value, exit)
        })
      // Detached, because others may wait for the value when the first caller has gone.
      return Effect.andThen(Effect.forkDetach(Effect.onExit(read, done)), Deferred.await(value))
    })
  }
}
