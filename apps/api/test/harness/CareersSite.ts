/** A careers site in a world: published jobs, and people who apply. */
import { process } from "@candor/background/submission/Submissions"
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { Submission, SubmissionListItem } from "@candor/domain/submission/Submission"
import { list } from "@candor/files/Folder"
import { Element } from "@candor/sql/queue/SubmissionWork"
import { databases } from "@candor/sql/testing/Databases"
import { type Challenge, solveChallenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/pbkdf2"
import { afterAll, beforeAll, describe, expect } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { having, type JsonObject } from "./Client.ts"
import { type FilledWorld, worldWith, type Tenant, type World } from "./World.ts"

const decodeElement = Schema.decodeUnknownSync(Element)

/** Returns the queued work. */
export const queued = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const work = yield* sql<
    { readonly element: string }
  >`SELECT element FROM queue WHERE queue_name = 'submissions' AND state = 'pending'`
  return work.map(({ element }) => decodeElement(JSON.parse(element)))
})

/** Returns the types of events about submissions for a job and about their senders' actions, in order. */
const eventTypes = (job: string) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly type: string }>`
      SELECT type FROM events WHERE data ->> 'job_id' = ${job} AND type <> ALL ('{application.created,job.updated}') ORDER BY id`
    return rows.map(({ type }) => type)
  })

/** Returns the paths of contents that rows refer to, or whose removal is queued. */
const contents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly path: string }>`
    SELECT organization_id || '/' || id AS path FROM (
      SELECT organization_id, id FROM attachments
      UNION SELECT organization_id, id FROM removed_contents
      UNION SELECT organization_id, (file ->> 'id')::uuid FROM submissions, jsonb_array_elements(files) AS file WHERE application_id IS NULL
    ) named`
  return rows.map(({ path }) => path)
})

/** Copies the newest submission `count` times. */
export const copies = (organization: string, count: number, changed: JsonObject) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
      INSERT INTO submissions
      SELECT (jsonb_populate_record(one.s, jsonb_build_object('id', gen_random_uuid(), 'address_key', n::text) || ${
      JSON.stringify(changed)
    }::text::jsonb)).*
      FROM (SELECT s FROM submissions s WHERE s.organization_id = ${organization} ORDER BY s.created_at DESC LIMIT 1) one, generate_series(1, ${count}::integer) n`)

/** Solves a challenge like a browser. */
const solution = async (challenge: Challenge): Promise<string> =>
  btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))

/** Processes queued submissions into applications, like background work. */
const processed = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const work = yield* sql<{ readonly element: string }>`
    DELETE FROM queue WHERE queue_name = 'submissions' AND state = 'pending' RETURNING element`
  yield* Effect.forEach(work, ({ element }) => process(decodeElement(JSON.parse(element))), { discard: true })
})

export const pdf = (text: string) => new File([`%PDF-1.7\n${text}`], "cv.pdf", { type: "application/pdf" })

export const formOf = (values: Readonly<Record<string, string | File | ReadonlyArray<string>>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value as ReadonlyArray<string> : [value as string | File])
      form.append(name, one)
  }
  return form
}

/**
 * Returns the body and headers of this form with a part of a file's content, `place`, replaced by these chunks: to make
 * and send a form of 240 MiB takes six times as long.
 */
export const longForm = async (form: FormData, place: string, chunks: ReadonlyArray<Uint8Array>) => {
  const encoded = new Response(form)
  // Bun forgets it with the body.
  const type = encoded.headers.get("content-type")!
  const [start, end] = (await encoded.text()).split(place).map((text) => new TextEncoder().encode(text))
  const all = [start!, ...chunks, end!]
  const length = all.reduce((sum, chunk) => sum + chunk.length, 0)
  const each = all.values()
  return {
    body: new ReadableStream({
      pull: (controller) => {
        const { done, value } = each.next()
        if (done) controller.close()
        else controller.enqueue(value)
      }
    }),
    headers: { "content-type": type, "content-length": String(length) }
  }
}

/** Returns an unknown person who consents. */
export const person = () => ({
  full_name: "Grace Hopper",
  email: `grace-${crypto.randomUUID()}@example.com`,
  consent: "1"
})

/** Opens the board of an organization. */
export const careersSite = async (here: World, { keys, make }: Tenant = here.own) => {
  const body = { is_open: true, consent_text: "I agree." }
  const board =
    having(200)(await here.call<{ board: { slug: string } }>("PATCH", "/organization/board", { key: keys.admin, body }))
      .body.board.slug

  const open = async (form: JsonObject = {}, patch: JsonObject = {}) => {
    const { id } = await make.job()
    const put = having(200)(
      await here.call<{ form: { questions: ReadonlyArray<{ id: string }> } }>("PUT", `/jobs/${id}/form`, {
        key: keys.write,
        body: form
      })
    )
    const { job } = having(200)(
      await here.call<{ job: { public_slug: string } }>("PATCH", `/jobs/${id}`, {
        key: keys.write,
        body: { status: "published", ...patch }
      })
    ).body
    return { id, slug: job.public_slug, questions: put.body.form.questions.map(({ id }) => id) }
  }

  let addresses = 0
  const send = async (
    path: string,
    body: FormData | JsonObject | string | ReadableStream,
    headers: Readonly<Record<string, string>> = {}
  ) => {
    const isSent = body instanceof FormData || body instanceof ReadableStream || typeof body === "string"
    // No document has the pages.
    const origin = path.startsWith("/careers/") ? here.server.own_origin : here.server.origin
    const response = await fetch(origin + path, {
      method: "POST",
      body: isSent ? body : JSON.stringify(body),
      headers: {
        ...(isSent ? {} : { "content-type": "application/json" }),
        "x-forwarded-for": `10.0.${++addresses >> 8}.${addresses & 255}`,
        ...headers
      }
    })
    return { status: response.status, headers: response.headers, url: response.url, text: await response.text() }
  }
  const apply = async (slug: string, body: FormData | JsonObject, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await send(`/api/v1/boards/${board}/jobs/${slug}/applications`, body, headers)
    return { ...answer, body: JSON.parse(answer.text) }
  }
  const accepted = async (
    slug: string,
    body: FormData | JsonObject,
    headers: Readonly<Record<string, string>> = {}
  ) => {
    const answer = await apply(slug, body, headers)
    expect(answer.status, answer.text).toBe(202)
    return answer.body.submission as { readonly reference: string; readonly url: string }
  }
  const run = () => here.backend.run(processed)
  const applications = async (job: string) => {
    const { applications } = having(200)(
      await here.call<{ applications: ReadonlyArray<{ id: string }> }>("GET", `/applications?job_id=${job}`, {
        key: keys.read
      })
    ).body
    return Promise.all(
      applications.map(async ({ id }) =>
        having(200)(
          await here.call<{ application: ApplicationDetail }>("GET", `/applications/${id}`, { key: keys.read })
        ).body.application
      )
    )
  }

  const quarantined = async (job: string) =>
    having(200)(
      await here.call<{ submissions: ReadonlyArray<SubmissionListItem> }>(
        "GET",
        `/quarantine?job_id=${job}&limit=100`,
        { key: keys.read }
      )
    ).body.submissions
  const types = (job: string) => here.backend.run(eventTypes(job))
  const submissionsOf = async (application: string) =>
    having(200)(
      await here.call<{ submissions: ReadonlyArray<Submission> }>("GET", `/applications/${application}/submissions`, {
        key: keys.read
      })
    ).body.submissions
  const orphans = async () => {
    const known = new Set(await here.backend.run(contents))
    return (await Effect.runPromise(list(here.backend.folder))).filter((path) => !known.has(path))
  }
  const challenge = async (): Promise<Challenge> =>
    (await fetch(`${here.server.origin}/api/v1/boards/${board}/challenge`)).json()
  const solved = async () => solution(await challenge())

  return {
    accepted,
    applications,
    apply,
    board,
    challenge,
    open,
    orphans,
    quarantined,
    run,
    send,
    solved,
    submissionsOf,
    types
  }
}

type CareersSite = Awaited<ReturnType<typeof careersSite>>

/** Runs tests on each database, in a world with a careers site: both have data before the first test. */
export const onCareersSite = (tests: (site: CareersSite, here: FilledWorld) => void): void => {
  for (const database of databases) {
    describe(`on ${database.name}`, () => {
      const here = {} as FilledWorld
      const site = {} as CareersSite
      beforeAll(async () => {
        Object.assign(here, await worldWith(database, "submissionId", "attachmentId"))
        Object.assign(site, await careersSite(here))
      })
      afterAll(() => here.backend.close())
      tests(site, here)
    })
  }
}
