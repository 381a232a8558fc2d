/** The organization of a command, and the actor of its changes. */
import type { Worker } from "@candor/domain/access/Actor"
import { OrganizationId } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Effect } from "effect"
import { Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { CommandRefused } from "./Output.ts"

/** `--organization <id>` */
export const organization = Flag.String("organization").pipe(
  Flag.withDescription("The organization's id"),
  Flag.withSchema(OrganizationId)
)

export const noOrganization = (id: OrganizationId) =>
  new CommandRefused({ message: `There is no organization ${id} (see candor organizations list).` })

/** Returns the organization with this id; fails if there is none. */
export const existing = (id: OrganizationId) =>
  Effect.flatMap(Organizations, (organizations) => organizations.get(id)).pipe(
    Effect.mapError(() => noOrganization(id))
  )

/** Returns the actor of a change that a command makes, for example of `keys create`. */
export const operator = (organization_id: OrganizationId, command: string): Effect.Effect<Worker> =>
  Effect.sync(() => ({
    organization_id,
    worker: `candor ${command}`,
    request_id: `candor-${SecureRandom.uuidV7Unsafe()}`
  }))
