/**
 * Sessions: API keys that a browser holds in a cookie. A session acts as the member who signed in, has the scope of the
 * member's role, and is authenticated like a key (decision 0053).
 */
import { ApiKeyId } from "../Id.ts"
import * as SecretText from "./SecretText.ts"
import { later, type Timestamp } from "../Timestamp.ts"

/** The text of a session, stored in its cookie. */
export const sessionText = SecretText.make("candor_session_")

/**
 * The hours without a request after which a session ends. It may end up to an hour earlier, because it is extended once
 * an hour only.
 */
export const idleHours = 12

/** The maximum lifetime of a session, in days. */
export const maxDays = 30

/** The most sessions of a member. A further one ends the oldest. */
export const maxSessions = 10

/** The name of every session, in place of a key's name. */
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
