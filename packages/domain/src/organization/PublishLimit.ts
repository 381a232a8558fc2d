/** The limit of published jobs, which the plan of an organization sets. */
import { Result, Schema } from "effect"
import { described } from "../Described.ts"
import * as example from "../Example.ts"
import { Plan } from "./Plan.ts"

/** How many jobs an organization has published, and how many it may: null is no limit. */
export const PublishedJobs = Schema.Struct({
  plan: Plan.pipe(described("The subscription of the organization", example.organization.plan)),
  publish_limit: Schema.NullOr(Schema.Int).pipe(
    described(
      "How many jobs the plan allows to be published at a time; null is no limit",
      example.organization.publish_limit
    )
  ),
  published_jobs: Schema.Int.pipe(described("How many jobs are published now", example.organization.published_jobs))
})
export interface PublishedJobs extends Schema.Schema.Type<typeof PublishedJobs> {}

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
