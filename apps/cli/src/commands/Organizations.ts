/** `candor organizations …` */
import { Organizations } from "@candor/domain/Organizations"
import { publishLimits } from "@candor/domain/Plan"
import { Line } from "@candor/domain/Text"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { json, print } from "../Output.ts"
import * as Store from "../Store.ts"

const plans = Object.keys(publishLimits) as Array<keyof typeof publishLimits>

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Its name"), Flag.withSchema(Line)),
    plan: Flag.Literals("plan", plans).pipe(Flag.withDescription("Its plan, which limits the published jobs")),
    json
  },
  Effect.fnUntraced(function*({ name, plan, ...asked }) {
    const organization = yield* (yield* Organizations).create({ name, plan })
    yield* print(asked, organization, `Created ${name} (${plan}): ${organization.id}`)
  })
).pipe(Command.withDescription("Create an organization"))

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function*(asked) {
    const organizations = yield* (yield* Organizations).list
    const lines = organizations.map(({ id, name, plan }) => `${id}  ${plan.padEnd(10)}  ${name}`)
    yield* print(asked, organizations, ...(lines.length === 0 ? ["There are no organizations."] : lines))
  })
).pipe(Command.withDescription("List all organizations, the oldest first"))

export const organizations = Command.make("organizations").pipe(
  Command.withDescription("Create and list organizations"),
  Command.withSubcommands([create, list]),
  Command.provide(Store.layer)
)
