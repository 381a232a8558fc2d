/** The port to organizations and their members. */
import { Context, type Effect } from "effect"
import type { OrganizationId } from "./Id.ts"
import type { Organization, OrganizationNotFound } from "./Organization.ts"
import type { Plan } from "./Plan.ts"
import type { User } from "./User.ts"

export class Organizations extends Context.Service<Organizations, {
  readonly create: (options: { readonly name: string; readonly plan: Plan }) => Effect.Effect<Organization>
  readonly get: (id: OrganizationId) => Effect.Effect<Organization, OrganizationNotFound>
  /** All organizations, the oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<Organization>>
  /** Whether there is any organization at all. */
  readonly any: Effect.Effect<boolean>
  /** The member with this e-mail address, in any case of letters; made where there is none. */
  readonly member: (
    organization: OrganizationId,
    options: Pick<User, "email" | "full_name">
  ) => Effect.Effect<User>
}>()("@candor/domain/Organizations") {}
