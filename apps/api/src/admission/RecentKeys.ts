/** The keys that were valid a short while ago, remembered within a bound. */
import type { ParsedKey } from "@candor/domain/access/ApiKeyText"

export interface RecentKeys {
  readonly add: (key: ParsedKey) => void
  /** Forgets a key that has turned out not to be valid any more. */
  readonly forget: (key: ParsedKey) => void
  readonly has: (key: ParsedKey) => boolean
}

/**
 * Remembers between `max` and twice as many keys, the latest. Two sets take turns, so that forgetting is dropping one:
 * entries are not removed one by one (decision 0020), but for
 * the rare one that is forgotten.
 */
export const make = (max: number): RecentKeys => {
  let latest = new Set<string>()
  let before = new Set<string>()
  return {
    add: ({ text }) => {
      if (latest.has(text)) return
      if (latest.size >= max) {
        before = latest
        latest = new Set()
      }
      latest.add(text)
    },
    forget: ({ text }) => {
      latest.delete(text)
      before.delete(text)
    },
    has: ({ text }) => latest.has(text) || before.has(text)
  }
}
