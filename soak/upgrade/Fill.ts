/**
 * Fills an organization with copies of one candidate with its application and a note, whatever columns the version's
 * tables have.
 */
import type { SQL } from "bun"
import { type Access, call, expecting } from "../Call.ts"

export interface Filled {
  readonly job_id: string
  readonly stage_id: string
}

/** Names made of syllables, so that a search finds some of all candidates. */
const name = (n: string) =>
  `initcap(substr(md5(${n} || 'a'), 1, 3) || 'ar') || ' ' || initcap(substr(md5(${n} || 'b'), 1, 3) || 'son')`

/** The number of candidates for each statement. */
const portion = 5000

/** Creates a job through the API, and `count` candidates with an application and a note each. */
export const fill = async (sql: SQL, access: Access, count: number): Promise<Filled> => {
  const post = async <Body>(path: string, body: unknown) =>
    expecting<Body>(await call(access, { method: "POST", path, body }, { timeout: 30_000, pooled: false }), 201)
  const { job } = await post<
    { readonly job: { readonly id: string; readonly stages: ReadonlyArray<{ readonly id: string }> } }
  >("/jobs", { title: "Engineer" })
  const stage_id = job.stages[0]!.id
  const { candidate } = await post<{ readonly candidate: { readonly id: string } }>("/candidates", {
    full_name: "Ada Lovelace",
    primary_email: "ada.lovelace@example.com",
    university: "University of Vienna",
    tags: ["typescript", "remote"]
  })
  const applied = { job_id: job.id, candidate_id: candidate.id, stage_id, source_type: "referral" }
  const { application } = await post<{ readonly application: { readonly id: string } }>("/applications", applied)
  await post(`/applications/${application.id}/notes`, {
    note: "Knows PostgreSQL and Kubernetes well, and would move to Hamburg."
  })
  for (let from = 1; from <= count; from += portion) {
    const to = Math.min(count, from + portion - 1)
    await sql.begin(async (tx) => {
      await tx.unsafe(`
        CREATE TEMP TABLE made ON COMMIT DROP AS
        SELECT n, gen_random_uuid() AS candidate, gen_random_uuid() AS application FROM generate_series(${from}, ${to}) n`)
      await tx.unsafe(`
        INSERT INTO candidates SELECT (jsonb_populate_record(c, jsonb_build_object(
          'id', candidate, 'full_name', ${
        name("n")
      }, 'primary_email', 'person' || n || '@example.com', 'linkedin_url', NULL
        ))).* FROM made, candidates c WHERE c.id = '${candidate.id}'`)
      await tx.unsafe(`
        INSERT INTO applications SELECT (jsonb_populate_record(a, jsonb_build_object('id', application, 'candidate_id', candidate))).*
        FROM made, applications a WHERE a.id = '${application.id}'`)
      await tx.unsafe(`
        INSERT INTO notes SELECT (jsonb_populate_record(p, jsonb_build_object(
          'id', gen_random_uuid(), 'application_id', application, 'body', p.body || ' ' || md5(n::text)
        ))).* FROM made, notes p WHERE p.application_id = '${application.id}'`)
    })
  }
  await sql.unsafe("ANALYZE")
  return { job_id: job.id, stage_id }
}
