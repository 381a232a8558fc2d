/**
 * `candor import people.csv`: imports people from a table, like the page “Import”. The command stores the file; a
 * server reads, checks and imports its rows.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { fileName } from "@candor/domain/attachment/FileName"
import { maxFileBytes } from "@candor/domain/attachment/FileUsage"
import { AttachmentId, type ImportId, type OrganizationId } from "@candor/domain/Id"
import * as Import from "@candor/domain/import/Import"
import { Imports } from "@candor/domain/import/Imports"
import { Members } from "@candor/domain/organization/Members"
import { storeInspected } from "@candor/files/InspectedContent"
import { Clock, Console, Effect, Option, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { basename } from "node:path"
import * as TableMapping from "./moving/TableMapping.ts"
import { contents, diskFailure } from "./moving/Store.ts"
import { existing } from "./Organization.ts"
import { CommandRefused, print, table } from "./Output.ts"

const refused = (message: string) => Effect.fail(new CommandRefused({ message }))

/** The most problems that are shown. */
const maxShown = 20

/** The interval between looks at the server's progress, and the longest time without any, in milliseconds. */
const [lookEvery, patience] = [250, 60_000]

export interface Options {
  readonly json: boolean
  readonly path: string
  readonly into: OrganizationId | undefined
  readonly email: Option.Option<string>
  readonly mapping: Option.Option<string>
  readonly checksOnly: boolean
  readonly writesMapping: boolean
}

/** Returns the member who counts as the author of the import. */
const authorOf = Effect.fnUntraced(function*(organization: OrganizationId, email: Option.Option<string>) {
  if (Option.isNone(email)) return yield* refused("Name the member who imports the people with --user-email.")
  const member = yield* (yield* Members).withEmail(organization, email.value)
  if (member === null || member.status !== "active") {
    return yield* refused(`There is no active member ${email.value} (see candor members list).`)
  }
  const actor: Actor = {
    organization_id: organization,
    user_id: member.id,
    api_key_id: null,
    request_id: `candor-${SecureRandom.uuidV7Unsafe()}`
  }
  return actor
})

/** Stores the file, and creates an import of it. */
const upload = Effect.fnUntraced(function*(actor: Actor, path: string) {
  const bytes = yield* Effect.tryPromise({
    try: async () => {
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        if ((await file.stat()).size > maxFileBytes) throw new Error(`it is larger than ${maxFileBytes / 2 ** 20} MiB`)
        return new Uint8Array(await file.readFile())
      } finally {
        await file.close()
      }
    },
    catch: (cause) =>
      new CommandRefused({
        message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
      })
  })
  const content_id = AttachmentId.make(SecureRandom.uuidV7Unsafe())
  const key = { organization_id: actor.organization_id, id: content_id }
  yield* storeInspected(key, Stream.make(bytes), () => Effect.void).pipe(
    Effect.catchTag("StoreFailure", () => refused("The file could not be stored: look at the store of files."))
  )
  const file = { content_id, original_filename: fileName(basename(path)), size_bytes: bytes.byteLength }
  return yield* (yield* Imports).create(actor, (context) => Import.upload(file, actor.user_id, context))
})

const isAtWork = (state: Import.Import["state"]): boolean =>
  state === "uploaded" || state === "validating" || state === "running" || state === "undoing"

/** Waits until a server has done its work; fails if there is no progress. */
const settled = Effect.fnUntraced(function*(organization: OrganizationId, id: ImportId) {
  const imports = yield* Imports
  let [version, since] = [0, yield* Clock.currentTimeMillis]
  for (;;) {
    const one = yield* Effect.orDie(imports.stored(organization, id))
    if (!isAtWork(one.state)) return one
    const now = yield* Clock.currentTimeMillis
    if (one.version !== version) {
      if (one.rows_counted > 0) yield* Console.error(`${one.state}: ${one.rows_done} of ${one.rows_counted} rows`)
      version = one.version
      since = now
    } else if (now - since > patience) {
      return yield* refused(
        `No server works on the import ${id}: start one (candor, or its worker). It goes on by itself, and is on the page “Import” of the settings.`
      )
    }
    yield* Effect.sleep(lookEvery)
  }
})

const failed = ({ failure, file_name }: Import.StoredImport) =>
  refused(`${file_name} cannot be imported: ${(failure ?? "it was canceled").replaceAll("_", " ")}.`)

const countsOf = (one: Import.StoredImport) => ({
  new: one.new_counted,
  known: one.known_counted,
  unchanged: one.unchanged_counted,
  problems: one.problems_counted
})

/** Returns the problems of rows, one line each. */
const problemsOf = Effect.fnUntraced(function*(organization: OrganizationId, id: ImportId) {
  const { items } = yield* Effect.orDie(
    (yield* Imports).rows(organization, id, ["problem"], { limit: maxShown, offset: 0, after: undefined })
  )
  return items.flatMap(({ issues, line }) =>
    issues.map(({ column, expected, value }) =>
      `Line ${line}${column === null || column === "" ? "" : `, ${column}`}: ${
        JSON.stringify(value)
      }; expected ${expected}`
    )
  )
})

/** Imports the people of a table according to the options. */
export const importTable = Effect.fnUntraced(
  function*({ checksOnly, email, into, json, mapping, path, writesMapping }: Options) {
    if (into === undefined) return yield* refused("Name the organization that gets the people with --into.")
    yield* existing(into)
    const imports = yield* Imports
    const actor = yield* authorOf(into, email)
    const { id } = yield* upload(actor, path)
    const forget = Effect.ignore(imports.remove(actor, id, Import.remove))
    const read = yield* settled(into, id)
    if (read.state !== "mapping") return yield* Effect.andThen(forget, failed(read))
    const shown = yield* Effect.orDie(imports.get(into, id))
    const jobs = yield* imports.jobs(into, null)
    if (writesMapping) {
      const values = yield* Effect.orDie(TableMapping.recognizedValues(into, shown, jobs))
      yield* forget
      return yield* Console.log(JSON.stringify(TableMapping.proposal(shown, values), null, 2))
    }
    const draft = yield* TableMapping.read(mapping, shown, jobs).pipe(
      Effect.tapError(() => forget)
    )
    yield* imports.modify(actor, id, (stored, context) => Import.map(stored, draft, context)).pipe(
      Effect.catchTag(
        "UnknownColumn",
        ({ column }) =>
          Effect.andThen(forget, refused(`The mapping names the column ${column}, which the file does not have.`))
      ),
      Effect.catchTags({ ImportNotFound: Effect.die, TransitionRefused: Effect.die })
    )
    const checked = yield* settled(into, id)
    if (checked.state !== "ready") return yield* failed(checked)
    const problems = yield* problemsOf(into, id)
    const lines = (one: Import.StoredImport, heading: string) => [
      ...table([heading, "ROWS"], Object.entries(countsOf(one)).map(([what, count]) => [what, String(count)])),
      ...problems,
      ...(one.problems_counted > maxShown ? ["…"] : [])
    ]
    if (checksOnly) {
      yield* forget
      return yield* print({ json }, { path, rows: countsOf(checked), problems }, ...lines(checked, "WOULD BE"))
    }
    yield* imports.modify(actor, id, Import.run).pipe(
      Effect.catchTags({ ImportNotFound: Effect.die, TransitionRefused: Effect.die })
    )
    const done = yield* settled(into, id)
    if (done.state !== "completed") return yield* failed(done)
    yield* print(
      { json },
      { path, import: id, rows: countsOf(done), problems },
      ...lines(done, "IMPORTED"),
      "It can be undone within 24 hours, on the page “Import” of the settings."
    )
  },
  (effect) => Effect.provide(effect, contents).pipe(diskFailure("The import stopped"))
)
