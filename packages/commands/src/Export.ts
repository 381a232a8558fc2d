/** `candor export`: exports an organization with all its data to a folder. */
import type { OrganizationId } from "@candor/domain/Id"
import { exported } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { isReadOnly } from "@candor/sql/database/SqlFailures"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { existsSync, readdirSync, statSync } from "node:fs"
import * as Exporting from "./moving/Exporting.ts"
import { exportTablesInto, TableFormat } from "./moving/Tables.ts"
import { contents, diskFailure } from "./moving/Store.ts"
import { existing, operator, organization } from "./Organization.ts"
import { CommandRefused, json, print } from "./Output.ts"
import { absolute } from "./WorkingFolder.ts"

const assertEmpty = (target: string) =>
  existsSync(target) && (!statSync(target).isDirectory() || readdirSync(target).length > 0)
    ? Effect.fail(
      new CommandRefused({ message: `${target} is not empty. Name an empty folder, or one that does not exist yet.` })
    )
    : Effect.void

/** Records in the audit log that all data was exported, unless the database takes no writes, like a standby. */
const told = Effect.fnUntraced(
  function*(id: OrganizationId) {
    const organizations = yield* Organizations
    yield* Effect.orDie(organizations.modify(yield* operator(id, "export"), exported))
  },
  Effect.catchDefect((defect) =>
    isReadOnly(defect)
      ? Console.error("The database takes no writes: the audit log is without this export.")
      : Effect.die(defect)
  )
)

export const exporting = Command.make(
  "export",
  {
    organization,
    folder: Argument.String("folder").pipe(
      Argument.withDescription("Where it goes: an empty folder, or one that does not exist yet")
    ),
    tables: Flag.Literals("tables", TableFormat.literals).pipe(
      Flag.optional,
      Flag.withDescription("Tables for analysts, without files, in place of what an import reads")
    ),
    json
  },
  Effect.fnUntraced(function*({ folder: path, organization: id, tables, ...options }) {
    const folder = yield* absolute(path)
    yield* assertEmpty(folder)
    const organization = yield* existing(id)
    yield* told(id)
    if (Option.isSome(tables)) {
      const manifest = yield* Exporting.intoFolder(
        folder,
        (target) => exportTablesInto(organization, target, tables.value)
      ).pipe(diskFailure("The export failed"))
      const rows = Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0)
      return yield* print(
        options,
        { folder, ...manifest },
        `Exported ${manifest.organization.name} to ${folder}: ${rows} rows as ${tables.value}.`
      )
    }
    const manifest = yield* Exporting.exportTo(organization, folder).pipe(
      Effect.provide(contents),
      diskFailure("The export failed")
    )
    const { files, organization: { name }, parts } = manifest
    const rows = Object.values(parts).reduce((sum, { rows }) => sum + rows, 0)
    yield* print(
      options,
      { folder, ...manifest },
      `Exported ${name} to ${folder}: ${rows} rows, ${files.count} files.`,
      ...(files.missing === 0
        ? []
        : [`${files.missing} files that rows name are not in the store, and not in the export.`])
    )
  })
).pipe(
  Command.withDescription(
    "Write all data of an organization, with its files, to a folder, also while a server runs: docs/moving.md has the format"
  ),
  Command.withExamples([
    { command: "candor export --organization <id> /exports/acme" },
    { command: "candor export --organization <id> --tables parquet /exports/acme-tables" }
  ])
)
