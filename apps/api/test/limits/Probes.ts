/** For each bound of counts and bytes that no schema says: a request one step beyond it. */
import { maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { maxProspectBytes } from "@candor/domain/sourcing/Prospect"
import { maxNameBytes } from "@candor/domain/job/Stage"
import { jsonBytes } from "@candor/domain/Text"
import { expect } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { having } from "../harness/Client.ts"
import { upload } from "../harness/Makers.ts"
import { exchange, head } from "../harness/Raw.ts"
import type { World } from "../harness/World.ts"

/** The parts of an answer that a test compares. */
export interface ProbeAnswer {
  readonly status: number
  readonly text: string
}

/**
 * Fills up to the limit, which has to be allowed, and returns the answer to one step beyond. Of notes and feedback, whose
 * counter is set near the limit, only the last five are made.
 */
export type Probe = (world: World, limit: number) => Promise<ProbeAnswer>

/** Does it for 0 to `count` - 1, some at a time. */
const each = async (count: number, action: (n: number) => Promise<unknown>): Promise<void> => {
  const rest = Array.from({ length: count }, (_, n) => n).values()
  const one = async () => {
    for (const n of rest) await action(n)
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

const linkedin = (handle: string) => `https://www.linkedin.com/in/${handle}`

/** A text of so many bytes as JSON, quotes included. */
const bytes = (count: number) => "x".repeat(count - 2)

/** An application of its own. */
const application = async ({ own: { make } }: World, more = {}) => {
  const { id } = await make.job()
  return (await make.application(id, (await make.candidate()).id, { answers: [], ...more })).id
}

/** Sends a form with a file, its purpose and these fields. */
const uploaded = ({ call, own: { ids, keys } }: World, fields: Readonly<Record<string, string>>) => {
  const form = upload()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return call("POST", `/applications/${ids.id}/attachments`, { key: keys.write, form })
}

/** Has an application count so many notes and so much feedback, as if they were there: to make hundreds would take seconds. */
const counted = ({ backend }: World, id: string, { feedback = 0, notes = 0 }) =>
  backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`UPDATE applications SET notes_counted = ${notes}, feedback_counted = ${feedback} WHERE id = ${id}`))

export const probes = {
  "Notes on an application": async (world, limit) => {
    const { call, own } = world
    const id = await application(world)
    await counted(world, id, { notes: limit - 5 })
    await each(5, () => own.make.note(id))
    return call("POST", `/applications/${id}/notes`, { key: own.keys.write, body: { note: "One more" } })
  },
  "Interview feedback on an application": async (world, limit) => {
    const { call, own } = world
    const id = await application(world)
    await counted(world, id, { feedback: limit - 5 })
    await each(5, () => own.make.feedback(id))
    const body = { interview_type: "x", rating: "yes", body: "One more" }
    return call("POST", `/applications/${id}/feedback`, { key: own.keys.write, body })
  },
  "Texts of notes, feedback and answers on an application": async (world, limit) => {
    expect(limit).toBe(maxTextBytes.limit)
    const { call, own } = world
    const answer = { question_text: "?", answer_text: bytes(10_000 - 3) }
    const id = await application(world, { answers: Array.from({ length: 100 }, () => answer) })
    const feedback = await own.make.feedback(id, { interview_type: "x", body: bytes(50_000 - 3) })
    const rest = limit - 100 * 10_000 - 50_000
    await each(Math.floor(rest / 50_000), () => own.make.note(id, bytes(50_000)))
    const last = await own.make.note(id, bytes(rest % 50_000))
    const path = `/applications/${id}/feedback/${feedback.id}`
    const longer = { key: own.keys.write, body: { body: bytes(50_000 - 2) } }
    expect((await call("PATCH", path, longer)).status).toBe(400)
    const note = { key: own.keys.write, body: { note: bytes(rest % 50_000 + 1) } }
    return call("PATCH", `/applications/${id}/notes/${last.id}`, note)
  },
  "AI profiles of a candidate, one for each new LinkedIn URL and each refresh": async ({ call, own }, limit) => {
    const { id } = await own.make.candidate()
    const patch = (n: number) =>
      call("PATCH", `/candidates/${id}`, { key: own.keys.write, body: { linkedin_url: linkedin(`ada-${n}`) } })
    for (let n = 0; n < limit; n++) having(200)(await patch(n))
    return patch(limit)
  },
  "Prospects of a search": async ({ call, own }, limit) => {
    const { id } = await own.make.search()
    const many = Array.from({ length: limit / 2 }, () => ({}))
    await own.make.prospects(id, ...many)
    await own.make.prospects(id, ...many)
    const { body } = having(200)(await call("GET", `/sourcing/searches/${id}/prospects`, { key: own.keys.read }))
    expect((body["prospects"] as ReadonlyArray<unknown>).length).toBe(limit)
    const key = own.keys.write
    return call("POST", `/sourcing/searches/${id}/prospects`, { key, body: { prospects: [{ full_name: "One more" }] } })
  },
  "Texts of a search's prospects, e-mail addresses excepted": async ({ call, own }, limit) => {
    expect(limit).toBe(maxProspectBytes.limit)
    const { id } = await own.make.search()
    const long = { summary: "🛠".repeat(2900) }
    const one = jsonBytes(["Niklaus Wirth", null, null, null, null, long.summary])
    const fit = Math.floor(limit / one)
    for (let left = fit; left > 0; left -= 80) {
      await own.make.prospects(id, ...Array.from({ length: Math.min(80, left) }, () => long))
    }
    await own.make.prospect(id, { email: "ada@example.com" })
    const body = { prospects: [{ full_name: "Niklaus Wirth", ...long }] }
    return call("POST", `/sourcing/searches/${id}/prospects`, { key: own.keys.write, body })
  },
  "Stages of a job": async ({ call, own }, limit) => {
    const { id } = await own.make.job({ stages: Array.from({ length: limit }, (_, n) => ({ name: `${n}` })) })
    return call("POST", `/jobs/${id}/stages`, { key: own.keys.write, body: { name: "One more" } })
  },
  "Names of a job's stages": async ({ call, own }, limit) => {
    expect(limit).toBe(maxNameBytes.limit)
    const name = "🛠".repeat(200)
    const fit = Math.floor(limit / jsonBytes(name))
    const { id } = await own.make.job({ stages: Array.from({ length: fit }, () => ({ name })) })
    return call("POST", `/jobs/${id}/stages`, { key: own.keys.write, body: { name } })
  },
  "Rejection reasons": async ({ call, foreign: { keys, make } }, limit) => {
    const { body } = having(200)(await call("GET", "/rejection-reasons", { key: keys.read }))
    await each(limit - (body["rejection_reasons"] as ReadonlyArray<unknown>).length, () => make.reason())
    return call("POST", "/rejection-reasons", { key: keys.admin, body: { name: "One more" } })
  },
  Webhooks: async ({ call, foreign: { keys, make } }, limit) => {
    const { body } = having(200)(await call("GET", "/webhooks?limit=100", { key: keys.admin }))
    await each(limit - (body["webhooks"] as ReadonlyArray<unknown>).length, () => make.webhook())
    return call("POST", "/webhooks", { key: keys.admin, body: { url: "https://hooks.example.invalid/" } })
  },
  "API keys that are neither revoked nor expired": async ({ backend, call, foreign: { keys, organization } }, limit) => {
    await backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql`
        INSERT INTO api_keys (organization_id, id, user_id, name, scope, hash, created_at)
        SELECT ${organization.id}, gen_random_uuid(), (array_agg(k.user_id))[1], 'One of many', 'read', sha256(n::text::bytea), now()
        FROM generate_series(1, ${limit}::integer) n, api_keys k
        WHERE k.organization_id = ${organization.id}
        GROUP BY n
        HAVING n < ${limit} - count(*) FILTER (WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()))`))
    const create = () => call("POST", "/api-keys", { key: keys.admin, body: { name: "One more", scope: "read" } })
    having(201)(await create())
    return create()
  },
  "A field of a form beside the file": async (world, limit) => {
    const sent = (bytes: number) => uploaded(world, { file_type: "x".repeat(bytes) })
    // It is read, and no purpose of a file is so long.
    expect(having(400)(await sent(limit)).text).toContain(`"path":["file_type"]`)
    const answer = await sent(limit + 1)
    expect(answer.text).toContain(`at most ${limit} bytes`)
    return answer
  },
  "Parts of a form": async (world, limit) => {
    const sent = (parts: number) =>
      uploaded(world, Object.fromEntries(Array.from({ length: parts - 2 }, (_, n) => [`unknown_${n}`, "x"])))
    // All are read: the last one is told, too.
    expect(having(400)(await sent(limit)).text).toContain(`"path":["unknown_${limit - 3}"]`)
    const answer = await sent(limit + 1)
    expect(answer.text).not.toContain(`"path":["unknown_`)
    return answer
  },
  "Body of a request": async ({ call, own }, limit) => {
    const body = (length: number) => JSON.stringify({ note: "x" }).padEnd(length)
    const path = `/applications/${own.ids.id}/notes`
    having(201)(await call("POST", path, { key: own.keys.write, rawBody: body(limit) }))
    return call("POST", path, { key: own.keys.write, rawBody: body(limit + 1) })
  },
  "Request line and headers": async ({ server }, limit) => {
    const { pathname, port } = new URL(server.base_url)
    const request = async (length: number) => {
      const shortest = head(`GET ${pathname}/me?x=`, "Connection: close")
      const answer = await exchange(Number(port), shortest.replace("?x=", `?x=${"x".repeat(length - shortest.length)}`))
      return { status: Number(answer.slice("HTTP/1.1 ".length).split(" ")[0]), text: answer.split("\r\n\r\n").slice(1).join() }
    }
    expect((await request(limit)).status).toBe(401)
    return request(limit + 1)
  },
  "`X-Request-Id`": async ({ call, own }, limit) => {
    const requestWith = (id: string) => call("GET", "/me", { key: own.keys.read, headers: { "x-request-id": id } })
    const longest = "x".repeat(limit)
    expect((await requestWith(longest)).headers.get("x-request-id")).toBe(longest)
    const answer = await requestWith(`${longest}x`)
    expect(answer.headers.get("x-request-id")).toHaveLength(36)
    return answer
  },
  "Issues that an error lists": async ({ call, own }, limit) => {
    const body = { prospects: Array.from({ length: limit + 1 }, () => ({ full_name: "" })) }
    const path = `/sourcing/searches/${own.ids.searchId}/prospects`
    const answer = having(400)(await call<{ error: { message: string; details: { issues: ReadonlyArray<unknown> } } }>(
      "POST",
      path,
      { key: own.keys.write, body }
    ))
    expect(answer.body.error.details.issues.length).toBe(limit)
    expect(answer.body.error.message).toContain(`and ${limit + 1 - 3} more`)
    return answer
  },
  "Events of one replay": async ({ call, own }, limit) => {
    const { id } = await own.make.webhook()
    const replay = (events: number) =>
      call("POST", `/webhooks/${id}/replay`, { key: own.keys.admin, body: { from_sequence: 1, to_sequence: events } })
    having(201)(await replay(limit))
    return replay(limit + 1)
  }
} satisfies Readonly<Record<string, Probe>>
