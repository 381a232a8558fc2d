/**
 * Limits the connections that one organization's statements hold at a time (a bulkhead): statements that wait for a
 * lock, or do much work, leave connections and processors to other organizations. While others use the database, an
 * organization that reads large texts is also limited in bytes per second.
 */
import * as ByteRate from "@candor/domain/access/ByteRate"
import { type Clock, Context, Duration, Effect, Exit, Hash, type Scope } from "effect"
import { ConnectionError, SqlError } from "effect/sql/SqlError"

/** The organization that statements run for; undefined for work of the system, which is not limited. */
export const CurrentOrganization = Context.Reference<string | undefined>("@candor/sql/CurrentOrganization", {
  defaultValue: () => undefined
})

interface Share {
  readonly organization: string
  running: number
  /** Statements that wait for a connection of the share, oldest first. */
  readonly waiting: Array<() => void>
  /** The moving average of its statements' duration, in milliseconds. */
  averageMillis: number
  /** When its last statement ended, in milliseconds of the monotonic clock. */
  lastUsed: number
  /**
   * When the rate limit has made up for all bytes read. It is in the future while more than the burst has been read.
   */
  paidAt: number
  hasTimer: boolean
}

/** A use of a connection of a share, by a statement or a transaction. */
interface Turn {
  readonly share: Share
  /** When it began, in milliseconds of the monotonic clock; undefined while it waits. */
  began: number | undefined
}

/**
 * The most waiting statements of an organization. Further ones fail at once, since they could not be answered in time.
 */
export const maxWaiting = 1000

/**
 * An organization whose statements take longer than this on average gets few connections while others use the database.
 */
const slowMillis = 10

/** Connections of an organization whose statements are slow. */
const maxSlow = 2

/** The weight of a statement in the moving average. */
const weight = 1 / 8

/**
 * Another organization counts as using the database for this long after it began a statement or waited for one, in
 * milliseconds.
 */
const contentionMillis = 1000

/** A slow organization is remembered for this long after its last statement, in milliseconds. */
const memoryMillis = 10_000

/** Buckets of the hash table of shares, a power of two. */
const bucketCount = 256

const overloaded = new SqlError({
  reason: new ConnectionError({
    cause: new Error(`${maxWaiting} statements of the organization wait for a connection`),
    message: "Too many statements of one organization wait for a connection",
    operation: "acquire"
  })
})

/**
 * Makes the limit of `max` statements at a time for each organization. Others wait in order of arrival. `sizeOf`
 * returns the bytes of large texts in the result of a statement.
 */
export const make = (max: number, clock: Clock.Clock, sizeOf: (result: unknown) => number) => {
  // A hash table of arrays, because sets and maps whose entries come and go keep garbage alive (decision 0018). It has
  // a share for each organization with running or recent slow statements, which may be thousands.
  const buckets = Array.from({ length: bucketCount }, (): Array<Share> => [])
  const bucketOf = (organization: string) => buckets[Hash.string(organization) & (bucketCount - 1)]!
  /**
   * The organization with the newest statement, the time of that, and the time of the newest one of another
   * organization.
   */
  let latest: string | undefined
  let latestAt = Number.NEGATIVE_INFINITY
  let otherAt = Number.NEGATIVE_INFINITY

  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

  const isIdle = ({ running, waiting }: Share) => running === 0 && waiting.length === 0

  const shareOf = (organization: string, time: number): Share => {
    const bucket = bucketOf(organization)
    const found = bucket.find((share) => share.organization === organization)
    if (found !== undefined) return found
    for (let at = bucket.length - 1; at >= 0; at--) {
      if (isIdle(bucket[at]!) && time - bucket[at]!.lastUsed > memoryMillis) bucket.splice(at, 1)
    }
    const share: Share = {
      organization,
      running: 0,
      waiting: [],
      averageMillis: 0,
      lastUsed: time,
      paidAt: ByteRate.neverUsed,
      hasTimer: false
    }
    bucket.push(share)
    return share
  }

  const noteUse = (organization: string, time: number) => {
    if (organization !== latest) otherAt = latestAt
    latest = organization
    latestAt = time
  }

  /** Returns how many statements an organization may run at a time. */
  const limitOf = ({ averageMillis, organization, paidAt }: Share, time: number): number => {
    const othersAt = organization === latest ? otherAt : latestAt
    if (time - othersAt >= contentionMillis) return max
    const hasReadItsBurst = paidAt > time
    if (hasReadItsBurst) return 0
    // One at a time, because the bytes of a statement are known only when it ends.
    const hasReadLately = !ByteRate.isFull(paidAt, time)
    if (hasReadLately) return 1
    return averageMillis > slowMillis ? Math.min(max, maxSlow) : max
  }

  const charge = (share: Share, bytes: number) => {
    if (bytes === 0) return
    share.paidAt = ByteRate.take(share.paidAt, bytes, now())
  }

  /**
   * Starts waiting statements in order, up to the limit. If none can start and none is running (whose end would call
   * this again), a timer calls it once the bytes are paid off.
   */
  const admitWaiting = (share: Share, time: number) => {
    while (share.waiting.length > 0 && share.running < limitOf(share, time)) share.waiting.shift()!()
    if (share.waiting.length === 0 || share.running > 0 || share.hasTimer) return
    share.hasTimer = true
    Effect.runFork(Effect.andThen(
      clock.sleep(Duration.millis(Math.ceil(share.paidAt - time))),
      Effect.sync(() => {
        share.hasTimer = false
        admitWaiting(share, now())
      })
    ))
  }

  /** Makes a use of a connection by an organization; it has not begun. */
  const turnOf = (organization: string): Turn => ({ share: shareOf(organization, now()), began: undefined })

  /** Begins a use if the share has a free connection; returns whether it did. */
  const tryToBegin = (turn: Turn): boolean => {
    const { share } = turn
    const time = now()
    noteUse(share.organization, time)
    if (share.running >= limitOf(share, time)) return false
    share.running++
    turn.began = time
    return true
  }

  /** Begins a use as soon as the share has a free connection. */
  const wait = (turn: Turn): Effect.Effect<void, SqlError> => {
    const { share } = turn
    if (share.waiting.length >= maxWaiting) return Effect.fail(overloaded)
    return Effect.callback<void, SqlError>((resume) => {
      const admit = () => {
        share.running++
        turn.began = now()
        resume(Effect.void)
      }
      share.waiting.push(admit)
      admitWaiting(share, now())
      return Effect.sync(() => {
        const at = share.waiting.indexOf(admit)
        if (at >= 0) share.waiting.splice(at, 1)
      })
    })
  }

  /** Ends a use, if it has begun. */
  const end = ({ began, share }: Turn) => {
    if (began === undefined) return
    const time = now()
    share.averageMillis += (time - began - share.averageMillis) * weight
    share.running--
    share.lastUsed = time
    admitWaiting(share, time)
    const isOrdinary = share.averageMillis <= slowMillis && ByteRate.isFull(share.paidAt, time)
    if (!isIdle(share) || !isOrdinary) return
    const bucket = bucketOf(share.organization)
    const at = bucket.indexOf(share)
    if (at >= 0) bucket.splice(at, 1)
  }

  /** Runs a statement, which calls `begun` when it begins: its wait for a connection does not count as its duration. */
  const run = <A, E, R>(statement: (begun: () => void) => Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.contextWith((context: Context.Context<R>): Effect.Effect<A, E | SqlError, R> => {
      const organization = Context.get(context, CurrentOrganization)
      if (organization === undefined) return statement(() => {})
      const turn = turnOf(organization)
      const begun = () => {
        turn.began = now()
      }
      const inTurn = Effect.suspend((): Effect.Effect<A, E | SqlError, R> =>
        tryToBegin(turn) ? statement(begun) : Effect.flatMap(wait(turn), () => statement(begun))
      )
      return Effect.onExitPrimitive(inTurn, (exit) => {
        if (Exit.isSuccess(exit)) charge(turn.share, sizeOf(exit.value))
        end(turn)
        return undefined
      })
    })

  /** Takes a connection of the current organization's share until the scope closes, for a transaction. */
  const lease: Effect.Effect<void, SqlError, Scope.Scope> = Effect.flatMap(CurrentOrganization, (organization) => {
    if (organization === undefined) return Effect.void
    const turn = turnOf(organization)
    return Effect.andThen(
      Effect.addFinalizer(() => Effect.sync(() => end(turn))),
      Effect.suspend(() => tryToBegin(turn) ? Effect.void : wait(turn))
    )
  })

  /** Runs a statement of a transaction, which already holds its connection. */
  const runWithin = <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(
      CurrentOrganization,
      (organization) =>
        organization === undefined ?
          statement :
          Effect.tap(statement, (result) => Effect.sync(() => charge(shareOf(organization, now()), sizeOf(result))))
    )

  return { run, lease, runWithin }
}
