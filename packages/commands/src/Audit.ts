/** `candor audit …` */
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Uuid } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { known, organization } from "./Organization.ts"
import { CommandRefused, ConfirmationNeeded, json, print } from "./Output.ts"

const verify = Command.make(
  "verify",
  { organization: Flag.optional(organization), json },
  Effect.fnUntraced(function*({ organization, ...asked }) {
    const log = yield* AuditLog
    const all = Option.isSome(organization)
      ? [yield* known(organization.value)]
      : yield* (yield* Organizations).list
    const chains = yield* Effect.forEach(all, ({ id }) =>
      Effect.map(log.verify(id), ({ broken, head }) => ({
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

const events = (count: number) => `${count} ${count === 1 ? "event" : "events"}`

const erase = Command.make(
  "erase",
  {
    organization,
    subject: Flag.String("subject").pipe(
      Flag.withDescription("Of whom or what, for example a candidate's id"),
      Flag.withSchema(Uuid)
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Only say how many events would be erased"),
      Flag.withDefault(false)
    ),
    yes: Flag.Boolean("yes").pipe(Flag.withDescription("Erase without asking"), Flag.withDefault(false)),
    json
  },
  Effect.fnUntraced(function*({ dryRun, organization, subject, yes, ...asked }) {
    const { name } = yield* known(organization)
    const log = yield* AuditLog
    const count = yield* log.countErasable(organization, subject)
    if (count === 0) {
      return yield* print(asked, { erased: 0 }, `No event at ${name} tells of ${subject}. There is nothing to erase.`)
    }
    if (dryRun) {
      return yield* print(asked, { would_erase: count }, `Would erase what ${events(count)} at ${name} told of ${subject}.`)
    }
    if (!yes) {
      return yield* new ConfirmationNeeded({
        question: `Erase what ${events(count)} at ${name} told of ${subject}? It cannot be undone.`
      })
    }
    const erased = yield* log.erase(organization, subject, "candor audit erase")
    yield* print(asked, { erased }, `Erased what ${events(erased)} told of ${subject}. The chain still holds.`)
  })
).pipe(
  Command.withDescription("Erase what events tell of a person, without breaking the chain; asks before it does")
)

export const audit = Command.make("audit").pipe(
  Command.withDescription("Verify the audit log, and erase personal data from it"),
  Command.withSubcommands([verify, erase])
)
