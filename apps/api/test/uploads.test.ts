/**
 * Uploads to a server as a process of its own, and exports with their files: the memory that they take, and what is
 * left when it is killed.
 */
import { AttachmentId } from "@candor/domain/Id"
import type { CandidateExport } from "@candor/domain/person/CandidateExport"
import { servers } from "@candor/process/testing/Servers"
import * as Database from "@candor/sql/database/Database"
import { dataDirectory } from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { client } from "./harness/Client.ts"
import { freshEmail, makers, upload } from "./harness/Makers.ts"

const { folder, serve: serveAt } = servers("uploads")

const mebibyte = 1024 * 1024

/** How much the memory of a server may grow by a file of 20 MiB. */
const maxGrowth = 60 * mebibyte

const directory = join(folder, "data")

/** A server on the data directory, with its process. */
const serve = async () => {
  const { child, origin } = await serveAt({ CANDOR_DATA_DIR: directory })
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as {
    readonly organization_id: string
    readonly keys: Readonly<Record<"admin" | "read" | "write", string>>
  }
  const make = makers(client(`${origin}/api/v1`), demo.keys.write, demo.keys.admin)
  /** An application of a new candidate. */
  const apply = async () => {
    const [job, candidate] = await Promise.all([make.job(), make.candidate({ primary_email: freshEmail() })])
    const { id } = await make.application(job.id, candidate.id)
    return { application: id, candidate: candidate.id }
  }
  return { ...demo, apply, child, make, origin }
}

/** 20 MiB that look like an image: they are stored as a text is, and no process has to read them for the search. */
const image = (name: string) => Buffer.alloc(20 * mebibyte, `\x89PNG\r\n\x1a\n The ${name} file. `, "latin1")

/**
 * How far the resident memory of a process rises above what it has now, in MiB, while something is done (proc(5),
 * "clear_refs").
 */
const growth = async (pid: number, run: () => Promise<unknown>): Promise<number> => {
  const figure = (name: "VmRSS" | "VmHWM") =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) * 1024
  writeFileSync(`/proc/${pid}/clear_refs`, "5")
  const before = figure("VmRSS")
  await run()
  return figure("VmHWM") - before
}

/**
 * Has the code compiled that a large file needs. The memory of a large one would be used again, and growth not be seen.
 */
const small = new File([image("small").subarray(0, mebibyte)], "small.png")

/** How much an upload and a download of 20 MiB add to a server that has had no large file. */
const transferred = async (
  { child: { pid }, keys, make, origin }: Awaited<ReturnType<typeof serve>>,
  application: string
) => {
  const store = (file: File) => make.attachment(application, upload(file))
  await store(small)
  let id = ""
  const uploaded = async () => {
    id = (await store(new File([new Uint8Array(20 * mebibyte).fill(0x20)], "large.txt"))).id
  }
  const downloaded = async () => {
    const url = `${origin}/api/v1/applications/${application}/attachments/${id}/content`
    const content = await fetch(url, { headers: { authorization: `Bearer ${keys.write}` } })
    expect((await content.bytes()).length).toBe(20 * mebibyte)
  }
  return { upload: await growth(pid, uploaded), download: await growth(pid, downloaded) }
}

/**
 * How much the memory of the server that was killed grew before, in bytes; and a candidate's file of 20 MiB that it
 * stored last.
 */
let before: {
  readonly upload: number
  readonly download: number
  readonly candidate: string
  readonly contents: ReadonlyArray<Buffer>
}

/** A server that took over from one that was killed during an upload. */
let server: Awaited<ReturnType<typeof serve>>

/** What was stored of that upload, and how its client and the work on its content ended. */
let cut: {
  readonly answer: unknown
  readonly left: ReadonlyArray<string>
  readonly rows: ReadonlyArray<unknown>
  readonly queued: ReadonlyArray<unknown>
}

/** The files of the demo's contents. */
const contents = (organization_id: string) => join(directory, "files", organization_id)

beforeAll(async () => {
  await dataDirectory(directory, "demo")
  const killed = await serve()
  const { application, candidate } = await killed.apply()
  const files = [image("only")]
  before = { ...await transferred(killed, application), candidate, contents: files }
  for (const content of files) await killed.make.attachment(application, upload(new File([content], "large.png")))
  const request = new Response(upload(new File(["x".repeat(mebibyte)], "cut.txt")))
  const type = request.headers.get("content-type")!
  const body = await request.bytes()
  // All of the file but the end of its form: what is left is the row.
  const unfinished = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(body.subarray(0, -100))
  })
  const stored = contents(killed.organization_id)
  const whole = readdirSync(stored)
  const sending = fetch(`${killed.origin}/api/v1/applications/${application}/attachments`, {
    method: "POST",
    headers: { authorization: `Bearer ${killed.keys.write}`, "content-type": type },
    body: unfinished
  }).catch(() => "cut off")
  const more = () => readdirSync(stored).filter((name) => !whole.includes(name))
  while (more().length === 0) await new Promise(setImmediate)
  await killed.child.stop("SIGKILL")
  const left = more()
  const id = AttachmentId.make(left.join().replace(".part", ""))
  const { queued, rows } = await Effect.runPromise(
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`SELECT FROM attachments WHERE id = ${id}`
      // An hour later.
      return {
        rows,
        queued:
          yield* sql`UPDATE queue SET visible_at = now() WHERE queue_name = 'contents' AND id = ${id} RETURNING state`
      }
    }).pipe(Effect.provide(Database.embedded(directory)))
  )
  cut = { answer: await sending, left, rows, queued }
  server = await serve()
})

test("a server that is killed during an upload leaves no row, and the next one removes what is left of the content", async () => {
  const { answer, left, queued, rows } = cut
  expect({ answer, contents: left.length, rows, queued }).toEqual({
    answer: "cut off",
    contents: 1,
    rows: [],
    queued: [{ state: "pending" }]
  })
  while (left.some((name) => existsSync(join(contents(server.organization_id), name)))) await new Promise(setImmediate)
})

test("an upload and a download of 20 MiB each hold the process under 60 MiB of growth", () => {
  expect(before.upload).toBeLessThan(maxGrowth)
  expect(before.download).toBeLessThan(maxGrowth)
})

test("an export with a file of 20 MiB has it whole, and holds the process under 60 MiB of growth", async () => {
  const { apply, child: { pid }, keys, make, origin } = server
  const exported = (candidate = before.candidate) =>
    fetch(`${origin}/api/v1/candidates/${candidate}/export`, { headers: { authorization: `Bearer ${keys.read}` } })
  const digest = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
  const whole = async () => {
    const { applications } = await (await exported()).json() as CandidateExport
    const found = applications.flatMap(({ attachments }) =>
      attachments.map(({ content }) => digest(Buffer.from(content!, "base64")))
    )
    // Each once; the candidate has smaller files besides.
    expect(before.contents.map((one) => found.filter((other) => other === digest(one)).length)).toEqual([1])
  }
  // This server has had no large file: it has the code compiled by a small one.
  const one = await apply()
  await make.attachment(one.application, upload(small))
  await (await exported(one.candidate)).bytes()
  // The least of two: of one, garbage that was not collected yet may be counted.
  expect(Math.min(await growth(pid, whole), await growth(pid, whole))).toBeLessThan(maxGrowth)
})
