/** `candor organizations …` */
import * as Organization from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { publishLimits } from "@candor/domain/organization/Plan"
import { SpokenLanguage } from "@candor/domain/SpokenLanguage"
import { Line } from "@candor/domain/Text"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { noOrganization, operator, organization } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"

const plan = Flag.Literals("plan", Object.keys(publishLimits) as Array<keyof typeof publishLimits>).pipe(
  Flag.withDescription("Its plan, which limits the published jobs")
)

const language = Flag.Literals("language", SpokenLanguage.literals).pipe(
  Flag.withDescription("Its language, for letters and new jobs; that of its first administrator's browser by default"),
  Flag.optional
)

const create = Command.make(
  "create",
  { name: Flag.String("name").pipe(Flag.withDescription("Its name"), Flag.withSchema(Line)), plan, language, json },
  Effect.fnUntraced(function*({ language, name, plan, ...options }) {
    const { id } = yield* (yield* Organizations).create({ name, plan, language: Option.getOrUndefined(language) })
    yield* print(options, { id, name, plan }, `Created ${name} (${plan}): ${id}`)
  })
).pipe(
  Command.withDescription("Create an organization"),
  Command.withExamples([{ command: "candor organizations create --name Acme --plan growth" }])
)

const setPlan = Command.make(
  "set-plan",
  { organization, plan, json },
  Effect.fnUntraced(function*({ organization: id, plan, ...options }) {
    const by = yield* operator(id, "organizations set-plan")
    const { name, publish_limit: limit } = yield* (yield* Organizations).modify(
      by,
      (organization) => Organization.setPlan(organization, plan)
    ).pipe(
      Effect.catchTag("OrganizationNotFound", () => Effect.fail(noOrganization(id))),
      Effect.catchTag("PlanTooSmall", ({ limit, published }) =>
        new CommandRefused({
          message:
            `The plan ${plan} allows ${limit} published ${limit === 1 ? "job" : "jobs"} at a time, and there are ` +
            `${published}. Close or withdraw ${published - limit} of them first.`
        }))
    )
    const allows = limit === null
      ? "any number of published jobs"
      : `${limit} published ${limit === 1 ? "job" : "jobs"}`
    yield* print(options, { id, name, plan }, `${name} has the plan ${plan}, which allows ${allows}.`)
  })
).pipe(
  Command.withDescription("Put an organization on a plan; the limit of published jobs follows"),
  Command.withExamples([{ command: "candor organizations set-plan --organization <id> --plan enterprise" }])
)

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function*(options) {
    const organizations = yield* (yield* Organizations).list
    const lines = table(["ID", "PLAN", "NAME"], organizations.map(({ id, name, plan }) => [id, plan, name]))
    yield* print(options, organizations, ...(organizations.length === 0 ? ["There are no organizations."] : lines))
  })
).pipe(Command.withDescription("List all organizations, oldest first"))

export const organizations = Command.make("organizations").pipe(
  Command.withDescription("Create and list organizations, and set their plans"),
  Command.withSubcommands([create, list, setPlan])
)
