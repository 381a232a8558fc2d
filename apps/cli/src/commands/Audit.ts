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

const verify = Command.make(
  "verify",
  { organization: Flag.optional(organization), json },
  Effect.fnUntraced(function*({ organization, ...asked }) {
    const events = yield* Events
    const all = yield* (yield* Organizations).list
    const ids = Option.isSome(organization) ? [organization.value] : all.map(({ id }) => id)
    const chains = yield* Effect.forEach(ids, (organization_id) =>
      Effect.map(events.verify(organization_id), (found) => ({ organization_id, broken: Option.getOrNull(found) })))
    const lines = chains.map(({ broken, organization_id }) =>
      broken === null ? `${organization_id}  holds` : `${organization_id}  event ${broken.sequence} is ${broken.reason}`
    )
    yield* print(asked, chains, ...lines)
    const broken = chains.filter((chain) => chain.broken !== null)
    if (broken.length > 0) {
      return yield* new CommandRefused({ message: `The audit log is broken in ${broken.length} of ${ids.length} organizations.` })
    }
  })
).pipe(Command.withDescription("Find any event that was changed or removed, in one organization or in all"))

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
    const erased = yield* (yield* Events).erase(organization, subject)
    yield* print(asked, { erased }, `Erased what ${erased} events told of ${subject}. The chain still holds.`)
  })
).pipe(Command.withDescription("Erase what events tell of a person, without breaking the chain"))

export const audit = Command.make("audit").pipe(
  Command.withDescription("Verify the audit log, and erase personal data from it"),
  Command.withSubcommands([verify, erase]),
  Command.provide(Store.layer)
)
