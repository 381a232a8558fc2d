/** `candor import`: imports an export, or the data of another system, into a new or an existing organization. */
import { OrganizationId } from "@candor/domain/Id"
import { Moves } from "@candor/domain/moving/Moves"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { Email } from "@candor/domain/Text"
import { migrationConnections } from "@candor/sql/database/Database"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { importTable } from "./ImportTable.ts"
import * as From from "./moving/foreign/From.ts"
import * as Mapping from "./moving/foreign/Mapping.ts"
import * as Importing from "@candor/files/moving/Importing"
import { lineOf, maxShown, maxWritten } from "@candor/files/moving/Problems"
import { contents, diskFailure } from "./moving/Store.ts"
import { existing, operator } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"
import { absolute } from "./WorkingFolder.ts"

const refused = (message: string) => new CommandRefused({ message })

const differing = "Rows that are stored otherwise were left as they are stored."

const afterwards = [
  "Nobody can sign in yet: candor members sign-in-link makes a link for a member. The careers site is closed, webhooks are disabled and have new " +
  "secrets, mails that waited are canceled, and the email settings have no server: see docs/moving.md."
]

/** Adds the rejection reasons that an existing organization lacks. Those of a new one are in its row. */
const addReasons = Effect.fnUntraced(function*(organization: OrganizationId, names: ReadonlyArray<string>) {
  const port = yield* RejectionReasons
  const by = yield* operator(organization, "import")
  for (const name of names) {
    yield* Effect.ignore(port.modify(by, (reasons, context) => RejectionReason.add(reasons, { name }, context)))
  }
})

/** Prints progress to stderr, except for portions that added nothing. */
const told: Importing.Progress = (step, rows, file) =>
  rows === 0 ? Effect.void : Console.error(`${step === "checked" ? "Checked" : "Added"} ${rows} rows of ${file}`)

const noPlace = (left: From.Converted["left"]): ReadonlyArray<string> =>
  left.length === 0
    ? []
    : ["", ...table(["WHAT HAS NO PLACE, OR ANOTHER ONE", "COUNT"], left.map(([what, count]) => [what, String(count)]))]

/** Whether a path names a table of people. */
const isTable = (path: string): boolean => /\.(?:csv|tsv|txt|xlsx|xlsm)$/i.test(path)

/** Returns the source system, which precedes the folder or is in the flag; undefined for one of our exports. */
const sourceOf = Effect.fnUntraced(function*(
  [first, second]: ReadonlyArray<string>,
  from: Option.Option<From.System>
) {
  const flag = Option.getOrUndefined(from)
  if (second === undefined) return { path: first!, system: flag }
  const system = From.systemNames.find((name) => name === first)
  if (system === undefined || flag !== undefined && flag !== system)
    return yield* refused(`Expected one of ${From.systemNames.join(", ")} before the folder, got ${first}.`)
  return { path: second, system }
})

export const importing = Command.make(
  "import",
  {
    given: Argument.String("folder").pipe(
      Argument.withDescription(
        `The folder of an export; before it, the system of which it has data: ${
          From.systemNames.join(", ")
        }. Or a table of people: a .csv or .xlsx file`
      ),
      Argument.between(1, 2)
    ),
    into: Flag.String("into").pipe(
      Flag.withDescription("The id of the organization that gets the data; without it, a new one is made"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    from: Flag.Literals("from", From.systemNames).pipe(
      Flag.withDescription("The system of which the folder has data, as it can stand before the folder"),
      Flag.optional
    ),
    mapping: Flag.String("mapping").pipe(
      Flag.withDescription(
        "The file that says what values of the other system become, or where the columns of a table go; --write-mapping prints one"
      ),
      Flag.optional
    ),
    writesMapping: Flag.Boolean("write-mapping").pipe(
      Flag.withDescription("Print the mapping file that would be used, and import nothing"),
      Flag.withDefault(false)
    ),
    email: Flag.String("user-email").pipe(
      Flag.withDescription("The member who imports a table: the author of its notes"),
      Flag.withSchema(Email),
      Flag.optional
    ),
    check: Flag.Boolean("check").pipe(Flag.withDescription("Only check, and write nothing"), Flag.withDefault(false)),
    json
  },
  Effect.fnUntraced(
    function*({ check: checksOnly, email, from, given, into: named, mapping, writesMapping, ...options }) {
      const { path, system } = yield* sourceOf(given, from)
      const folder = yield* absolute(path)
      const into = Option.getOrUndefined(named)
      const mappingPath = Option.isSome(mapping) ? Option.some(yield* absolute(mapping.value)) : Option.none()
      if (isTable(path) && system === undefined)
        return yield* importTable({
          ...options,
          checksOnly,
          email,
          into,
          mapping: mappingPath,
          path: folder,
          writesMapping
        })
      if (system === undefined && (Option.isSome(mapping) || writesMapping)) {
        return yield* refused(
          `A mapping says what values of another system become: name the system before the folder (${
            From.systemNames.join(", ")
          }).`
        )
      }
      const converted = system === undefined ? undefined : yield* From.convert(
        system,
        folder,
        mappingPath,
        into === undefined ? undefined : yield* existing(into)
      ).pipe(diskFailure("The data could not be read"))
      if (converted !== undefined && writesMapping)
        return yield* Console.log(
          JSON.stringify(converted.mapping, null, 2)
        )
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
        rows.map(([name, { create, different, same, taken }]) => [
          name,
          ...[create, same, different, taken].map(String)
        ])
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
      const { added, organization, total } = yield* Importing.add(source, before, into, checked, {
        progress: told,
        concurrency: migrationConnections
      }).pipe(
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
        ...(rows.some(([, { different }]) => different > 0) ? [differing] : []),
        ...(total === 0 ? [] : afterwards)
      )
    },
    Effect.scoped
  )
).pipe(
  Command.withDescription(
    "Check an export, data of another system, or a table of people, and add it to a new organization or to one that is there; again, it goes on where it was interrupted"
  ),
  Command.withExamples([{ command: "candor import --check /exports/acme" }, {
    command: "candor import greenhouse /exports/greenhouse"
  }, {
    command: "candor import people.csv --into <id> --user-email ada@acme.example --mapping mapping.json"
  }])
)
