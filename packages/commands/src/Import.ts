/** `candor import`: the data of an export, or of another system, to a new organization or to one that is there. */
import { OrganizationId } from "@candor/domain/Id"
import { Moves } from "@candor/domain/moving/Moves"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as From from "./moving/foreign/From.ts"
import * as Mapping from "./moving/foreign/Mapping.ts"
import * as Importing from "@candor/files/moving/Importing"
import { lineOf, maxShown, maxWritten } from "@candor/files/moving/Problems"
import { contents, diskFailure } from "./moving/Store.ts"
import { existing, operator } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"
import { absolute } from "./WorkingFolder.ts"

const refused = (message: string) => new CommandRefused({ message })

const afterwards = [
  "Rows that are stored otherwise were left as they are stored.",
  "Nobody can sign in yet: candor members sign-in-link makes a link for a member. The careers site is closed, webhooks are disabled and have new " +
  "secrets, mails that waited are canceled, and the email settings have no server: see docs/moving.md."
]

/** Adds the rejection reasons that an organization lacks: those of a new one are in its row. */
const addReasons = Effect.fnUntraced(function*(organization: OrganizationId, names: ReadonlyArray<string>) {
  const port = yield* RejectionReasons
  const by = yield* operator(organization, "import")
  for (const name of names) {
    yield* Effect.ignore(port.modify(by, (reasons, context) => RejectionReason.add(reasons, { name }, context)))
  }
})

/** Progress on the standard error; a portion that added nothing is not told. */
const told: Importing.Progress = (step, rows, file) =>
  rows === 0 ? Effect.void : Console.error(`${step === "checked" ? "Checked" : "Added"} ${rows} rows of ${file}`)

const noPlace = (left: From.Converted["left"]): ReadonlyArray<string> =>
  left.length === 0
    ? []
    : ["", ...table(["WHAT HAS NO PLACE, OR ANOTHER ONE", "COUNT"], left.map(([what, count]) => [what, String(count)]))]

export const importing = Command.make(
  "import",
  {
    folder: Argument.String("folder").pipe(Argument.withDescription("The folder of an export")),
    into: Flag.String("into").pipe(
      Flag.withDescription("The id of the organization that gets the data; without it, a new one is made"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    from: Flag.Literals("from", From.systemNames).pipe(
      Flag.withDescription("The system of which the folder has data; without it, it is an export of Candor"),
      Flag.optional
    ),
    mapping: Flag.String("mapping").pipe(
      Flag.withDescription("The file that says what values of the other system become; --check writes one"),
      Flag.optional
    ),
    check: Flag.Boolean("check").pipe(Flag.withDescription("Only check, and write nothing"), Flag.withDefault(false)),
    json
  },
  Effect.fnUntraced(function*({ check: checksOnly, folder: path, from, into: named, mapping, ...options }) {
    const folder = yield* absolute(path)
    const into = Option.getOrUndefined(named)
    if (Option.isNone(from) && Option.isSome(mapping))
      return yield* refused("--mapping says what values of another system become: name the system by --from.")
    const converted = Option.isNone(from) ? undefined : yield* From.convert(
      from.value,
      folder,
      Option.isSome(mapping) ? Option.some(yield* absolute(mapping.value)) : Option.none(),
      into === undefined ? undefined : yield* existing(into)
    ).pipe(diskFailure("The data could not be read"))
    const { left = [], reasons = [] } = converted ?? {}
    const source = yield* Importing.load(converted?.folder ?? folder).pipe(
      Effect.mapError(({ message }) => refused(message))
    )
    const before = yield* (yield* Moves).begun(source.digest, into)
    const present = into ?? before?.organization_id
    const target = present === undefined ? undefined : yield* existing(present)
    const problemsFile = `${folder}.problems.ndjson`
    const checked = yield* Importing.check(source, target, problemsFile, told).pipe(diskFailure("The check failed"))
    const { compared, problems } = checked
    if (problems.count() > 0) {
      return yield* refused([
        `${folder} is not imported, and nothing was written. It has ${problems.count()} problems; ${problemsFile} has the first ${maxWritten}:`,
        ...problems.first().map(lineOf),
        ...(problems.count() > maxShown ? ["…"] : [])
      ].join("\n"))
    }
    const rows = Object.entries(compared).filter(([, { create, different, same, taken }]) =>
      create + different + same + taken > 0
    )
    const lines = table(
      ["ROWS", "NEW", "SAME", "DIFFERENT", "TAKEN FOR OTHERS"],
      rows.map(([name, { create, different, same, taken }]) => [name, ...[create, same, different, taken].map(String)])
    )
    if (checksOnly) {
      const proposed = `${folder}.mapping.json`
      const isProposed = converted !== undefined && Option.isNone(mapping) &&
        (yield* Mapping.propose(proposed, converted.mapping).pipe(diskFailure("The check failed")))
      return yield* print(
        options,
        { folder, rows: compared, ...(converted === undefined ? {} : { left }) },
        `${folder} can be imported.`,
        ...lines,
        ...noPlace(left),
        ...(isProposed ? [`${proposed} has what values become: change it, and import with --mapping.`] : [])
      )
    }
    const { added, organization, total } = yield* Importing.add(source, before, into, checked, told).pipe(
      Effect.provide(contents),
      Effect.catchTag(
        "RowsRefused",
        ({ constraint, part }) =>
          Effect.fail(
            refused(
              `The import stopped: rows of ${part} break the rule ${constraint}. What was added stays; the same command goes on.`
            )
          )
      ),
      diskFailure("The import stopped; the same command goes on with it")
    )
    yield* addReasons(organization, reasons)
    yield* print(
      options,
      { folder, organization, added, rows: compared, ...(converted === undefined ? {} : { left }) },
      `Imported ${source.manifest.organization.name} into the organization ${organization}: ${total} rows.`,
      ...lines,
      ...noPlace(left),
      ...(total === 0 ? [] : afterwards)
    )
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Check an export, and add its data to a new organization or to one that is there; again, it goes on where it was interrupted"
  ),
  Command.withExamples([{ command: "candor import --check /exports/acme" }, {
    command: "candor import --from greenhouse /exports/greenhouse"
  }])
)
