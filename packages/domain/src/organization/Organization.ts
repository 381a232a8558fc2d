/** Organizations: the tenants. Every other entity belongs to exactly one. */
import { Result, Schema } from "effect"
import { decided, type Decision, unchanged } from "../Decision.ts"
import { OrganizationId } from "../Id.ts"
import { Plan, publishLimits } from "./Plan.ts"
import { Line } from "../Text.ts"

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Line,
  plan: Plan
})
export interface Organization extends Schema.Schema.Type<typeof Organization> {}

export class OrganizationNotFound
  extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", { organization_id: Schema.String })
{}

/** An organization with the number of its published jobs. */
export interface OrganizationState extends Organization {
  readonly published_jobs: number
}

/** The plan allows fewer published jobs than the organization has. */
export class PlanTooSmall extends Schema.TaggedError<PlanTooSmall>()("PlanTooSmall", {
  plan: Plan,
  limit: Schema.Int,
  published: Schema.Int
}) {}

/**
 * Puts an organization on a plan. Fails if the plan allows fewer jobs than are published: the organization chooses the
 * jobs to withdraw, and a change of plan removes no job from a careers site.
 */
export const setPlan = (organization: OrganizationState, plan: Plan): Decision<OrganizationState, PlanTooSmall> => {
  if (plan === organization.plan) return unchanged(organization)
  const limit = publishLimits[plan]
  const { published_jobs: published } = organization
  if (limit !== null && published > limit) return Result.fail(new PlanTooSmall({ plan, limit, published }))
  const { id, name } = organization
  return decided({ ...organization, plan }, {
    type: "organization.plan_changed",
    subject_id: id,
    data: { id, name, plan }
  })
}
