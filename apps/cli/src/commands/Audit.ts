/** `candor audit …` */
import { Events } from "@candor/domain/Events"
import { OrganizationId, Uuid } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/Organizations"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandRefused, json, print } from "../Output.ts"
import * as Store from "../Store.ts"

const organization = Flag.String("organization").pipe(
  Flag.withDescription("The organization's id"),
  Flag.withSchema(OrganizationId)
)

const known = (id: OrganizationId) =>
  Effect.flatMap(Organizations, (organizations) => organizations.get(id)).pipe(
    Effect.mapError(() => new CommandRefused({ message: `There is no organization ${id}.` }))
  )

const verify = Command.make(
  "verify",
  { organization: Flag.optional(organization), json },
  Effect.fnUntraced(function*({ organization, ...asked }) {
    const events = yield* Events
    const all = Option.isSome(organization)
      ? [yield* known(organization.value)]
      : yield* (yield* Organizations).list
    const chains = yield* Effect.forEach(all, ({ id }) =>
      Effect.map(events.verify(id), ({ broken, head }) => ({
        organization_id: id,
        head,
        broken: Option.getOrNull(broken)
      })))
    const lines = chains.map(({ broken, head, organization_id }) =>
      broken === null
        ? `${organization_id}  holds, to event ${head.sequence} ${head.hash}`
        : `${organization_id}  event ${broken.sequence} is ${broken.reason}`
    )
    yield* print(asked, chains, ...lines)
    const broken = chains.filter((chain) => chain.broken !== null)
    if (broken.length > 0) {
      return yield* new CommandRefused({
        message: `The audit log is broken in ${broken.length} of ${all.length} organizations.`
      })
    }
  })
).pipe(
  Command.withDescription(
    "Find any event that was changed or removed, in one organization or in all. " +
      "Keep the last event's hash elsewhere: it tells when a whole chain was written anew."
  )
)

const erase = Command.make(
  "erase",
  {
    organization,
    subject: Flag.String("subject").pipe(
      Flag.withDescription("Of whom or what, for example a candidate's id"),
      Flag.withSchema(Uuid)
    ),
    json
  },
  Effect.fnUntraced(function*({ organization, subject, ...asked }) {
    yield* known(organization)
    const erased = yield* (yield* Events).erase(organization, subject, "candor audit erase")
    yield* print(asked, { erased }, `Erased what ${erased} events told of ${subject}. The chain still holds.`)
  })
).pipe(Command.withDescription("Erase what events tell of a person, without breaking the chain"))

export const audit = Command.make("audit").pipe(
  Command.withDescription("Verify the audit log, and erase personal data from it"),
  Command.withSubcommands([verify, erase]),
  Command.provide(Store.layer)
)
