/** Makes an export of a large organization from a small one: repeats its people with new ids. */
import { pathOf } from "@candor/files/moving/Manifest"
import { linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The parts that are multiplied, with the contents of files; the others stay unchanged. */
const people = new Set([
  "attachment",
  "candidate",
  "application",
  "application_answer",
  "history_entry",
  "interview_feedback",
  "note"
])
const left = new Set(["ai_profile", "interview", "interviewer_time", "feedback_request", "prospect", "scorecard"])

interface Listed {
  readonly file: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

interface Files {
  readonly index: Listed
  readonly count: number
  readonly bytes: number
  readonly missing: number
}

interface Manifest {
  readonly parts: { readonly [part: string]: Listed }
  readonly files: Files
}

interface Content {
  readonly id: string
  readonly sha256: string | null
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest

const linesOf = (folder: string, { file }: Listed): ReadonlyArray<string> =>
  readFileSync(join(folder, file), "utf8").split("\n").filter((line) => line !== "")

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Writes a file of rows piece by piece. */
const writeRows = async (folder: string, file: string, pieces: Iterable<ReadonlyArray<string>>): Promise<Listed> => {
  const writer = Bun.file(join(folder, file)).writer()
  const hash = new Bun.CryptoHasher("sha256")
  let [rows, bytes] = [0, 0]
  for (const lines of pieces) {
    const piece = Buffer.from(lines.map((line) => `${line}\n`).join(""))
    hash.update(piece)
    rows += lines.length
    bytes += piece.byteLength
    writer.write(piece)
    await writer.flush()
  }
  await writer.end()
  return { file, rows, bytes, sha256: hash.digest("hex") }
}

/** Links a content of another export under a further id. */
const linkContent = (from: string, to: string, id: string, as: string): void => {
  const path = join(to, pathOf(as))
  mkdirSync(dirname(path), { recursive: true })
  linkSync(join(from, pathOf(id)), path)
}

/** The minimum number of each thing in an export, per requested candidate. */
const shares = { candidates: 1, applications: 1.5, files: 0.2 }

export interface Counts {
  readonly candidates: number
  readonly applications: number
  readonly files: number
  readonly rows: number
}

/**
 * Writes an export with at least this many candidates, one and a half times as many applications, and a file for every
 * fifth candidate.
 */
export const make = async (from: string, to: string, candidates: number): Promise<Counts> => {
  mkdirSync(to)
  const manifest = manifestOf(from)
  const own = new Set(
    Object.entries(manifest.parts).filter(([part]) => people.has(part)).flatMap(([, listed]) =>
      linesOf(from, listed).map((line) => (JSON.parse(line) as { readonly id: string }).id)
    )
  )
  const once = {
    candidates: manifest.parts["candidate"]!.rows,
    applications: manifest.parts["application"]!.rows,
    files: manifest.files.count
  }
  const copies = Math.ceil(
    candidates * Math.max(
      shares.candidates / once.candidates,
      shares.applications / once.applications,
      shares.files / once.files
    )
  )
  const copy = (line: string, nth: number): string =>
    nth === 0 ? line : line
      .replace(uuid, (id) => own.has(id) ? `${(nth + 0x0200).toString(16).padStart(4, "0")}${id.slice(4)}` : id)
      .replace(/([\w.-]+)@example/g, `$1+${nth}@example`)
  const parts: Record<string, Listed> = {}
  for (const [part, listed] of Object.entries(manifest.parts)) {
    const lines = left.has(part) ? [] : linesOf(from, listed)
    const pieces = people.has(part)
      ? (function*() {
        for (let nth = 0; nth < copies; nth++) yield lines.map((line) => copy(line, nth))
      })()
      : [lines]
    parts[part] = await writeRows(to, listed.file, pieces)
  }
  const contents = linesOf(from, manifest.files.index).map((line) => JSON.parse(line) as Content)
  const index = await writeRows(
    to,
    manifest.files.index.file,
    (function*() {
      for (let nth = 0; nth < copies; nth++) {
        yield contents.map((content) => {
          const line = copy(JSON.stringify(content), nth)
          if (content.sha256 !== null) linkContent(from, to, content.id, (JSON.parse(line) as Content).id)
          return line
        })
      }
    })()
  )
  const { bytes, count, missing } = manifest.files
  const files: Files = { index, count: copies * count, bytes: copies * bytes, missing: copies * missing }
  writeFileSync(join(to, "manifest.json"), JSON.stringify({ ...manifest, parts, files }))
  return {
    candidates: copies * once.candidates,
    applications: copies * once.applications,
    files: files.count,
    rows: Object.values(parts).reduce((sum, { rows }) => sum + rows, 0)
  }
}

export interface Digests {
  readonly [part: string]: string
}

/**
 * Returns a digest of the rows of each part in any order, except for the organization and its careers site, which an
 * import changes.
 */
export const digestsOf = async (folder: string): Promise<Digests> => {
  const digests: Record<string, string> = {}
  for (
    const [part, { file }] of Object.entries(manifestOf(folder).parts).filter(([part]) =>
      part !== "organization" && part !== "board"
    )
  ) {
    let [sum, count] = [0n, 0]
    const add = (line: string) => {
      sum = (sum + BigInt(Bun.hash.xxHash64(line))) % 2n ** 64n
      count++
    }
    let rest = ""
    for await (const text of Bun.file(join(folder, file)).stream().pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n")
      rest = lines.pop()!
      lines.forEach(add)
    }
    digests[part] = `${count} ${sum}`
  }
  return digests
}
