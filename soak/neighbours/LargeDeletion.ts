/** Deletes a job with very many applications while some of them are moved. */
import { call, type Request } from "../Call.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, send, summaryOf } from "./Misbehaviour.ts"
import type { World } from "./World.ts"

/** Milliseconds after which the client repeats an unanswered deletion. */
const timeout = 30_000

interface Job {
  readonly id: string
  readonly stages: ReadonlyArray<{ readonly id: string }>
}

/** Adds applications of new candidates by SQL, without the server. */
const addBySql = async ({ organization, sql }: World, job: Job, count: number): Promise<void> => {
  await sql!`
    WITH made AS (
      INSERT INTO candidates (organization_id, id, full_name, primary_email, version, created_at, updated_at)
      SELECT ${organization}, gen_random_uuid(), 'Applicant ' || n, 'applicant' || n || '@example.com', 1, now(), now()
      FROM generate_series(1, ${count}::integer) n
      RETURNING id
    )
    INSERT INTO applications
      (organization_id, id, job_id, candidate_id, stage_id, source_type, version, created_at, updated_at)
    SELECT ${organization}, gen_random_uuid(), ${job.id}, made.id, ${job.stages[0]!.id}, 'import', 1, now(), now()
    FROM made`
  await sql!`ANALYZE candidates, applications`
}

/** Adds applications through the API, ten at a time. */
const addByInterface = async ({ misbehaving }: World, job: Job, count: number): Promise<void> => {
  let made = 0
  await Promise.all(Array.from({ length: 10 }, async () => {
    while (made < count) {
      const candidate = { full_name: "Applicant", primary_email: `applicant${made++}@example.com` }
      await send(misbehaving, "POST", "/applications", { job_id: job.id, candidate }, 201)
    }
  }))
}

/** Returns moves of some of the job's applications, back and forth. */
const movesOf = async ({ misbehaving }: World, job: Job): Promise<ReadonlyArray<Request>> => {
  const { applications } = await send<{ applications: ReadonlyArray<{ id: string }> }>(
    misbehaving,
    "GET",
    `/applications?job_id=${job.id}&limit=100`,
    undefined,
    200
  )
  return [1, 0].flatMap((stage) =>
    applications.map(({ id }) => ({
      method: "POST",
      path: `/applications/${id}/move`,
      body: { stage_id: job.stages[stage]!.id }
    }))
  )
}

/** Returns whether applications of the job are still stored, if the database can be asked directly. */
const hasApplications = async ({ organization, sql }: World, job: Job): Promise<boolean> => {
  if (sql === undefined) return false
  const rows =
    await sql`SELECT FROM applications WHERE organization_id = ${organization} AND job_id = ${job.id} LIMIT 1`
  return rows.length > 0
}

const seconds = (millis: number | undefined) =>
  millis === undefined ? "no time that was waited" : `${(millis / 1000).toFixed(1)} s`

export const largeDeletion: Misbehaviour = {
  name: "large deletion",
  prepare: async (world) => {
    const { misbehaving, sql } = world
    const { job } = await send<{ job: Job }>(misbehaving, "POST", "/jobs", { title: "Everybody's favourite" }, 201)
    const count = sql === undefined ? 3000 : 150_000
    await (sql === undefined ? addByInterface : addBySql)(world, job, count)
    const moves = await movesOf(world, job)
    const deletion = { method: "DELETE", path: `/jobs/${job.id}` }
    return {
      notes: [`${count} applications`],
      seconds: { min: 2, max: 120 },
      begin: async () => {
        const client = await begin([{ kind: "ask", access: misbehaving, requests: moves, clients: 1, perSecond: 10 }])
        const began = performance.now()
        let deleted: number | undefined
        let gone: number | undefined
        const over = new AbortController()
        let answers = ""
        const remove = async () => {
          while (!over.signal.aborted && deleted === undefined) {
            const { failure, status } = await call(misbehaving, deletion, { timeout, pooled: false })
            answers += ` ${status ?? failure}`
            if (status === 200 || status === 404) deleted = performance.now() - began
            else await Bun.sleep(500)
          }
          // The deletion in the background is still running.
          while (!over.signal.aborted && await hasApplications(world, job)) await Bun.sleep(200)
          gone = performance.now() - began
        }
        const removing = remove()
        return {
          isDone: () => gone !== undefined,
          end: async () => {
            over.abort()
            const tally = await client.end()
            await removing
            return `deletion answered after ${seconds(deleted)} (${answers.trim()}), done after ${
              seconds(gone)
            }; moves: ${summaryOf(tally)}`
          }
        }
      },
      afterwards: [{ method: "GET", path: `/jobs/${job.id}`, status: 404 }]
    }
  }
}
