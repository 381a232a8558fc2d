/** The history of a run: the requests of all clients, and what the clients know about their effects. */

/** A client's knowledge about an attempt. An `unanswered` attempt may have had its effect. */
export type Knowledge = "acknowledged" | "refused" | "unanswered" | "unsent"

export type Kind =
  | "job"
  | "candidate"
  | "application"
  | "note"
  | "feedback"
  | "feedback_request"
  | "search"
  | "prospect"
  | "team_member"

export type Value = string | number | null

export type Fields = Readonly<Record<string, Value>>

/** A request that was meant to change something. Times are of `performance.now()`. */
export interface Attempt {
  /** The `X-Request-Id` of the request, which its events carry. */
  readonly request_id: string
  /** Describes the change, for people. */
  readonly what: string
  readonly began: number
  readonly ended: number
  readonly knowledge: Knowledge
  /** The types of the events that it makes if it succeeds. */
  readonly events: ReadonlyArray<string>
  /** The types of events that it may make besides, about things that the client does not know to exist. */
  readonly besides: ReadonlyArray<string>
  /** Whether each of its changes is stored separately, so that it may succeed in part. */
  readonly apart: boolean
  /**
   * Whether the state may already have been the requested one, as far as the client knew, so that success makes no
   * event.
   */
  readonly mayBeNoChange: boolean
}

/** Something to be created, with a marker that distinguishes it from everything else. */
export interface Creation {
  readonly kind: Kind
  readonly marker: string
  readonly parent: Thing | undefined
  readonly attempt: Attempt
}

/** A value that a field should get. */
export interface Write {
  readonly value: Value
  readonly attempt: Attempt
}

/** A thing whose creation was acknowledged, with all attempts on it in order. */
export interface Thing {
  readonly kind: Kind
  readonly id: string
  readonly marker: string
  /** Its parent: a note's application, an application's job. */
  readonly parent: Thing | undefined
  readonly writes: Map<string, Array<Write>>
  readonly deletions: Array<Attempt>
}

/** All attempts of one history. */
export interface History {
  readonly attempts: Array<Attempt>
  readonly creations: Array<Creation>
  readonly things: Array<Thing>
}

export const empty = (): History => ({ attempts: [], creations: [], things: [] })

/** Milliseconds after which an abandoned request can no longer take effect. */
const longestRequest = 75_000

/**
 * Returns the possible values of a field: the last acknowledged one, and those of unanswered attempts, which may take
 * effect then or later. Leaves out an attempt that was certainly over before an acknowledged write began.
 */
export const possibleValues = ({ writes }: Thing, field: string): ReadonlyArray<Value> => {
  let possible: Array<Write> = []
  for (const write of writes.get(field) ?? []) {
    const { attempt } = write
    if (attempt.knowledge === "acknowledged") {
      const late = possible.filter((earlier) =>
        earlier.attempt.knowledge === "unanswered" && earlier.attempt.began + longestRequest > attempt.began
      )
      possible = [...late, write]
    } else if (attempt.knowledge === "unanswered") {
      possible.push(write)
    }
  }
  return [...new Set(possible.map(({ value }) => value))]
}

/** Returns whether a thing is deleted: certainly, possibly, or not. It is deleted together with its parent. */
export const deletion = (thing: Thing): "certain" | "possible" | "none" => {
  const own = thing.deletions.some(({ knowledge }) => knowledge === "acknowledged")
    ? "certain"
    : thing.deletions.some(({ knowledge }) => knowledge === "unanswered")
    ? "possible"
    : "none"
  if (own === "certain" || thing.parent === undefined) return own
  const parents = deletion(thing.parent)
  return parents === "none" ? own : parents
}

/** A violation of a guarantee. */
export interface Violation {
  readonly promise:
    | "writes"
    | "publish limit"
    | "rate limit"
    | "events"
    | "webhooks"
    | "profiles"
    | "recovery"
    | "answers"
  readonly says: string
}

export const violation = (promise: Violation["promise"]) => (says: string): Violation => ({ promise, says })

/** Collects violations during the run, with the present fault. */
export interface Broken {
  readonly all: ReadonlyArray<Violation>
  readonly add: (promise: Violation["promise"], says: string) => void
  /** Sets the fault that is named in violations from now on. */
  readonly during: (fault: string) => void
}

export const collector = (): Broken => {
  const all: Array<Violation> = []
  let fault = "the beginning"
  return {
    all,
    add: (promise, says) => void all.push({ promise, says: `${says}, during ${fault}` }),
    during: (name) => {
      fault = name
    }
  }
}
