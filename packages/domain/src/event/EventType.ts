/** The types of all events, and filters of types. */
import { Schema } from "effect"
import { includes, type Scope } from "../access/Scope.ts"
import { type NounEventType, nouns } from "../nouns.ts"
import { because } from "../IssueReason.ts"

const subjectOf = (type: string): string => type.slice(0, type.indexOf("."))

const ofNouns = nouns.flatMap(({ events, subject }) =>
  Object.keys(events).map((verb) => `${subject}.${verb}` as NounEventType)
)

/**
 * All types, sorted by subject: `subject.past_participle`. `audit.erased` belongs to no noun: the audit log records its
 * erasures itself.
 */
export const eventTypes: ReadonlyArray<NounEventType | "audit.erased"> = [...ofNouns, "audit.erased" as const].toSorted(
  (one, other) => subjectOf(one) < subjectOf(other) ? -1 : subjectOf(one) > subjectOf(other) ? 1 : 0
)

export const EventType = Schema.Literals(eventTypes)
export type EventType = typeof EventType.Type

/** The subjects of all types, each once. */
export const subjects: ReadonlyArray<string> = [...new Set(eventTypes.map(subjectOf))]

const ofMany: ReadonlyArray<string> = ["*", ...subjects.map((subject) => `${subject}.*`)]

/** All valid filters of types. */
export const filters: ReadonlyArray<string> = [...ofMany, ...eventTypes]

/** Returns what is accepted in place of a text: the filters of many types, and the types of the subject in the text. */
const expectedFor = (filter: string): string => {
  const near = eventTypes.filter((type) => subjectOf(type) === subjectOf(filter))
  return `Expected one of ${[...ofMany, ...near].join(", ")}${near.length === 0 ? ", or a type of these" : ""}`
}

/** A type, `job.*` for all types of a subject, or `*` for all types. */
export const EventFilter = Schema.String.check(
  Schema.makeFilter<string>((filter) => filters.includes(filter) || expectedFor(filter), {
    toJsonSchema: () => ({ enum: [...filters] }),
    ...because("wrong_form")
  })
)

/** Tells whether one of the filters matches a type. */
export const matches = (filters: ReadonlyArray<string>, type: string): boolean =>
  filters.includes("*") || filters.includes(type) || filters.includes(`${subjectOf(type)}.*`)

/** Returns filters for the events that a key of this scope may not read: those that only administrators see. */
export const hiddenFrom = (scope: Scope): ReadonlyArray<string> =>
  includes(scope, "admin") ? [] : ["api_key.*", "member.*", "webhook.*"]
