/** `candor import`: the data of an export, to a new organization or to one that is there. */
import { OrganizationId } from "@candor/domain/Id"
import { Moves } from "@candor/domain/moving/Moves"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as Importing from "./moving/Importing.ts"
import { lineOf, maxShown, maxWritten } from "./moving/Problems.ts"
import { contents, diskFailure } from "./moving/Store.ts"
import { existing } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"
import { absolute } from "./WorkingFolder.ts"

const refused = (message: string) => new CommandRefused({ message })

const afterwards = [
  "Rows that are stored otherwise were left as they are stored.",
  "Nobody can sign in yet: candor members sign-in-link makes a link for a member. The careers site is closed, webhooks are disabled and have new " +
    "secrets, mails that waited are canceled, and the email settings have no server: see docs/moving.md."
]

export const importing = Command.make(
  "import",
  {
    folder: Argument.String("folder").pipe(Argument.withDescription("The folder of an export")),
    into: Flag.String("into").pipe(
      Flag.withDescription("The id of the organization that gets the data; without it, a new one is made"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    check: Flag.Boolean("check").pipe(Flag.withDescription("Only check, and write nothing"), Flag.withDefault(false)),
    json
  },
  Effect.fnUntraced(function*({ check: checksOnly, folder: path, into: named, ...options }) {
    const folder = yield* absolute(path)
    const into = Option.getOrUndefined(named)
    const source = yield* Importing.load(folder)
    const before = yield* (yield* Moves).begun(source.digest, into)
    const present = into ?? before?.organization_id
    const target = present === undefined ? undefined : yield* existing(present)
    const problemsFile = `${folder}.problems.ndjson`
    const checked = yield* Importing.check(source, target, problemsFile).pipe(diskFailure("The check failed"))
    const { compared, problems } = checked
    if (problems.count() > 0) {
      return yield* refused([
        `${folder} is not imported, and nothing was written. It has ${problems.count()} problems; ${problemsFile} has the first ${maxWritten}:`,
        ...problems.first().map(lineOf),
        ...(problems.count() > maxShown ? ["…"] : [])
      ].join("\n"))
    }
    const rows = Object.entries(compared).filter(([, { create, different, same }]) => create + different + same > 0)
    const lines = table(["ROWS", "NEW", "SAME", "DIFFERENT"], rows.map(([name, { create, different, same }]) => [name, ...[create, same, different].map(String)]))
    if (checksOnly) return yield* print(options, { folder, rows: compared }, `${folder} can be imported.`, ...lines)
    const { added, organization, total } = yield* Importing.add(source, before, into, checked).pipe(
      Effect.provide(contents),
      Effect.catchTag("RowsRefused", ({ constraint, part }) =>
        Effect.fail(refused(`The import stopped: rows of ${part} break the rule ${constraint}. What was added stays; the same command goes on.`))),
      diskFailure("The import stopped; the same command goes on with it")
    )
    yield* print(
      options,
      { folder, organization, added, rows: compared },
      `Imported ${source.manifest.organization.name} into the organization ${organization}: ${total} rows.`,
      ...lines,
      ...(total === 0 ? [] : afterwards)
    )
  })
).pipe(
  Command.withDescription("Check an export, and add its data to a new organization or to one that is there; again, it goes on where it was interrupted"),
  Command.withExamples([{ command: "candor import --check /exports/acme" }])
)
