/** The organization that a command is about. */
import { OrganizationId } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Effect } from "effect"
import { Flag } from "effect/cli"
import { CommandRefused } from "./Output.ts"

/** `--organization <id>` */
export const organization = Flag.String("organization").pipe(
  Flag.withDescription("The organization's id"),
  Flag.withSchema(OrganizationId)
)

export const unknown = (id: OrganizationId) =>
  new CommandRefused({ message: `There is no organization ${id} (see candor organizations list).` })

/** The organization with this id, which has to exist. */
export const known = (id: OrganizationId) =>
  Effect.flatMap(Organizations, (organizations) => organizations.get(id)).pipe(Effect.mapError(() => unknown(id)))
