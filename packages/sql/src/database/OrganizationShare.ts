/**
 * A bound on the connections that one organization's statements hold at a time, so that statements that wait for a lock,
 * or that take long, leave connections to the other organizations (a bulkhead).
 */
import { Context, Effect } from "effect"
import { ConnectionError, SqlError } from "effect/sql/SqlError"

/** The organization that statements run for; undefined for work of the system, which has no bound. */
export const CurrentOrganization = Context.Reference<string | undefined>("@candor/sql/CurrentOrganization", {
  defaultValue: () => undefined
})

interface Share {
  readonly organization: string
  running: number
  /** Statements that wait for a connection of the share, the oldest first. */
  readonly waiting: Array<() => void>
}

/** More waiting statements of one organization fail at once: they could not be answered in time. */
export const maxWaiting = 1000

const overloaded = new SqlError({
  reason: new ConnectionError({
    cause: new Error(`${maxWaiting} statements of the organization wait for a connection`),
    message: "Too many statements of one organization wait for a connection",
    operation: "acquire"
  })
})

/** Limits the statements that run at a time to `max` for each organization. Others wait in the order of their arrival. */
export const make = (max: number) => {
  // An array, because sets and maps whose entries come and go keep garbage alive (decision 0020). It has as many entries
  // as organizations have statements under way.
  const shares: Array<Share> = []

  const shareOf = (organization: string): Share => {
    const found = shares.find((share) => share.organization === organization)
    if (found !== undefined) return found
    const share: Share = { organization, running: 0, waiting: [] }
    shares.push(share)
    return share
  }

  const release = (share: Share) => {
    share.running--
    const next = share.waiting.shift()
    if (next !== undefined) next()
    else if (share.running === 0) shares.splice(shares.indexOf(share), 1)
  }

  const acquire = (share: Share): Effect.Effect<void, SqlError> => {
    if (share.running < max) {
      share.running++
      return Effect.void
    }
    if (share.waiting.length >= maxWaiting) return Effect.fail(overloaded)
    return Effect.callback((resume) => {
      const admit = () => {
        share.running++
        resume(Effect.void)
      }
      share.waiting.push(admit)
      return Effect.sync(() => {
        const at = share.waiting.indexOf(admit)
        if (at >= 0) share.waiting.splice(at, 1)
        else release(share)
      })
    })
  }

  return <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.flatMap(CurrentOrganization, (organization): Effect.Effect<A, E | SqlError, R> => {
      if (organization === undefined) return statement
      const share = shareOf(organization)
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(
          restore(acquire(share)),
          () => Effect.ensuring(restore(statement), Effect.sync(() => release(share)))
        )
      )
    })
}
