/** Rejection reasons: the organization's list to choose from when rejecting an application. */
import { Result, Schema } from "effect"
import { type AnyContext, type Decision, decided, differences, unchanged } from "../Decision.ts"
import { named } from "../Described.ts"
import { MailTemplateId, RejectionReasonId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { addedLater, id, nullable, required } from "../Field.ts"
import { declare } from "../Noun.ts"
import type { SpokenLanguage } from "../SpokenLanguage.ts"
import { Line, ShownLine } from "../Text.ts"

export const noun = declare({
  subject: "rejection_reason",
  description: "A reason for which the organization rejects applications",
  table: "organizations",
  sees: "all",
  fields: {
    id: id(RejectionReasonId),
    name: required(ShownLine, Line, {
      description: "The name of the reason, unique in the organization, ignoring case",
      example: "Salary expectations",
      privacy: "kept"
    }),
    mail_template_id: nullable(MailTemplateId, Schema.NullOr(MailTemplateId), {
      description:
        "The template of the mail to candidates rejected for this reason; null for that of the matching rule of automatic emails",
      example: null,
      privacy: "kept"
    }).pipe(addedLater)
  },
  events: {
    added: { summary: "A rejection reason was added" },
    renamed: { summary: "A rejection reason was renamed, or its mail has another template" },
    removed: { summary: "A rejection reason was removed" }
  }
})

export const RejectionReason = noun.json
export interface RejectionReason extends Schema.Schema.Type<typeof RejectionReason> {}

/** A reason as stored. Those from before reasons had templates lack the field. */
export type StoredReason = Pick<RejectionReason, "id" | "name"> & Partial<RejectionReason>

/** The rejection reasons of an organization, in the order in which they were added. */
export type RejectionReasons = ReadonlyArray<StoredReason>

/** A stored reason as the interface shows it. */
export const shown = (reason: StoredReason): RejectionReason => ({ mail_template_id: null, ...reason })

/** A request for a new reason. */
export const RejectionReasonDraft = noun.create.pipe(named("RejectionReasonDraft", "A rejection reason to add"))
export interface RejectionReasonDraft extends Schema.Schema.Type<typeof RejectionReasonDraft> {}

/** A request to change a reason: every field is optional. */
export const RejectionReasonPatch = noun.update.pipe(
  named("RejectionReasonPatch", "Changes to a rejection reason. Omitted fields keep their values", {
    name: "Salary expectations"
  })
)
export interface RejectionReasonPatch extends Schema.Schema.Type<typeof RejectionReasonPatch> {}

/** The default rejection reasons of a new organization, by its language. */
export const defaultNames: Readonly<Record<SpokenLanguage, ReadonlyArray<string>>> = {
  en: [
    "Not qualified",
    "Not enough experience",
    "Another candidate was chosen",
    "Salary expectations",
    "Location or work permit",
    "Position closed",
    "Other"
  ],
  de: [
    "Qualifikation passt nicht",
    "Zu wenig Erfahrung",
    "Jemand anderes wurde ausgewählt",
    "Gehaltsvorstellung",
    "Standort oder Arbeitserlaubnis",
    "Stelle geschlossen",
    "Sonstiges"
  ]
}

export const maxReasons: Limit = { what: "rejection reasons of an organization", limit: 50 }

export class RejectionReasonNotFound
  extends Schema.TaggedError<RejectionReasonNotFound>()("RejectionReasonNotFound", { id: Schema.String })
{}

/** The organization already has a reason with this name, in any case of letters. */
export class RejectionReasonTaken
  extends Schema.TaggedError<RejectionReasonTaken>()("RejectionReasonTaken", { id: RejectionReasonId })
{}

/** The reason is not in the organization's list. */
export class UnknownRejectionReason extends Schema.TaggedError<UnknownRejectionReason>()("UnknownRejectionReason", {
  reason: Schema.String,
  accepted: Schema.Array(Schema.String)
}) {}

const key = (name: string): string => name.trim().toLowerCase()

/** Tells whether two names are the same, in any case of letters. */
export const isSameName = (one: string, other: string): boolean => key(one) === key(other)

const withName = (reasons: RejectionReasons, name: string): StoredReason | undefined =>
  reasons.find((reason) => isSameName(reason.name, name))

/** Returns the reason with this name, in any case of letters. */
export const find = (reasons: RejectionReasons, name: string): Result.Result<StoredReason, UnknownRejectionReason> => {
  const reason = withName(reasons, name)
  return reason === undefined
    ? Result.fail(new UnknownRejectionReason({ reason: name, accepted: reasons.map(({ name }) => name) }))
    : Result.succeed(reason)
}

/** Adds a reason at the end of the list. */
export const add = (
  reasons: RejectionReasons,
  { mail_template_id = null, name }: RejectionReasonDraft,
  context: AnyContext
): Decision<RejectionReasons, LimitReached | RejectionReasonTaken> =>
  Result.gen(function*() {
    const same = withName(reasons, name)
    if (same !== undefined) return yield* Result.fail(new RejectionReasonTaken({ id: same.id }))
    yield* withinLimit(maxReasons, reasons.length, 1)
    const reason: RejectionReason = { id: RejectionReasonId.make(context.nextId()), name, mail_template_id }
    return yield* decided([...reasons, reason], noun.event("added", reason))
  })

/** Changes a reason's name or template. Applications that were rejected for it keep the former name. */
export const rename = (
  reasons: RejectionReasons,
  id: RejectionReasonId,
  patch: RejectionReasonPatch
): Decision<RejectionReasons, RejectionReasonNotFound | RejectionReasonTaken> => {
  const reason = reasons.find((reason) => reason.id === id)
  if (reason === undefined) return Result.fail(new RejectionReasonNotFound({ id }))
  const changes = differences(shown(reason), patch)
  if (Object.keys(changes).length === 0) return unchanged(reasons)
  const after: RejectionReason = { ...shown(reason), ...changes }
  const same = reasons.find((one) => one !== reason && isSameName(one.name, after.name)) ?? reason
  if (same !== reason) return Result.fail(new RejectionReasonTaken({ id: same.id }))
  return decided(reasons.map((one) => one === reason ? after : one), noun.event("renamed", after))
}

/** Translates the names of the default reasons, unless somebody has changed one of them. */
export const inLanguage = (reasons: RejectionReasons, language: SpokenLanguage): Decision<RejectionReasons, never> => {
  const names = defaultNames[language]
  const isDefault = reasons.length === names.length &&
    reasons.every((reason, at) => shown(reason).mail_template_id === null && reason.name === defaultNames.en[at])
  if (!isDefault || language === "en") return unchanged(reasons)
  const after = reasons.map((reason, at) => ({ ...shown(reason), name: names[at]! }))
  return decided(after, ...after.map((reason) => noun.event("renamed", reason)))
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
