/** The keys that were valid a short while ago, remembered within a bound. */
import { isSame, type Principal } from "@candor/domain/access/Principal"

/** A key as its latest request found it. */
export interface RecentKey {
  readonly principal: Principal
  /** Whether one more request would have been within its limit. */
  hasMore: boolean
}

export interface RecentKeys {
  /** Remembers the key with this text. Returns its principal: the same object as before, as long as nothing of it changes. */
  readonly add: (text: string, found: RecentKey) => Principal
  /** Forgets a key that has turned out not to be valid any more. */
  readonly forget: (text: string) => void
  readonly get: (text: string) => RecentKey | undefined
}

/**
 * Remembers between `max` and twice as many keys, the latest. Two maps take turns, so that forgetting is dropping one:
 * entries are not removed one by one (decision 0020), but for
 * the rare one that is forgotten.
 */
export const make = (max: number): RecentKeys => {
  let latest = new Map<string, RecentKey>()
  let before = new Map<string, RecentKey>()
  const get = (text: string) => latest.get(text) ?? before.get(text)
  return {
    add: (text, found) => {
      const known = get(text)
      const key = known !== undefined && isSame(known.principal, found.principal) ? known : found
      key.hasMore = found.hasMore
      if (latest.size >= max && !latest.has(text)) {
        before = latest
        latest = new Map()
      }
      latest.set(text, key)
      return key.principal
    },
    forget: (text) => {
      latest.delete(text)
      before.delete(text)
    },
    get
  }
}
