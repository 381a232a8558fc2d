/** A bounded cache of recent reads. A change empties it. */
import { Clock, Deferred, Effect, Exit } from "effect"

/** Whether what was read is still so. */
export interface Freshness {
  /**
   * Counts the changes until now, in milliseconds since the Unix epoch: a value is kept as long as the number stays.
   */
  readonly changes: (now: number) => number
  /** The longest time that a value is kept, in milliseconds. */
  readonly maxMillis: () => number
}

interface Entry<A, E> {
  readonly changes: number
  readonly bytes: number
  /** When it is not kept any more, in milliseconds since the Unix epoch. */
  readonly until: number
  readonly value: Deferred.Deferred<A, E>
}

/**
 * Bytes that an entry has besides its value, about, of which a client may choose most: a key has the address and the
 * host of a request.
 */
const entryBytes = (key: string): number => 500 + key.length

/**
 * Keeps the latest values of up to `maxBytes`. Those who ask for one that is being read share it; a failure is not
 * kept.
 */
export class Recent<A, E> {
  readonly #entries = new Map<string, Entry<A, E>>()
  readonly #freshness: Freshness
  readonly #maxBytes: number
  readonly #bytesOf: (value: A) => number | undefined
  #bytes = 0

  /** `bytesOf` returns the bytes of a value, about; none of one that is not kept. */
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

  /** The value of a key that is still fresh, from memory alone. */
  find(key: string, now: number): Deferred.Deferred<A, E> | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.changes === this.#freshness.changes(now) && now < entry.until) return entry.value
    this.#remove(key)
    return undefined
  }

  /** The value of a key: the one that is kept, or what `read` returns. */
  get<R>(key: string, read: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const found = this.find(key, now)
      if (found !== undefined) return Deferred.await(found)
      const value = Deferred.makeUnsafe<A, E>()
      // Before it is read: a change meanwhile makes it old.
      const changes = this.#freshness.changes(now)
      const until = now + this.#freshness.maxMillis()
      const entry = { changes, bytes: entryBytes(key), until, value }
      this.#set(key, entry)
      const done = (exit: Exit.Exit<A, E>) =>
        Effect.suspend(() => {
          // Another one may have come in its place.
          if (this.#entries.get(key) === entry) {
            const bytes = Exit.isSuccess(exit) ? this.#bytesOf(exit.value) : undefined
            if (bytes === undefined) this.#remove(key)
            else this.#set(key, { changes, value, bytes: entryBytes(key) + bytes, until })
          }
          return Deferred.done(value, exit)
        })
      // Others may wait for it when the one who asked first has gone.
      return Effect.andThen(Effect.forkDetach(Effect.onExit(read, done)), Deferred.await(value))
    })
  }
}
