/** The port to organizations and their members. */
import { Context, type Effect } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { Decision } from "../Decision.ts"
import type { OrganizationId } from "../Id.ts"
import type { Organization, OrganizationNotFound, OrganizationState } from "./Organization.ts"
import type { Plan } from "./Plan.ts"
import type { User } from "./User.ts"

export class Organizations extends Context.Service<Organizations, {
  /** Stores a new organization. */
  readonly create: (options: { readonly name: string; readonly plan: Plan }) => Effect.Effect<Organization>
  readonly get: (id: OrganizationId) => Effect.Effect<Organization, OrganizationNotFound>
  /** Returns all organizations, oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<Organization>>
  /** Tells whether the store has an organization. */
  readonly any: Effect.Effect<boolean>
  /** Stores what `decide` returns for the organization of `by`; decides again after a concurrent change. */
  readonly modify: <Failure>(
    by: Worker,
    decide: (organization: OrganizationState) => Decision<OrganizationState, Failure>
  ) => Effect.Effect<OrganizationState, Failure | OrganizationNotFound>
  /** Returns all members, in the order in which they joined. */
  readonly members: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<User>>
  /** Returns the member with this e-mail address, in any case of letters; makes the member if there is none. */
  readonly member: (
    organization: OrganizationId,
    options: Pick<User, "email" | "full_name">
  ) => Effect.Effect<User>
}>()("@candor/domain/Organizations") {}
