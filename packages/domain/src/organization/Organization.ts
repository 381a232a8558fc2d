/** Organizations: the tenants. Every other entity belongs to exactly one. */
import { Result, Schema, Struct } from "effect"
import { AppPolicy } from "./AppPolicy.ts"
import { decided, type Decision, type DecisionContext, differences, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { OrganizationId } from "../Id.ts"
import { addedLater, defaulted, id, labelled, managed, nullable, required, time, without } from "../Field.ts"
import { declare } from "../Noun.ts"
import { Plan, publishLimits } from "./Plan.ts"
import { RetentionDraft, RetentionRule, ruleAfter } from "../retention/RetentionRule.ts"
import { Line, orNull, ShownLine } from "../Text.ts"
import { SignalKind } from "../signal/SignalKind.ts"
import { spelled } from "../Spelling.ts"
import { SpokenLanguage } from "../SpokenLanguage.ts"
import { ShownZoneName, ZoneNameFromText } from "../time/ZoneName.ts"
import { Timestamp } from "../Timestamp.ts"

const retention = {
  description: "The rule by which candidates are anonymised and unassigned mails deleted; null keeps them forever",
  example: { anonymise_after_months: 12, applies_from: "2026-10-09T10:30:00.480Z" },
  privacy: "kept"
} as const

const RetentionData = Schema.Struct({
  id: OrganizationId,
  retention: Schema.NullOr(RetentionRule).pipe(described(retention.description, retention.example))
}).pipe(named("RetentionEventData", "The retention rule of the organization"))

/** Whether candidates can book a member whose calendar cannot be read. */
export const CalendarFailure = Schema.Literals(["warn", "block"])
export type CalendarFailure = typeof CalendarFailure.Type

const AppPolicyData = Schema.Struct({ id: OrganizationId, app_policy: AppPolicy }).pipe(
  named("AppPolicyEventData", "Which apps members may connect, and what the apps may do")
)

const ImportedData = Schema.Struct({
  id: OrganizationId,
  rows: Schema.Record(Schema.String, Schema.Int).pipe(
    described("How many rows of each kind were added", { candidate: 444, application: 571 })
  )
}).pipe(named("ImportedEventData", "How much was imported"))

export const noun = declare({
  subject: "organization",
  description: "The company that owns all data of the account",
  table: "organizations",
  sees: "all",
  fields: {
    id: id(OrganizationId),
    name: required(ShownLine, Line, {
      description: "The name of the company",
      example: example.organization.name,
      privacy: "kept"
    }),
    time_zone: nullable(ShownZoneName, orNull(ZoneNameFromText), {
      description: "The organization's time zone, as an IANA name, for days and working hours; null for UTC",
      example: "Europe/Berlin",
      privacy: "kept"
    }).pipe(addedLater, labelled("Time zone", "Zeitzone")),
    language: nullable(SpokenLanguage, Schema.NullOr(spelled(SpokenLanguage)), {
      description:
        "The language of emails if the job sets no other, of pages if neither the job nor the browser does, and of the " +
        "stages of new jobs; null for English, until the first administrator's browser sets it",
      example: "en",
      privacy: "kept"
    }).pipe(addedLater),
    calendar_failure: required(CalendarFailure, spelled(CalendarFailure), {
      description:
        "Whether candidates can book a member whose calendar could not be read for an hour: `warn` allows it, " +
        "based on the last reading, and shows its age; `block` does not",
      example: "warn",
      privacy: "kept"
    }).pipe(addedLater),
    signals_off: defaulted(
      Schema.Array(SignalKind),
      Schema.Array(spelled(SignalKind)).check(Schema.isMaxLength(SignalKind.literals.length)),
      {
        description: "The kinds of signals that are turned off; empty if all are on",
        example: ["shared_network"],
        privacy: "kept"
      }
    ).pipe(addedLater),
    plan: managed(Plan, {
      description: "The subscription of the organization",
      example: example.organization.plan,
      privacy: "kept"
    }),
    publish_limit: managed(Schema.NullOr(Schema.Int), {
      description: "The maximum number of published jobs in the plan; null for no limit",
      example: example.organization.publish_limit,
      privacy: "kept"
    }).pipe(without("event")),
    published_jobs: managed(Schema.Int, {
      description: "The number of currently published jobs",
      example: example.organization.published_jobs,
      privacy: "kept"
    }).pipe(without("event")),
    retention: nullable(RetentionRule, Schema.NullOr(RetentionDraft), retention).pipe(without("row", "event")),
    created_at: time(Timestamp, "When the organization was created", example.time.organizationCreated).pipe(
      without("event")
    )
  },
  events: {
    updated: {
      summary: "The organization's name, time zone, language, signals or handling of unreadable calendars was changed"
    },
    plan_changed: { summary: "The organization got another plan" },
    retention_changed: { summary: "The retention rule was set, changed or ended", data: RetentionData },
    app_policy_changed: {
      summary: "The policy on connected apps was changed",
      reads: ["rule for apps changed", "Regel für Apps geändert"],
      data: AppPolicyData
    },
    exported: { summary: "An export of all data was begun", reads: ["exported all data", "hat alle Daten exportiert"] },
    imported: {
      summary:
        "Data of an organization was imported from files, with its history; the imported rows have no other events",
      data: ImportedData
    }
  }
})

/** An organization in principals and events. */
export const Organization = Schema.Struct(Struct.pick(noun.json.fields, ["id", "name", "plan"]))
export interface Organization extends Schema.Schema.Type<typeof Organization> {}

/** An organization with its publish limit, the number of its published jobs, and its retention rule. */
export const OrganizationDetail = noun.json
export interface OrganizationDetail extends Schema.Schema.Type<typeof OrganizationDetail> {}

/** A request to change an organization: every field is optional. Only the operator can change its plan. */
export const OrganizationPatch = noun.update.pipe(named(
  "OrganizationPatch",
  "Changes to the organization. Omitted fields keep their values. The operator changes the plan",
  { name: example.organization.name, time_zone: "Europe/Berlin", retention: { anonymise_after_months: 12 } }
))
export interface OrganizationPatch extends Schema.Schema.Type<typeof OrganizationPatch> {}

export class OrganizationNotFound
  extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", { organization_id: Schema.String })
{}

/** The plan allows fewer published jobs than the organization has. */
export class PlanTooSmall extends Schema.TaggedError<PlanTooSmall>()("PlanTooSmall", {
  plan: Plan,
  limit: Schema.Int,
  published: Schema.Int
}) {}

/** Applies a patch to an organization. A retention rule that is set or shortened takes effect after a grace period. */
export const update = (
  organization: OrganizationDetail,
  {
    calendar_failure = organization.calendar_failure,
    language = organization.language,
    name = organization.name,
    signals_off: off = organization.signals_off,
    retention: requested = organization.retention,
    time_zone = organization.time_zone
  }: OrganizationPatch,
  { now }: Pick<DecisionContext, "now">
): Decision<OrganizationDetail, never> => {
  const retention = ruleAfter(organization.retention, requested, now)
  const signals_off = SignalKind.literals.filter((kind) => off.includes(kind))
  const fields = { calendar_failure, language, name, signals_off, time_zone }
  const after: OrganizationDetail = { ...organization, ...fields, retention }
  const isSame = Object.keys(differences(organization, fields)).length === 0
  return decided(
    after,
    ...(isSame ? [] : [noun.event("updated", after)]),
    ...(retention === organization.retention ? [] : [noun.event("retention_changed", after)])
  )
}

/** Records that all data was exported. */
export const exported = (organization: OrganizationDetail): Decision<OrganizationDetail, never> =>
  decided(organization, noun.event("exported", organization))

/** The full exports that a server makes at a time. It makes only one per organization. */
export const maxExports = 2

/**
 * Changes an organization's plan, and sets the plan's publish limit. Fails if that is less than the number of published
 * jobs: the organization has to choose the jobs to withdraw, so that no change of plan removes a job from its careers
 * site.
 */
export const setPlan = (organization: OrganizationDetail, plan: Plan): Decision<OrganizationDetail, PlanTooSmall> => {
  const limit = publishLimits[plan]
  if (plan === organization.plan && limit === organization.publish_limit) return unchanged(organization)
  const { published_jobs: published } = organization
  if (limit !== null && published > limit) return Result.fail(new PlanTooSmall({ plan, limit, published }))
  const after: OrganizationDetail = { ...organization, plan, publish_limit: limit }
  return decided(after, noun.event("plan_changed", after))
}

/** The policy on apps that members may connect. */
export type AppPolicyState = typeof AppPolicyData.Type

const isSamePolicy = Schema.toEquivalence(AppPolicy)

/** Sets the policy on apps. Connected apps that it forbids are revoked when it is saved. */
export const setAppPolicy = (state: AppPolicyState, app_policy: AppPolicy): Decision<AppPolicyState, never> => {
  if (isSamePolicy(state.app_policy, app_policy)) return unchanged(state)
  const after = { ...state, app_policy }
  return decided(after, noun.event("app_policy_changed", after))
}
