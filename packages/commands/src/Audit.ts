/** `candor audit …` */
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Uuid } from "@candor/domain/Id"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { verified } from "./Chains.ts"
import { existing, organization } from "./Organization.ts"
import { CommandRefused, ConfirmationNeeded, json, print } from "./Output.ts"

const verify = Command.make(
  "verify",
  { organization: Flag.optional(organization), json },
  Effect.fnUntraced(function*({ organization, ...options }) {
    const all = Option.isSome(organization)
      ? [yield* existing(organization.value)]
      : yield* (yield* Organizations).list
    const chains = yield* verified(all)
    const lines = chains.map(({ broken, head, organization_id }) =>
      broken === null
        ? `${organization_id}  intact up to event ${head.sequence} ${head.hash}`
        : `${organization_id}  event ${broken.sequence} is ${broken.reason}`
    )
    yield* print(options, chains, ...lines)
    const broken = chains.filter((chain) => chain.broken !== null)
    if (broken.length > 0) {
      return yield* new CommandRefused({
        message: `The audit log is broken in ${broken.length} of ${all.length} organizations.`
      })
    }
  })
).pipe(
  Command.withDescription(
    "Find changed and removed events, in one organization or in all. " +
      "Keep the last event's hash elsewhere: it shows whether a whole chain was replaced."
  ),
  Command.withExamples([{ command: "candor audit verify --organization <id>" }])
)

const events = (count: number) => `${count} ${count === 1 ? "event" : "events"}`

const erase = Command.make(
  "erase",
  {
    organization,
    subject: Flag.String("subject").pipe(
      Flag.withDescription("The id of the events' subject, for example of a candidate"),
      Flag.withSchema(Uuid)
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Only count the events that would be erased"),
      Flag.withDefault(false)
    ),
    yes: Flag.Boolean("yes").pipe(Flag.withDescription("Erase without asking"), Flag.withDefault(false)),
    json
  },
  Effect.fnUntraced(function*({ dryRun, organization, subject, yes, ...options }) {
    const { name } = yield* existing(organization)
    const log = yield* AuditLog
    const count = yield* log.countErasable(organization, subject)
    if (count === 0) {
      return yield* print(
        options,
        { erased: 0 },
        `No event at ${name} has data of ${subject}. There is nothing to erase.`
      )
    }
    if (dryRun) {
      return yield* print(
        options,
        { would_erase: count },
        `Would erase the data of ${subject} from ${events(count)} at ${name}.`
      )
    }
    if (!yes) {
      return yield* new ConfirmationNeeded({
        question: `Erase the data of ${subject} from ${events(count)} at ${name}? It cannot be undone.`
      })
    }
    const erased = yield* log.erase(organization, subject, "candor audit erase")
    yield* print(
      options,
      { erased },
      `Erased the data of ${subject} from ${events(erased)}. The chain is still intact.`
    )
  })
).pipe(
  Command.withDescription("Erase the data of a subject's events, without breaking the chain; asks for confirmation"),
  Command.withExamples([{ command: "candor audit erase --organization <id> --subject <candidate-id> --dry-run" }])
)

export const audit = Command.make("audit").pipe(
  Command.withDescription("Verify the audit log, and erase personal data from it"),
  Command.withSubcommands([verify, erase])
)
