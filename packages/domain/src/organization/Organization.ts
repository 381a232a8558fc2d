/** Organizations: the tenants. Every other entity belongs to exactly one. */
import { Result, Schema } from "effect"
import { decided, type Decision, type DomainEvent, unchanged } from "../Decision.ts"
import { OrganizationId } from "../Id.ts"
import { Plan, publishLimits } from "./Plan.ts"
import { PublishedJobs } from "./PublishLimit.ts"
import { Line } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Line,
  plan: Plan
})
export interface Organization extends Schema.Schema.Type<typeof Organization> {}

/** An organization with its publish limit and the number of its published jobs. */
export const OrganizationDetail = Schema.Struct({
  ...Organization.fields,
  ...PublishedJobs.fields,
  created_at: Timestamp
}).annotate({ identifier: "Organization" })
export interface OrganizationDetail extends Schema.Schema.Type<typeof OrganizationDetail> {}

/** A request to change an organization. Its plan is the operator's to change. */
export const OrganizationPatch = Schema.Struct({
  name: Schema.optionalKey(Line)
}).annotate({ identifier: "OrganizationPatch" })
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

/** Applies a patch to an organization. */
export const update = (
  organization: OrganizationDetail,
  { name = organization.name }: OrganizationPatch
): Decision<OrganizationDetail, never> => {
  if (name === organization.name) return unchanged(organization)
  const after: OrganizationDetail = { ...organization, name }
  return decided(after, event("organization.updated", after))
}

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
