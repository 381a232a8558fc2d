/** Rejection reasons: the list from which an organization chooses when it rejects an application. */
import { Result, Schema } from "effect"
import { type Decision, decided, type DecisionContext, unchanged } from "../Decision.ts"
import { named } from "../Described.ts"
import { RejectionReasonId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { id, required } from "../Field.ts"
import { declare } from "../Noun.ts"
import { Line, ShownLine } from "../Text.ts"

export const noun = declare({
  subject: "rejection_reason",
  description: "A reason for which the organization rejects applications",
  table: "organizations",
  fields: {
    id: id(RejectionReasonId),
    name: required(ShownLine, Line, {
      description: "The name of the reason, which an organization has once, in any case of letters",
      example: "Salary expectations",
      privacy: "kept"
    })
  },
  events: {
    added: { summary: "A rejection reason was added" },
    renamed: { summary: "A rejection reason was renamed" },
    removed: { summary: "A rejection reason was removed" }
  }
})

export const RejectionReason = noun.json
export interface RejectionReason extends Schema.Schema.Type<typeof RejectionReason> {}

/** The rejection reasons of an organization, in the order in which they were added. */
export type RejectionReasons = ReadonlyArray<RejectionReason>

/** A request for a new reason, or for another name. */
export const RejectionReasonDraft = noun.create.pipe(named("RejectionReasonDraft", "A rejection reason to add, or its new name"))
export interface RejectionReasonDraft extends Schema.Schema.Type<typeof RejectionReasonDraft> {}

export const maxReasons: Limit = { what: "rejection reasons of an organization", limit: 50 }

export class RejectionReasonNotFound
  extends Schema.TaggedError<RejectionReasonNotFound>()("RejectionReasonNotFound", { id: Schema.String })
{}

/** The organization already has a reason with this name, in any case of letters. */
export class RejectionReasonTaken
  extends Schema.TaggedError<RejectionReasonTaken>()("RejectionReasonTaken", { id: RejectionReasonId })
{}

/** The organization's list does not have the reason. */
export class UnknownRejectionReason extends Schema.TaggedError<UnknownRejectionReason>()("UnknownRejectionReason", {
  reason: Schema.String,
  accepted: Schema.Array(Schema.String)
}) {}

const key = (name: string): string => name.trim().toLowerCase()

/** Tells whether two names are the same, in any case of letters. */
export const isSameName = (one: string, other: string): boolean => key(one) === key(other)

const withName = (reasons: RejectionReasons, name: string): RejectionReason | undefined =>
  reasons.find((reason) => isSameName(reason.name, name))

/** Returns the reason with this name, in any case of letters. */
export const find = (reasons: RejectionReasons, name: string): Result.Result<RejectionReason, UnknownRejectionReason> => {
  const reason = withName(reasons, name)
  return reason === undefined
    ? Result.fail(new UnknownRejectionReason({ reason: name, accepted: reasons.map(({ name }) => name) }))
    : Result.succeed(reason)
}

/** Adds a reason at the end of the list. */
export const add = (
  reasons: RejectionReasons,
  { name }: RejectionReasonDraft,
  context: DecisionContext
): Decision<RejectionReasons, LimitReached | RejectionReasonTaken> =>
  Result.gen(function*() {
    const same = withName(reasons, name)
    if (same !== undefined) return yield* Result.fail(new RejectionReasonTaken({ id: same.id }))
    yield* withinLimit(maxReasons, reasons.length, 1)
    const reason: RejectionReason = { id: RejectionReasonId.make(context.nextId()), name }
    return yield* decided([...reasons, reason], noun.event("added", reason))
  })

/** Renames a reason. Applications that were rejected for it keep the name that it had then. */
export const rename = (
  reasons: RejectionReasons,
  id: RejectionReasonId,
  { name }: RejectionReasonDraft
): Decision<RejectionReasons, RejectionReasonNotFound | RejectionReasonTaken> => {
  const reason = reasons.find((reason) => reason.id === id)
  if (reason === undefined) return Result.fail(new RejectionReasonNotFound({ id }))
  if (reason.name === name) return unchanged(reasons)
  const same = withName(reasons, name) ?? reason
  if (same !== reason) return Result.fail(new RejectionReasonTaken({ id: same.id }))
  const after: RejectionReason = { id, name }
  return decided(reasons.map((one) => one === reason ? after : one), noun.event("renamed", after))
}

/** Removes a reason. Applications that were rejected for it keep its name. */
export const remove = (
  reasons: RejectionReasons,
  id: RejectionReasonId
): Decision<RejectionReasons, RejectionReasonNotFound> => {
  const reason = reasons.find((reason) => reason.id === id)
  return reason === undefined
    ? Result.fail(new RejectionReasonNotFound({ id }))
    : decided(reasons.filter((one) => one !== reason), noun.event("removed", reason))
}
