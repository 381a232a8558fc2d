/** Imports an export into an organization: checks everything before anything is written, then adds it in batches. */
import { type FileUsage, ofOrganization } from "@candor/domain/attachment/FileUsage"
import type { ImportId, OrganizationId } from "@candor/domain/Id"
import { type Import, Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import type { OrganizationDetail } from "@candor/domain/organization/Organization"
import { publishLimits, Plan } from "@candor/domain/organization/Plan"
import { Effect, Schema } from "effect"
import { constants } from "node:fs"
import { lstat, open } from "node:fs/promises"
import { join } from "node:path"
import * as Checking from "./Checking.ts"
import * as Contents from "./Contents.ts"
import { ownKey } from "./Found.ts"
import { KeyMap } from "./KeyMap.ts"
import * as Lines from "./Lines.ts"
import { type Listed, Manifest, maxManifestBytes, names } from "./Manifest.ts"
import * as Portions from "./Portions.ts"
import * as Problems from "./Problems.ts"
import * as References from "./References.ts"
import { TakenIds } from "./TakenIds.ts"

/** A folder is not a complete export of this version. */
export class ExportRefused extends Schema.TaggedError<ExportRefused>()("ExportRefused", { message: Schema.String }) {}

const refused = (message: string) => new ExportRefused({ message })

/** Called with progress: the number of rows of a file that were checked or added. */
export type Progress = (step: "checked" | "added", rows: number, file: string) => Effect.Effect<void>

const silent: Progress = () => Effect.void

/** An export to import. */
export interface Source {
  readonly folder: string
  readonly manifest: Manifest
  /** Identifies this export. */
  readonly digest: string
  /** Its parts, in the order in which they are added. */
  readonly parts: ReadonlyArray<{ readonly part: Part; readonly listed: Listed }>
}

/** Decodes a manifest; fails if it is not one of this version. */
const decodeManifest = (folder: string, text: string) =>
  Effect.fromOption(Schema.decodeUnknownOption(Schema.fromJsonString(Manifest))(text)).pipe(
    Effect.mapError(() =>
      refused(`${folder} cannot be imported: its ${names.manifest} is damaged, or of another version.`)
    )
  )

/** Reads the manifest of a folder. Fails if it is not a complete export of this version. */
export const load = Effect.fnUntraced(function*(folder: string) {
  const text = yield* Effect.tryPromise({
    try: async () => {
      if (!(await lstat(folder)).isDirectory()) throw new Error("it is no folder")
      const file = await open(join(folder, names.manifest), constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        if ((await file.stat()).size > maxManifestBytes) throw new Error(`${names.manifest} is too large`)
        return await file.readFile("utf8")
      } finally {
        await file.close()
      }
    },
    catch: (cause) => refused(`${folder} is no whole export: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  const manifest = yield* decodeManifest(folder, text)
  const all = yield* (yield* Moves).parts
  const unknown = Object.entries(manifest.parts).find(([name, { file }]) =>
    all.find((part) => part.name === name)?.file !== file
  )
  if (unknown !== undefined)
    return yield* refused(`${folder} cannot be imported: this version knows no ${unknown[0]} in ${unknown[1].file}.`)
  const source: Source = {
    folder,
    manifest,
    digest: new Bun.CryptoHasher("sha256").update(text).digest("hex"),
    parts: all.flatMap((part) =>
      manifest.parts[part.name] === undefined ? [] : [{ part, listed: manifest.parts[part.name]! }]
    )
  }
  return source
})

const readOrganization = Effect.fnUntraced(
  function*({ folder, parts }: Source) {
    const found = parts.find(({ part }) => part.name === "organization")
    if (found === undefined) return undefined
    const rows: Array<Row> = []
    yield* Portions.forEach(
      yield* Lines.opened(folder, found.listed.file),
      () => {},
      (portion) => Effect.sync(() => rows.length < 2 && rows.push(...Portions.rowsOf(portion))),
      { absent: found.part.absent }
    )
    return rows.length === 1 ? rows[0] : undefined
  },
  Effect.scoped,
  Effect.orElseSucceed(() => undefined)
)

const decodePlan = Schema.decodeUnknownOption(Plan)

export interface Checked {
  readonly compared: { readonly [part: string]: Checking.Compared }
  readonly problems: Problems.Problems
  readonly contents: KeyMap
  /** Rows that are matched to stored ones. */
  readonly ids: TakenIds
  /** The row of the organization. */
  readonly organization: Row | undefined
}

/**
 * Checks all files of an export, and compares the rows with those of the destination organization. Writes nothing but
 * the file of problems.
 */
export const check = Effect.fnUntraced(
  function*(
    source: Source,
    target: OrganizationDetail | undefined,
    problemsFile: string,
    progress: Progress = silent,
    used: FileUsage = { files_counted: 0, file_bytes: 0 }
  ) {
    const { folder, manifest, parts } = source
    const problems = yield* Problems.make(problemsFile)
    const tell = (path: ReadonlyArray<string>, message: string) =>
      problems.add({ file: names.manifest, line: null, path, message })
    const organization = yield* readOrganization(source)
    if (organization === undefined) tell(["parts"], "It has not one row of the organization")
    const contents = new KeyMap()
    const ids = new TakenIds()
    const found = yield* Contents.check(folder, manifest.files.index, problems, contents)
    if (found.count !== manifest.files.count || found.bytes !== manifest.files.bytes) {
      tell(["files"], `The index has ${found.count} files of ${found.bytes} bytes`)
    }
    const options: Checking.Options = {
      folder,
      organization: target?.id,
      source: manifest.organization.id,
      references: References.make(parts.map(({ part }) => part), target?.id),
      contents,
      ids,
      problems
    }
    const compared: Record<string, Checking.Compared> = {}
    let published = target?.published_jobs ?? 0
    let { file_bytes, files_counted } = used
    for (const { listed, part } of parts) {
      const { bytes, files, published: more, ...one } = yield* Checking.check(part, listed, options)
      compared[part.name] = one
      published += more
      files_counted += files
      file_bytes += bytes
      if (listed.rows > 0) yield* progress("checked", listed.rows, part.file)
    }
    const plan = decodePlan(organization?.["plan"])
    const limit = target === undefined ? plan._tag === "Some" ? publishLimits[plan.value] : null : target.publish_limit
    if (limit !== null && published > limit)
      tell(["parts", "job"], `${published} jobs would be published, and the plan allows ${limit}`)
    const { bytes: maxBytes, files: maxFiles } = ofOrganization
    if (files_counted > maxFiles.limit)
      tell(["files"], `The organization would have ${files_counted} files, and can have ${maxFiles.limit}`)
    if (file_bytes > maxBytes.limit)
      tell(["files"], `The organization's files would have ${file_bytes} bytes, and can have ${maxBytes.limit}`)
    yield* problems.flush
    const checked: Checked = { compared, problems, contents, ids, organization }
    return checked
  }
)

/** The destination of an export's rows, and the progress callback. */
export interface Addition {
  readonly organization: OrganizationId
  /** The import of `Destination`. */
  readonly import_id?: ImportId
  readonly progress?: Progress
  /**
   * The batches that are added at a time; 1 by default. With two, one is read while the database indexes the texts of
   * the other. Contents are counted in one row of the organization, on which batches would wait for each other.
   */
  readonly concurrency?: number
}

/** Adds the rows of a part that are not stored yet, with their contents. Returns their number. */
const addPart = Effect.fnUntraced(
  function*(
    { folder, manifest }: Source,
    { part, listed }: Source["parts"][number],
    { concurrency = 1, import_id, organization, progress = silent }: Addition,
    { contents, ids }: Pick<Checked, "contents" | "ids">
  ) {
    const moves = yield* Moves
    let added = 0
    // Rows that refer to their own part are added in one statement: the check has found that there are not too many.
    const waiting: Array<Row> = []
    const hasStored = (yield* moves.page(organization, part.name, 1)).rows.length > 0
    const to = { organization, source: manifest.organization.id, ...(import_id === undefined ? {} : { import_id }) }
    const add = Effect.fnUntraced(function*(rows: ReadonlyArray<Row>) {
      const stored = new Set(
        (hasStored ? yield* moves.stored(organization, part.name, part.key, rows) : []).map((row) => ownKey(part, row))
      )
      const missing = rows.filter((row) => !stored.has(ownKey(part, row)))
      yield* Contents.store(folder, contents, organization, part.name, missing)
      const more = yield* moves.add(to, part.name, missing)
      added += more
      yield* progress("added", more, part.file)
    })
    yield* Portions.forEach(yield* Lines.opened(folder, listed.file), () => {}, (portion) => {
      const rows = Portions.rowsOf(portion)
      return part.isTree ? Effect.sync(() => void waiting.push(...rows)) : add(rows)
    }, { absent: part.absent, ids, concurrency: part.isTree || Contents.namesContents(part.name) ? 1 : concurrency })
    yield* add(waiting)
    return added
  },
  Effect.scoped
)

/**
 * Adds all rows that are not stored yet, and recomputes derived counters. Returns the number of added rows for each
 * part.
 */
export const addRows = Effect.fnUntraced(function*(source: Source, addition: Addition, checked: Checked) {
  const added: Record<string, number> = {}
  for (const entry of source.parts.filter(({ part }) => part.name !== "organization")) {
    added[entry.part.name] = yield* addPart(source, entry, addition, checked)
  }
  yield* (yield* Moves).recount(addition.organization)
  return added
})

/** Adds the checked rows. After a crash, the same command continues. */
export const add = Effect.fnUntraced(function*(
  source: Source,
  before: Import | undefined,
  into: OrganizationId | undefined,
  checked: Checked,
  options: Pick<Addition, "concurrency" | "progress"> = {}
) {
  const moves = yield* Moves
  const isNew = Object.values(checked.compared).some(({ create }) => create > 0)
  // Importing the same export again changes nothing.
  if (before?.state === "completed" && !isNew) return { organization: before.organization_id, added: {}, total: 0 }
  const one = before === undefined
    ? yield* moves.begin(source.digest, checked.organization!, into)
    : yield* moves.resume(before)
  const added = yield* addRows(source, { ...options, organization: one.organization_id }, checked)
  yield* moves.complete(one, added)
  return {
    organization: one.organization_id,
    added,
    total: Object.values(added).reduce((sum, count) => sum + count, 0)
  }
})
