/** The limit of published jobs, which the plan of an organization sets. */
import { Result, Schema } from "effect"
import type { OrganizationDetail } from "./Organization.ts"
import { Plan } from "./Plan.ts"

/** How many jobs an organization has published, and how many it may: null is no limit. */
export interface PublishedJobs extends Pick<OrganizationDetail, "plan" | "publish_limit" | "published_jobs"> {}

/** The organization has as many published jobs as its plan allows. */
export class PublishLimitReached extends Schema.TaggedError<PublishLimitReached>()("PublishLimitReached", {
  plan: Plan,
  limit: Schema.Int,
  published: Schema.Int
}) {}

/** Fails if the organization may publish no further job (spec, part 3). */
export const mayPublish = (
  { plan, publish_limit: limit, published_jobs: published }: PublishedJobs
): Result.Result<void, PublishLimitReached> =>
  limit === null || published < limit
    ? Result.void
    : Result.fail(new PublishLimitReached({ plan, limit, published }))
