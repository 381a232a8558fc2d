/** Organizations: the tenants. Every other entity belongs to exactly one. */
import { Result, Schema } from "effect"
import { decided, type Decision, type DecisionContext, type DomainEvent, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { OrganizationId } from "../Id.ts"
import { Plan, publishLimits } from "./Plan.ts"
import { PublishedJobs } from "./PublishLimit.ts"
import { RetentionDraft, RetentionRule, ruleAfter } from "../retention/RetentionRule.ts"
import { Line, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: ShownLine.pipe(described("The name of the company", example.organization.name)),
  plan: Plan.pipe(described("The subscription of the organization", example.organization.plan))
})
export interface Organization extends Schema.Schema.Type<typeof Organization> {}

/** An organization with its publish limit, the number of its published jobs, and its retention rule. */
export const OrganizationDetail = Schema.Struct({
  ...Organization.fields,
  ...PublishedJobs.fields,
  retention: Schema.NullOr(RetentionRule).pipe(
    described("The rule by which candidates are anonymised; null keeps them for ever")
  ),
  created_at: Timestamp.pipe(described("When the organization was created", example.time.organizationCreated))
}).pipe(named("Organization", "The company that owns all its data"))
export interface OrganizationDetail extends Schema.Schema.Type<typeof OrganizationDetail> {}

/** A request to change an organization: every field is optional. Its plan is the operator's to change. */
export const OrganizationPatch = Schema.Struct({
  name: Schema.optionalKey(Line).pipe(described("The name of the company", example.organization.name)),
  retention: Schema.optionalKey(Schema.NullOr(RetentionDraft)).pipe(
    described("The rule by which candidates are anonymised; null ends it", { anonymise_after_months: 12 })
  )
}).pipe(named(
  "OrganizationPatch",
  "Changes of the organization. A field that is left out stays. The operator changes the plan"
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

/** Applies a patch to an organization. A retention rule that is set or shortened applies after a grace period. */
export const update = (
  organization: OrganizationDetail,
  { name = organization.name, retention: requested = organization.retention }: OrganizationPatch,
  { now }: Pick<DecisionContext, "now">
): Decision<OrganizationDetail, never> => {
  const retention = ruleAfter(organization.retention, requested, now)
  const after: OrganizationDetail = { ...organization, name, retention }
  return decided(
    after,
    ...(name === organization.name ? [] : [event("organization.updated", after)]),
    ...(retention === organization.retention ? [] : [retentionChanged(after)])
  )
}

const retentionChanged = ({ id, retention }: OrganizationDetail): DomainEvent => ({
  type: "organization.retention_changed",
  subject_id: id,
  data: { id, retention: retention === null ? null : { ...retention } }
})

/**
 * Puts an organization on a plan, and gives it the plan's publish limit. Fails if that is less than the number of
 * published jobs: the organization chooses the jobs to withdraw, and a change of plan removes no job from a careers site.
 */
export const setPlan = (organization: OrganizationDetail, plan: Plan): Decision<OrganizationDetail, PlanTooSmall> => {
  const limit = publishLimits[plan]
  if (plan === organization.plan && limit === organization.publish_limit) return unchanged(organization)
  const { published_jobs: published } = organization
  if (limit !== null && published > limit) return Result.fail(new PlanTooSmall({ plan, limit, published }))
  const after: OrganizationDetail = { ...organization, plan, publish_limit: limit }
  return decided(after, event("organization.plan_changed", after))
}

const event = (type: DomainEvent["type"], { id, name, plan }: OrganizationDetail): DomainEvent => ({
  type,
  subject_id: id,
  data: { id, name, plan }
})
