import { noun as feedback } from "@candor/domain/feedback/InterviewFeedback"
import type { Where } from "@candor/domain/Where"
import { countOf, hiddenTables, type Kind, maxDeciding, writtenFor } from "@candor/sql/database/Seen"
import { seenEvents } from "@candor/sql/database/SeenEvents"
import { compiler } from "@candor/sql/database/WhereSql"
import { afterAll, expect, test } from "bun:test"
import * as EveryStatement from "./EveryStatement.ts"
import { kinds, parametersOf } from "./Kinds.ts"

/** How many parameters PostgreSQL finds in a statement. */
const parametersIn = async (text: string): Promise<number> => {
  // One request: there are thousands of statements.
  const [, [{ count }]] = await database.unsafe(
    `PREPARE one AS ${text}; SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'one'; DEALLOCATE one`
  ).simple()
  return count
}

const { statements } = await EveryStatement.all()
const database = await EveryStatement.database()
afterAll(() => database.close())

/** Takes back what is changed for a test: a database for each would take as long as the test. */
const takingBack = async (run: () => Promise<void>): Promise<void> => {
  await database.unsafe("BEGIN").simple()
  try {
    await run()
  } finally {
    await database.unsafe("ROLLBACK").simple()
  }
}

const texts = statements.flatMap(({ marked, sql }) => marked === sql ? [] : [marked])

/**
 * Those of whom a statement has other parameters, and those with roles in every size: for the others it is planned in
 * `plans.test.ts`.
 */
const kindsTaken = kinds.filter(({ access, hasRoles, size }) => hasRoles || access === "all" || size === "few")

test("PostgreSQL takes every statement as it is for each kind of viewer", async () => {
  const refused: Array<string> = []
  /** Many are the same for several kinds. */
  const taken = new Set<string>()
  for (const kind of kindsTaken) {
    for (const text of texts) {
      const own = writtenFor(text, parametersOf(text), kind)
      // PostgreSQL would refuse a value of a parameter that the text does not have.
      const parameters = parametersOf(text) + own.values.length
      const one = `${parameters} ${own.text}`
      if (taken.has(one)) continue
      taken.add(one)
      const described = await parametersIn(own.text).catch(({ message }) => message)
      if (described !== parameters)
        refused.push(`${JSON.stringify(kind)}: ${described}: ${text.replace(/\s+/g, " ").slice(0, 200)}`)
    }
  }
  expect(refused).toEqual([])
  expect(texts.length).toBeGreaterThan(100)
})

/** More of them take a second and a half each. */
const viewersTried = Number(process.env["VIEWERS"] ?? 2)

interface Viewer {
  readonly organization: string
  readonly member: string
}

interface Rows {
  readonly count: number
  readonly rows: string | null
}

/** Reads what a statement returns for a viewer, once: it is the same for many kinds. */
const reader = () => {
  const known = new Map<string, Promise<Rows>>()
  const readNow = async (text: string, values: ReadonlyArray<unknown>): Promise<Rows> =>
    (await database.unsafe(text, [...values]))[0]
  return (text: string, kind: Kind | undefined, viewer: Viewer): Promise<Rows> => {
    const own = writtenFor(text, 0, kind)
    const values = { ...viewer, roles: database.array(["hiring_manager", "recruiter"], "TEXT") }
    const key = `${viewer.member} ${own.text}`
    const found = known.get(key) ?? readNow(own.text, own.values.map((value) => values[value]))
    known.set(key, found)
    return found
  }
}

test("a viewer sees the same rows, whichever way a statement looks for them: some of each table, and not all", () =>
  takingBack(async () => {
    // Half of the jobs and of the notes on applications are hidden from most.
    await database.unsafe("UPDATE jobs SET is_confidential = hashtext(id::text) % 2 = 0").simple()
    await database.unsafe(
      "UPDATE notes SET visibility = 'team' WHERE application_id IS NOT NULL AND hashtext(id::text) % 2 = 0"
    ).simple()
    const viewers: ReadonlyArray<Viewer> = await database`
    SELECT organization_id AS organization, member_id AS member FROM team_members GROUP BY 1, 2 ORDER BY count(*) DESC, 2 LIMIT ${viewersTried}`
    const read = reader()
    const differing: Array<string> = []
    const seen: Record<string, number> = {}
    for (const table of hiddenTables) {
      for (const kind of kinds) {
        for (const viewer of viewers) {
          const of = (mark: string) =>
            `WITH first AS (SELECT * FROM public.${table}) SELECT count(*)::integer AS count, md5(string_agg(x::text, ',' ORDER BY x::text)) AS rows
          FROM ${mark} x WHERE x.organization_id = '${viewer.organization}'`
          const [plain, ...others] = await Promise.all([
            ...["$", "$listed_", "$scanned_", "$whole_"].map((mark) => `${mark}${table}`),
            `$scanned_${table}(first)`
          ].map((mark) => read(of(mark), kind, viewer)))
          if (others.some(({ rows }) => rows !== plain!.rows))
            differing.push(`${table} ${JSON.stringify(kind)} ${viewer.member}`)
          const { count: all } = await read(of(table), undefined, viewer)
          const name = `${table} ${kind.access}`
          seen[name] = (seen[name] ?? 0) + (plain!.count < all ? 0.001 : 0) + plain!.count
        }
      }
    }
    expect(differing).toEqual([])
    const full = ["jobs", "stages", "applications", "candidates", "notes", "application_answers", "attachments"]
    expect(
      full.flatMap((table) => ["open", "team"].map((access) => `${table} ${access}`)).filter((name) =>
        !(seen[name]! > 1) || Number.isInteger(seen[name])
      )
    ).toEqual([])
  }))

/** Nobody is told of a colleague's scorecard on an application before their own. */
const afterOwn: Where = {
  some: [
    { field: "author_id", is: { viewer: "member" } },
    { of: "application", where: { has: "interview_feedback", where: { field: "author_id", is: { viewer: "member" } } } }
  ]
}

test.each(["all", "open"] as const)(
  "a condition on rows that everybody meets, by those of the viewer, holds with access to %s jobs, in events too",
  async (access) => {
    const noun = { ...feedback, everybodySees: afterOwn }
    const kind: Kind = { access, hasRoles: false, hidesFeedback: false, size: "few" }
    const conditions = compiler(kind)
    const own = (text: string) => text.replaceAll("$organization", "$1::uuid").replaceAll("$member", "$2::uuid")
    const viewers: ReadonlyArray<Viewer> = await database`
    SELECT organization_id AS organization, author_id AS member FROM interview_feedback GROUP BY 1, 2 ORDER BY count(*) DESC, 2 LIMIT 5`
    let hidden = 0
    for (const { member, organization } of viewers) {
      const read = (text: string): Promise<ReadonlyArray<{ readonly id: string }>> =>
        database.unsafe(own(text), [organization, member])
      const expected = await read(
        `SELECT id FROM interview_feedback f WHERE organization_id = $organization AND application_id IN (
      SELECT application_id FROM interview_feedback WHERE organization_id = $organization AND author_id = $member) ORDER BY id`
      )
      expect(
        await read(
          `SELECT id FROM (${conditions.seen(noun, "found")}) x WHERE organization_id = $organization ORDER BY id`
        )
      ).toEqual(expected)
      const given = "r.organization_id = $organization AND r.type = 'interview_feedback.submitted'"
      const told = await read(
        `SELECT r.subject_id AS id FROM events r WHERE ${given} AND ${
          seenEvents(kind, conditions, "found", [noun])
        } ORDER BY 1`
      )
      const all = await read(`SELECT r.subject_id AS id FROM events r WHERE ${given} AND $member IS NOT NULL`)
      expect(told).toEqual(expected.filter(({ id }) => all.some((one) => one.id === id)))
      hidden += all.length - told.length
    }
    expect(hidden).toBeGreaterThan(0)
  }
)

test("the applications that decide what is seen are counted, 10,000 at most", () =>
  takingBack(async () => {
    const [job] = await database`
    SELECT t.organization_id AS organization, t.member_id AS member, t.job_id AS id, s.id AS stage_id, (
        SELECT count(*)::integer FROM applications a JOIN team_members o ON o.job_id = a.job_id AND o.member_id = t.member_id
      ) AS present
    FROM team_members t JOIN stages s ON s.job_id = t.job_id ORDER BY s.id LIMIT 1`
    const counted = async () => {
      const { text, values } = countOf({ access: "team", hasRoles: false, hidesFeedback: false, size: "few" })
      const given = { organization: job.organization, member: job.member, roles: null }
      const [{ applications }] = await database.unsafe(text, values.map((value) => given[value]))
      return applications
    }
    // Without their candidates, and the triggers, which would take most of the time.
    const add = (count: number) =>
      database.unsafe(`
    SET LOCAL session_replication_role = replica;
    INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, version, created_at, updated_at)
    SELECT '${job.organization}', gen_random_uuid(), '${job.id}', gen_random_uuid(), '${job.stage_id}', 'api', 1, now(),
      now() FROM generate_series(1, ${count})`)
        .simple()
    await add(5)
    expect(await counted()).toBe(job.present + 5)
    await add(maxDeciding)
    expect(await counted()).toBe(maxDeciding)
  }))
