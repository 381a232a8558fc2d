/** `candor export` and `candor import`: an organization with all its data moves out of this service, and into it. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import * as ContentStore from "@candor/files/ContentStore"
import { location } from "@candor/sql/database/Database"
import { Effect, Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existsSync, readdirSync, statSync } from "node:fs"
import * as Exporting from "./moving/Exporting.ts"
import * as Importing from "./moving/Importing.ts"
import * as Problems from "./moving/Problems.ts"
import { existing, organization } from "./Organization.ts"
import { CommandRefused, json, print, table } from "./Output.ts"
import { absolute } from "./WorkingFolder.ts"
import { OrganizationId } from "@candor/domain/Id"

const refused = (message: string) => new CommandRefused({ message })

const directory = Argument.String("directory")

/** The store of the contents of files. */
const contents: Layer.Layer<AttachmentStore> = Layer.unwrap(Effect.map(location, ({ directory }) => ContentStore.layer(directory))) as never

const assertEmpty = (target: string) =>
  existsSync(target) && (!statSync(target).isDirectory() || readdirSync(target).length > 0)
    ? refused(`${target} is not empty. Name an empty folder, or one that does not exist yet.`)
    : Effect.void

export const exportCommand = Command.make(
  "export",
  { organization, directory: directory.pipe(Argument.withDescription("Where it goes: an empty folder, or one that does not exist yet")), json },
  Effect.fnUntraced(function*({ directory, organization: id, ...options }) {
    const folder = yield* absolute(directory)
    yield* assertEmpty(folder)
    const manifest = yield* Effect.provide(Exporting.exportTo(yield* existing(id), folder), contents)
    const rows = Object.values(manifest.parts).reduce((sum, { rows }) => sum + rows, 0)
    yield* print(
      options,
      { folder, ...manifest },
      `Exported ${manifest.organization.name} to ${folder}: ${rows} rows, ${manifest.files.count} files.`,
      ...(manifest.files.missing === 0 ? [] : [`${manifest.files.missing} files are not in the store, and not in the export.`])
    )
  })
).pipe(
  Command.withDescription("Write all data of an organization, with its files, into a folder: docs/moving.md has the format"),
  Command.withExamples([{ command: "candor export --organization <id> /exports/acme" }])
)

export const importCommand = Command.make(
  "import",
  {
    directory: directory.pipe(Argument.withDescription("The folder of an export")),
    into: Flag.String("into").pipe(
      Flag.withDescription("The id of the organization that gets the data; without it, a new one is made"),
      Flag.withSchema(OrganizationId),
      Flag.optional
    ),
    check: Flag.Boolean("check").pipe(Flag.withDescription("Only check, and write nothing"), Flag.withDefault(false)),
    json
  },
  Effect.fnUntraced(function*({ check, directory, into: given, ...options }) {
    const folder = yield* absolute(directory)
    const into = given._tag === "Some" ? given.value : undefined
    if (into !== undefined) yield* existing(into)
    const { digest, manifest } = yield* Importing.load(folder)
    const problemsFile = `${folder}.problems.ndjson`
    const checked = yield* Importing.check(folder, manifest, into, problemsFile)
    const { compared, problems } = checked
    const rows = Object.entries(compared).map(([name, { create, different, same }]) => [name, String(create), String(same), String(different)])
    const lines = table(["ROWS", "NEW", "SAME", "DIFFERENT"], rows)
    if (problems.count() > 0) {
      return yield* refused([
        `${folder} is not imported, and nothing is written: ${problems.count()} problems, of which ${problemsFile} has all up to ${Problems.maxWritten}.`,
        ...problems.first().map(Problems.lineOf)
      ].join("\n"))
    }
    if (check) return yield* print(options, { folder, rows: compared, problems: 0 }, `${folder} can be imported.`, ...lines)
    const { added, organization } = yield* Effect.provide(Importing.add(folder, manifest, digest, into, checked), contents)
    const total = Object.values(added).reduce((sum, count) => sum + count, 0)
    yield* print(
      options,
      { folder, organization, added, rows: compared },
      `Imported ${manifest.organization.name} as the organization ${organization}: ${total} rows added.`,
      ...lines,
      "Rows that are stored otherwise are left as they are. Members sign in by a link: candor members sign-in-link. Webhooks, the careers site and email are off."
    )
  }, Effect.scoped)
).pipe(
  Command.withDescription("Add the data of an export to a new organization, or to one that is there; the same command goes on where it was interrupted"),
  Command.withExamples([{ command: "candor import --check /exports/acme" }])
)
