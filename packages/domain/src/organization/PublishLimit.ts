/** The limit of published jobs, which depends on the organization's plan. */
import { Result, Schema } from "effect"
import type { OrganizationDetail } from "./Organization.ts"
import { Plan } from "./Plan.ts"

/** The number of published jobs, and the limit: null means unlimited. */
export interface PublishedJobs extends Pick<OrganizationDetail, "plan" | "publish_limit" | "published_jobs"> {}

/** The organization has reached its plan's limit of published jobs. */
export class PublishLimitReached extends Schema.TaggedError<PublishLimitReached>()("PublishLimitReached", {
  plan: Plan,
  limit: Schema.Int,
  published: Schema.Int
}) {}

/** Fails if the organization may not publish another job (spec, part 3). */
export const mayPublish = (
  { plan, publish_limit: limit, published_jobs: published }: PublishedJobs
): Result.Result<void, PublishLimitReached> =>
  limit === null || published < limit
    ? Result.void
    : Result.fail(new PublishLimitReached({ plan, limit, published }))
