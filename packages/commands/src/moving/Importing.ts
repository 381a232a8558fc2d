/** Imports an export into an organization: all of it is checked before anything is written, then it is added in portions. */
import type { OrganizationId } from "@candor/domain/Id"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { Console, Effect } from "effect"
import { constants } from "node:fs"
import { lstat, open } from "node:fs/promises"
import { join } from "node:path"
import { CommandRefused } from "../Output.ts"
import * as Checking from "./Checking.ts"
import * as Contents from "./Contents.ts"
import { KeyMap } from "./KeyMap.ts"
import * as Lines from "./Lines.ts"
import { decode, type Manifest, maxManifestBytes, names } from "./Manifest.ts"
import * as Portions from "./Portions.ts"
import * as Problems from "./Problems.ts"

const refused = (message: string) => new CommandRefused({ message })

/** Reads the manifest of a folder, and a digest of it. */
export const load = Effect.fnUntraced(function*(folder: string) {
  const text = yield* Effect.tryPromise({
    try: async () => {
      if (!(await lstat(folder)).isDirectory()) throw new Error("it is no folder")
      const file = await open(join(folder, names.manifest), constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        if ((await file.stat()).size > maxManifestBytes) throw new Error("its manifest is too large")
        return await file.readFile("utf8")
      } finally {
        await file.close()
      }
    },
    catch: (cause) => refused(`${folder} is no whole export: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  return { manifest: yield* decode(folder, text), digest: new Bun.CryptoHasher("sha256").update(text).digest("hex") }
})

/** The parts that the manifest lists, in the order in which they are added. Fails for one that this version does not know. */
const partsIn = Effect.fnUntraced(function*(folder: string, manifest: Manifest) {
  const parts = yield* (yield* Moves).parts
  const unknown = Object.entries(manifest.parts).find(([name, { file }]) => parts.find((part) => part.name === name)?.file !== file)
  if (unknown !== undefined) return yield* refused(`${folder} cannot be imported: this version knows no ${unknown[0]} in ${unknown[1].file}.`)
  return parts.filter(({ name }) => manifest.parts[name] !== undefined)
})

export interface Checked {
  readonly parts: ReadonlyArray<Part>
  readonly compared: { readonly [part: string]: Checking.Compared }
  readonly problems: Problems.Problems
  /** The contents that the export has, by their ids. */
  readonly contents: KeyMap
}

/** Checks all files of an export, and compares the rows with those of the organization that they are to go to. */
export const check = Effect.fnUntraced(function*(folder: string, manifest: Manifest, organization: OrganizationId | undefined, problemsFile: string) {
  const parts = yield* partsIn(folder, manifest)
  const problems = yield* Problems.make(problemsFile)
  const checking = Checking.make(folder, manifest, parts, { organization, source: manifest.organization.id }, problems)
  const contents = new KeyMap()
  const { files } = manifest
  const found = yield* Contents.check(folder, files.index, problems, contents, checking.checkSums)
  if (found.count !== files.count || found.bytes !== files.bytes) {
    problems.add({ file: names.manifest, line: null, path: ["files"], message: `The index has ${found.count} files of ${found.bytes} bytes` })
  }
  const compared: Record<string, Checking.Compared> = {}
  for (const part of parts) {
    compared[part.name] = yield* checking.part(part, manifest.parts[part.name]!)
    yield* Console.error(`Checked ${manifest.parts[part.name]!.rows} rows of ${part.file}`)
  }
  yield* problems.flush
  const checked: Checked = { parts, compared, problems, contents }
  return checked
})

/** The row of the organization in an export. */
const organizationRow = Effect.fnUntraced(function*(folder: string, { file }: Part) {
  const rows: Array<Row> = []
  yield* Portions.forEach(yield* Lines.opened(folder, file), () => {}, (portion) => Effect.sync(() => rows.push(...portion.flatMap(({ row }) => row ?? []))))
  return rows[0]!
}, Effect.scoped)

/** Adds what was checked. The same command goes on with what a killed process has left. */
export const add = Effect.fnUntraced(function*(folder: string, manifest: Manifest, digest: string, into: OrganizationId | undefined, { contents, parts }: Checked) {
  const moves = yield* Moves
  const one = yield* moves.begin(digest, yield* organizationRow(folder, parts.find(({ name }) => name === "organization")!), into)
  const { organization_id: organization } = one
  const to = { organization, source: manifest.organization.id }
  const added: Record<string, number> = {}
  for (const part of parts.filter(({ name }) => name !== "organization")) {
    let count = 0
    // What refers to rows of its own part is added at once.
    const waiting: Array<Row> = []
    const isTree = part.references.some((reference) => reference.part === part.name)
    const store = Effect.fnUntraced(function*(rows: ReadonlyArray<Row>) {
      const stored = new Set((yield* moves.stored(organization, part.name, rows)).map((row) => Checking.keyOf(part.key, row)))
      const missing = rows.filter((row) => !stored.has(Checking.keyOf(part.key, row)))
      yield* Contents.store(folder, contents, organization, part.name, missing)
      count += yield* moves.add(to, part.name, missing)
    })
    yield* Effect.scoped(Effect.flatMap(Lines.opened(folder, part.file), (file) =>
      Portions.forEach(file, () => {}, (portion) => {
        const rows = portion.flatMap(({ row }) => row ?? [])
        return isTree ? Effect.sync(() => void waiting.push(...rows)) : store(rows)
      })))
    if (isTree) yield* store(waiting)
    added[part.name] = count
    yield* Console.error(`Added ${count} rows of ${part.file}`)
  }
  yield* moves.recount(organization)
  const total = Object.values(added).reduce((sum, count) => sum + count, 0)
  if (one.state === "running" || total > 0) yield* moves.complete(one, added)
  return { organization, added }
})
