/** Uploads to a server as a process of its own, and exports with their files: the memory that they take, and what is left when it is killed. */
import type { CandidateExport } from "@candor/domain/candidate/CandidateExport"
import { AttachmentId } from "@candor/domain/Id"
import { servers } from "@candor/process/testing/Servers"
import * as Database from "@candor/sql/database/Database"
import { dataDirectory } from "@candor/sql/testing/Prepared"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { client } from "./harness/Client.ts"
import { freshEmail, makers, upload } from "./harness/Makers.ts"

const { folder, serve: serveAt } = servers("uploads")

const mebibyte = 1024 * 1024

/** A server on a data directory, with its process and an application of the demo's organization. */
const serve = async (directory: string) => {
  const { child, origin } = await serveAt({ CANDOR_DATA_DIR: directory })
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as {
    readonly organization_id: string
    readonly keys: Readonly<Record<"admin" | "read" | "write", string>>
  }
  const call = client(`${origin}/api/v1`)
  const make = makers(call, demo.keys.write, demo.keys.admin)
  const [job, candidate] = await Promise.all([make.job(), make.candidate({ primary_email: freshEmail() })])
  const { id: application } = await make.application(job.id, candidate.id)
  return { ...demo, application, call, candidate: candidate.id, child, make, origin }
}

/** How far the resident memory of a process rises above what it has now, in MiB, while something is done (proc(5), "clear_refs"). */
const growth = async (pid: number, run: () => Promise<unknown>): Promise<number> => {
  const figure = (name: "VmRSS" | "VmHWM") =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024
  writeFileSync(`/proc/${pid}/clear_refs`, "5")
  const before = figure("VmRSS")
  await run()
  return figure("VmHWM") - before
}

test("an upload and a download of 20 MiB each hold the process under 60 MiB of growth", async () => {
  const directory = join(folder, "memory")
  await dataDirectory(directory, "demo")
  const { application, child: { pid }, keys, make, origin } = await serve(directory)
  const largest = () => make.attachment(application, upload(new File([new Uint8Array(20 * mebibyte).fill(0x20)], "large.txt")))
  // The first has the code compiled that the others use.
  const { id } = await largest()
  const download = async () => {
    const url = `${origin}/api/v1/applications/${application}/attachments/${id}/content`
    const content = await fetch(url, { headers: { authorization: `Bearer ${keys.write}` } })
    expect((await content.bytes()).length).toBe(20 * mebibyte)
  }
  expect(await growth(pid, largest)).toBeLessThan(60)
  expect(await growth(pid, download)).toBeLessThan(60)
})

test("an export with two files of 20 MiB has them whole, and holds the process under 60 MiB of growth, also for clients that do not read", async () => {
  const directory = join(folder, "exports")
  await dataDirectory(directory, "demo")
  const { application, candidate, child: { pid }, keys, make, origin } = await serve(directory)
  const contents = ["first", "second"].map((name) => Buffer.alloc(20 * mebibyte, `The ${name} file. `))
  for (const content of contents) await make.attachment(application, upload(new File([content], "large.txt")))
  const exported = () =>
    fetch(`${origin}/api/v1/candidates/${candidate}/export`, { headers: { authorization: `Bearer ${keys.read}` } })
  const digest = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex")
  const whole = async () => {
    const { applications } = await (await exported()).json() as CandidateExport
    const found = applications.flatMap(({ attachments }) => attachments.map(({ content }) => digest(Buffer.from(content!, "base64"))))
    expect(found.toSorted()).toEqual(contents.map(digest).toSorted())
  }
  // The first has the code compiled that the others use.
  await whole()
  expect(await growth(pid, whole)).toBeLessThan(60)
  const unread = async () => {
    const answers = [await exported(), await exported()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await exported()).status).toBe(429)
    await Promise.all(answers.map(({ body }) => body!.cancel()))
  }
  expect(await growth(pid, unread)).toBeLessThan(60)
})

test("a server that is killed during an upload leaves no row, and the next one removes what is left of the content", async () => {
  const directory = join(folder, "killed")
  await dataDirectory(directory, "demo")
  const server = await serve(directory)
  const request = new Response(upload(new File(["x".repeat(mebibyte)], "cut.txt")))
  const type = request.headers.get("content-type")!
  const body = await request.bytes()
  // All of the file but the end of its form: what is left is the row.
  const unfinished = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(body.subarray(0, -100)) })
  const sending = fetch(`${server.origin}/api/v1/applications/${server.application}/attachments`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.keys.write}`, "content-type": type },
    body: unfinished
  }).catch(() => "cut off")
  const contents = join(directory, "files", server.organization_id)
  while (!existsSync(contents) || readdirSync(contents).length === 0) await new Promise(setImmediate)
  await server.child.stop("SIGKILL")
  expect(await sending).toBe("cut off")
  const [left = ""] = readdirSync(contents)
  const id = AttachmentId.make(left.replace(".part", ""))
  const queued = await Effect.runPromise(
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT FROM attachments WHERE id = ${id}`).toEqual([])
      // An hour later.
      return yield* sql`UPDATE queue SET visible_at = now() WHERE queue_name = 'contents' AND id = ${id} RETURNING state`
    }).pipe(Effect.provide(Database.embedded(directory)))
  )
  expect(queued).toEqual([{ state: "pending" }])
  await serve(directory)
  while (readdirSync(contents).length > 0) await new Promise(setImmediate)
})
