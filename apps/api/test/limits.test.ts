/** Each kind of bound that holds against a client, once: what is within it, and one step beyond. */
import { maxBodyBytes } from "@candor/contract/Errors"
import { maxNotes } from "@candor/domain/application/ApplicationSize"
import { maxReplay } from "@candor/domain/webhook/WebhookDelivery"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ErrorBody, having } from "./harness/Client.ts"
import { upload } from "./harness/Makers.ts"
import { exchange, head } from "./harness/Raw.ts"
import { type FilledWorld, worldWith } from "./harness/World.ts"

let made: FilledWorld
beforeAll(async () => {
  made = await worldWith(databases[0]!, "searchId")
})
afterAll(() => made.backend.close())

/** Sends a form with a file, its purpose and these fields. */
const uploaded = (fields: Readonly<Record<string, string>>) => {
  const form = upload()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { call, own: { ids, keys } } = made
  return call<ErrorBody>("POST", `/applications/${ids.id}/attachments`, { key: keys.write, form })
}

test("a body may have 1 MiB", async () => {
  const { call, own: { ids, keys } } = made
  const note = (length: number) =>
    call("POST", `/applications/${ids.id}/notes`, {
      key: keys.write,
      rawBody: JSON.stringify({ note: "x" }).padEnd(length)
    })
  having(201)(await note(maxBodyBytes))
  having(413)(await note(maxBodyBytes + 1))
})

test("a request's line and headers may have 16 KiB", async () => {
  const { pathname, port } = new URL(made.server.base_url)
  const statusLine = async (length: number) => {
    const shortest = head(`GET ${pathname}/me?x=`, "Connection: close")
    return (await exchange(Number(port), shortest.replace("?x=", `?x=${"x".repeat(length - shortest.length)}`))).split(
      "\r\n",
      1
    )[0]
  }
  expect(await statusLine(16_384)).toStartWith("HTTP/1.1 401")
  expect(await statusLine(16_385)).toStartWith("HTTP/1.1 431")
})

test("a field of a form beside the file may have 1,024 bytes", async () => {
  const sent = async (bytes: number) => having(400)(await uploaded({ file_type: "x".repeat(bytes) })).text
  // It is read, and no purpose of a file is so long.
  expect(await sent(1024)).toContain(`"path":["file_type"]`)
  expect(await sent(1025)).toContain("at most 1024 bytes")
})

test("a form may have 8 parts", async () => {
  const sent = async (parts: number) =>
    having(400)(await uploaded(Object.fromEntries(Array.from({ length: parts - 2 }, (_, n) => [`unknown_${n}`, "x"]))))
      .text
  // All are read: the last one is told, too.
  expect(await sent(8)).toContain(`"path":["unknown_5"]`)
  expect(await sent(9)).not.toContain(`"path":["unknown_`)
})

test("an X-Request-Id of 128 characters is kept, and a longer one replaced", async () => {
  const answered = async (id: string) =>
    (await made.call("GET", "/me", { key: made.own.keys.read, headers: { "x-request-id": id } })).headers.get(
      "x-request-id"
    )
  expect(await answered("x".repeat(128))).toBe("x".repeat(128))
  expect(await answered("x".repeat(129))).toHaveLength(36)
})

test("an error lists 100 issues, and tells how many more there are", async () => {
  const { call, own: { ids, keys } } = made
  const body = { prospects: Array.from({ length: 101 }, () => ({ full_name: "" })) }
  const { body: { error } } = having(400)(
    await call<ErrorBody>("POST", `/sourcing/searches/${ids.searchId}/prospects`, { key: keys.write, body })
  )
  expect(error.details?.["issues"]).toHaveLength(100)
  expect(error.message).toContain("and 98 more")
})

test("a replay may have 10,000 events", async () => {
  const { call, own: { keys, make } } = made
  const { id } = await make.webhook()
  const replay = (to_sequence: number) =>
    call("POST", `/webhooks/${id}/replay`, { key: keys.admin, body: { from_sequence: 1, to_sequence } })
  having(201)(await replay(maxReplay))
  having(400)(await replay(maxReplay + 1))
})

test("of 12 notes at once where 5 fit, 5 are made, and the others name the limit; reading, moving and editing go on", async () => {
  const { backend, call, own: { keys, make } } = made
  const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
  const note = await make.note(id)
  await backend.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE applications SET notes_counted = ${maxNotes.limit - 5} WHERE id = ${id}`
    )
  )
  const write = (n: number) =>
    call<Partial<ErrorBody>>("POST", `/applications/${id}/notes`, { key: keys.write, body: { note: `${n}` } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => write(n)))
  expect(answers.filter(({ status }) => status === 201).length).toBe(5)
  const refused = answers.filter(({ status }) => status === 400).map(({ body }) => body.error?.details)
  expect(refused).toEqual(
    Array.from(
      { length: 7 },
      () => ({
        reason: "limit_reached",
        failure: "limit_reached",
        what: "notes_on_an_application",
        limit: maxNotes.limit,
        present: maxNotes.limit,
        added: 1
      })
    )
  )
  const { application: { stage_id } } =
    having(200)(await call<{ application: { stage_id: string } }>("GET", `/applications/${id}`, { key: keys.read }))
      .body
  having(200)(await call("POST", `/applications/${id}/move`, { key: keys.write, body: { stage_id } }))
  having(200)(
    await call("PATCH", `/applications/${id}/notes/${note.id}`, { key: keys.write, body: { note: "Longer" } })
  )
})
