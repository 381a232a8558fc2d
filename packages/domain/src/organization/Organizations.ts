/** The port to organizations. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { Organization, OrganizationDetail, OrganizationNotFound } from "./Organization.ts"

/** The rows of a new organization. */
export interface NewOrganization extends Pick<OrganizationDetail, "name" | "plan"> {
  readonly language?: OrganizationDetail["language"] | undefined
}

export class Organizations extends Context.Service<Organizations, {
  /** Stores a new organization, with the default rejection reasons in its language, or else in English. */
  readonly create: (options: NewOrganization) => Effect.Effect<OrganizationDetail>
  readonly get: (id: OrganizationId) => Effect.Effect<OrganizationDetail, OrganizationNotFound>
  /** Returns all organizations, oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<Organization>>
  /** Tells whether there is an organization. */
  readonly any: Effect.Effect<boolean>
  /** Stores what `decide` returns for the organization of `by`; decides again after a concurrent change. */
  readonly modify: <Failure>(
    by: Actor | Worker,
    decide: (
      organization: OrganizationDetail,
      context: DecisionContext<Actor | Worker>
    ) => Decision<OrganizationDetail, Failure>
  ) => Effect.Effect<OrganizationDetail, Failure | OrganizationNotFound>
}>()("@candor/domain/Organizations") {}
