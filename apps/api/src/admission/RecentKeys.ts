/** The keys that were valid a short while ago, remembered within a bound. */
import type { Principal } from "@candor/domain/access/Principal"

export interface RecentKeys {
  /** Remembers the key with this text, and its principal where one is given. */
  readonly add: (text: string, principal: Principal | undefined) => void
  /** Forgets a key that has turned out not to be valid any more. */
  readonly forget: (text: string) => void
  readonly has: (text: string) => boolean
  /** The principal that the key was remembered with. */
  readonly principalOf: (text: string) => Principal | undefined
}

/**
 * Remembers between `max` and twice as many keys, the latest. Two maps take turns, so that forgetting is dropping one:
 * entries are not removed one by one (decision 0020), but for
 * the rare one that is forgotten. Principals are kept as JSON: objects would make each collection of the heap longer (decision 0061).
 */
export const make = (max: number): RecentKeys => {
  let latest = new Map<string, string>()
  let before = new Map<string, string>()
  const get = (text: string) => latest.get(text) ?? before.get(text)
  return {
    add: (text, principal) => {
      const json = principal === undefined ? "" : JSON.stringify(principal)
      if (latest.get(text) === json) return
      if (latest.size >= max && !latest.has(text)) {
        before = latest
        latest = new Map()
      }
      latest.set(text, json)
    },
    forget: (text) => {
      latest.delete(text)
      before.delete(text)
    },
    has: (text) => get(text) !== undefined,
    principalOf: (text) => {
      const json = get(text)
      return json ? JSON.parse(json) : undefined
    }
  }
}
