/** The history of a run: the requests of all clients, with the knowledge about their effects. */

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

/** One request that was to change something. Times are of `performance.now()`. */
export interface Attempt {
  /** What was sent as `X-Request-Id`; events carry it. */
  readonly request_id: string
  /** For people: what was to be done. */
  readonly what: string
  readonly began: number
  readonly ended: number
  readonly knowledge: Knowledge
  /** Types of events that it makes where it is done. */
  readonly events: ReadonlyArray<string>
  /** Types of events that it may make besides, of things that the client does not know to be there. */
  readonly besides: ReadonlyArray<string>
  /** Whether each of its changes is stored by itself, so that it may be done in part. */
  readonly apart: boolean
  /** Whether it may have been true already, as far as the client knew, so that doing it makes no event. */
  readonly mayBeNoChange: boolean
}

/** Something that was to be made, which its marker tells from all else. */
export interface Creation {
  readonly kind: Kind
  readonly marker: string
  readonly parent: Thing | undefined
  readonly attempt: Attempt
}

/** A value that a field was to have. */
export interface Write {
  readonly value: Value
  readonly attempt: Attempt
}

/** Something whose creation was acknowledged, with all that was attempted on it, in order. */
export interface Thing {
  readonly kind: Kind
  readonly id: string
  readonly marker: string
  /** What it goes with: a note's application, an application's job. */
  readonly parent: Thing | undefined
  readonly writes: Map<string, Array<Write>>
  readonly deletions: Array<Attempt>
}

/** All that was done in one history. */
export interface History {
  readonly attempts: Array<Attempt>
  readonly creations: Array<Creation>
  readonly things: Array<Thing>
}

export const empty = (): History => ({ attempts: [], creations: [], things: [] })

/** Milliseconds after which a request that nobody waits for any more cannot be done late. */
const longestRequest = 75_000

/**
 * The values that a field may have: the last acknowledged one, and those of attempts without an answer, which may have
 * been done then or later. One that was over for certain before an acknowledged write began is left out.
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

/** Whether a thing is deleted: for certain, possibly, or not. What it goes with takes it along. */
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

/** One way in which a promise was broken. */
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

/** Collects what is broken on the way, with the fault that was under way. */
export interface Broken {
  readonly all: ReadonlyArray<Violation>
  readonly add: (promise: Violation["promise"], says: string) => void
  /** Names what happens from now on. */
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
