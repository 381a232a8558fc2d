/**
 * Sessions: API keys that a browser holds in a cookie. A session acts as the member who signed in, with the member's
 * role as its scope, and is authenticated as a key is (decision 0053).
 */
import { ApiKeyId } from "../Id.ts"
import * as SecretText from "./SecretText.ts"
import { later, type Timestamp } from "../Timestamp.ts"

/** The text of sessions, which is in their cookie. */
export const sessionText = SecretText.make("candor_session_")

/**
 * A session ends after so many hours without a request; it ends up to an hour earlier, because a request extends it
 * once in an hour.
 */
export const idleHours = 12

/** A session ends after so many days in any case. */
export const maxDays = 30

/** The sessions of a member. A further one ends the oldest. */
export const maxSessions = 10

/** The name of sessions, where the name of a key would be. */
export const sessionName = "Session of the console"

const hour = 3_600_000

export interface Session {
  readonly id: ApiKeyId
  readonly created_at: Timestamp
  readonly expires_at: Timestamp
}

/** Returns a new session. */
export const open = ({ nextId, now }: { readonly nextId: () => string; readonly now: Timestamp }): Session => ({
  id: ApiKeyId.make(nextId()),
  created_at: now,
  expires_at: later(now, idleHours * hour)
})
