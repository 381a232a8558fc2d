/** The client: the operations by their groups, and the change feed. */
import { type Feed, follow, type FollowOptions } from "./Feed.ts"
import type { Groups } from "./generated/Api.ts"
import { groupsOf } from "./Methods.ts"
import { type ClientOptions, settingsOf } from "./Settings.ts"

export interface Client extends Groups {
  readonly events: Groups["events"] & {
    /** Follows the change feed: returns every event once, in order, as it happens. */
    readonly follow: (options?: FollowOptions) => Feed
  }
}

/** Returns a client. It opens no connection until a method is called. */
export const createClient = (options: ClientOptions): Client => {
  const settings = settingsOf(options)
  const groups = groupsOf(settings)
  return { ...groups, events: { ...groups.events, follow: (options) => follow(settings, options) } }
}
