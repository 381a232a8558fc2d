/** The rows for all servers: a large organization, and many small ones beside it. */
import * as ConcurrentIndexes from "@candor/sql/database/ConcurrentIndexes"
import * as Sentences from "@candor/sql/demo/Sentences"
import { SQL } from "bun"
import { hash } from "node:crypto"
import { cpus } from "node:os"
import { progress } from "./Children.ts"

export interface Size {
  /** The number of applications of the large organization. */
  readonly applications: number
  /** The number of prospects in its search. */
  readonly prospects: number
  /** The number of sequenced events in its change feed. */
  readonly events: number
  /** The number of other organizations. */
  readonly others: number
  /** The numbers of applications and of prospects of each small organization. */
  readonly each: number
}

const list = (texts: ReadonlyArray<string>) =>
  `ARRAY[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(", ")}]`

const pick = (texts: ReadonlyArray<string>, number: string) => `(${list(texts)})[1 + (${number}) % ${texts.length}]`

const firstNames = ["Ada", "Barbara", "Chandra", "Dmitri", "Elena", "Farouk", "Grace", "Hedy", "Ingrid", "João", "Kōji"]
const lastNames = [
  "Abara",
  "Bianchi",
  "Castro",
  "Dvořák",
  "Eriksen",
  "Fujita",
  "Goldberg",
  "Hopper",
  "Ivanov",
  "Jensen"
]
const stages = ["Applied", "Screening", "Interview", "Offer", "Hired"]
const types = ["applied", "screen", "interview", "offer", "hired"] as const
const titles = ["Backend Engineer", "Account Manager", "Line Cook", "Data Analyst", "Store Manager", "Nurse"]
const ratings = ["yes", "mixed", "strong_yes", "no", "strong_no"] as const

/** As in the demo, half of the applications are in the first stage, and half of the rest in the next. */
const stageOf =
  "CASE WHEN n % 31 * 12 % 31 < 16 THEN 0 WHEN n % 31 * 12 % 31 < 24 THEN 1 WHEN n % 31 * 12 % 31 < 28 THEN 2 " +
  "WHEN n % 31 * 12 % 31 < 30 THEN 3 ELSE 4 END"

/** Most are rejected, and one in a hundred is hired. */
const statusOf = "CASE WHEN n % 100 = 99 THEN 'hired' WHEN n % 10 < 7 THEN 'rejected' ELSE 'active' END"

const at = "'2026-05-01T00:00:00Z'::timestamptz + n * (180e0 * 86400 / p.applications) * interval '1 second'"
const id = (kind: string, number: string, time = at) =>
  `bench_id('${kind}', p.o::bigint * 100000000 + ${number}, ${time})`
const founded = "'2026-04-01T00:00:00Z'::timestamptz"
const fixed = (kind: string, number: string) => id(kind, number, founded)
const syllables = [
  "berg",
  "dal",
  "feld",
  "grad",
  "haven",
  "kov",
  "lund",
  "mont",
  "nes",
  "piro",
  "quist",
  "rath",
  "sky",
  "tova",
  "vik",
  "zano"
]
const name = `${pick(firstNames, "n")} || ' ' || ${pick(lastNames, "n / 7")} || ${pick(syllables, "n / 77")} || ${
  pick(syllables, "n / 1231")
}`
/** A third of the candidates have a tag, and one in a thousand have another one. */
const tags =
  "CASE WHEN n % 1009 = 0 THEN ARRAY['compilers', 'engineer'] WHEN n % 3 = 0 THEN ARRAY['engineer'] ELSE '{}' END"
const handle = `'person-' || p.o || '-' || n`
const each = "FROM bench_plan p, generate_series(1, p.applications) n"

/** One statement for each table, in the order of their references. */
const inserts = [
  `INSERT INTO organizations (id, name, plan, publish_limit, published_jobs, created_at)
    SELECT p.organization_id, 'Organization ' || p.o, 'enterprise', NULL, p.jobs, ${founded} FROM bench_plan p`,
  `INSERT INTO users (organization_id, id, email, full_name, created_at)
    SELECT p.organization_id, ${fixed("user", "n")}, 'member' || n || '@example.com', ${name}, ${founded}
    FROM bench_plan p, generate_series(0, 3) n`,
  `INSERT INTO jobs (organization_id, id, title, status, department, location, show_salary, version, created_at, updated_at)
    SELECT p.organization_id, ${fixed("job", "n")}, ${
    pick(titles, "n")
  }, 'published', 'Department ' || n % 4, 'Oslo', false,
      1, ${founded}, ${founded}
    FROM bench_plan p, generate_series(0, p.jobs - 1) n`,
  `INSERT INTO stages (organization_id, job_id, id, name, type, order_index)
    SELECT p.organization_id, ${fixed("job", "j")}, ${fixed("stage", "j * 10 + n")}, ${pick(stages, "n")}, ${
    pick(types, "n")
  }, n
    FROM bench_plan p, generate_series(0, p.jobs - 1) j, generate_series(0, 4) n`,
  `INSERT INTO candidates (organization_id, id, full_name, primary_email, linkedin_url, github_url, years_experience,
      university, tags, version, created_at, updated_at)
    SELECT p.organization_id, ${id("candidate", "n")}, ${name}, ${handle} || '@example.com',
      CASE WHEN n % 5 > 0 THEN 'https://www.linkedin.com/in/' || ${handle} END,
      CASE WHEN n % 5 > 2 THEN 'https://github.com/' || ${handle} END, n % 22, 'University of Utrecht',
      ${tags}, 1, ${at}, ${at} ${each}`,
  `INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, extracted_json, created_at, updated_at)
    SELECT p.organization_id, ${id("profile", "n")}, ${id("candidate", "n")}, 'completed',
      'https://www.linkedin.com/in/' || ${handle}, 'Experienced engineer, at present with Example & Co.',
      json_build_object('headline', 'Experienced engineer', 'current_company', 'Example & Co.', 'years_experience', n % 22,
        'skills', json_build_array('PostgreSQL', 'TypeScript', 'Negotiation', 'Accounting'),
        'languages', json_build_array('English', 'Norwegian'),
        'education', json_build_array(json_build_object('school', 'University of Utrecht'))), ${at}, ${at} ${each}
    WHERE n % 5 > 0`,
  `INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, status, rejection_reason, closed_at,
      version, created_at, updated_at)
    SELECT p.organization_id, ${id("application", "n")}, ${fixed("job", "n % p.jobs")}, ${id("candidate", "n")},
      ${fixed("stage", `n % p.jobs * 10 + ${stageOf}`)}, CASE WHEN n % 1009 = 0 THEN 'referral' ELSE 'careers_page' END,
      ${statusOf}, CASE WHEN ${statusOf} = 'rejected' THEN 'Other' END, CASE WHEN ${statusOf} <> 'active' THEN ${at} END,
      1, ${at}, ${at} ${each}`,
  `INSERT INTO application_history (organization_id, application_id, entered_at, id, change, stage_id, stage_name, status)
    SELECT p.organization_id, ${id("application", "n")}, ${at}, ${id("entry", "n")}, 'applied',
      ${fixed("stage", "n % p.jobs * 10")}, 'Applied', 'active' ${each}`,
  `INSERT INTO application_answers (organization_id, application_id, id, question_text, answer_text, order_index)
    SELECT p.organization_id, ${id("application", "n")}, ${id("answer", "n * 10 + k")},
      ${pick(Sentences.questions.map(({ question }) => question), "k")},
      ${pick(Sentences.questions.map(({ answers }) => answers[0]!), "k")}, k ${each}, generate_series(0, 1 + n % 4) k`,
  `INSERT INTO attachments (organization_id, application_id, id, file_type, original_filename, created_at)
    SELECT p.organization_id, ${id("application", "n")}, ${
    id("attachment", "n * 10 + k")
  }, 'resume', ${handle} || '.pdf', ${at}
    ${each}, generate_series(0, (n % 3 = 0)::int) k`,
  `INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
    SELECT p.organization_id, ${id("application", "n")}, ${id("note", "n * 10 + k")}, ${fixed("user", "n % 4")},
      ${pick(Sentences.notes, "n + k")}, 1, ${at}, ${at} ${each}, generate_series(1, n % 3) k`,
  `INSERT INTO interview_feedback (organization_id, application_id, id, author_id, interview_type, rating, body, version,
      created_at, submitted_at, updated_at)
    SELECT p.organization_id, ${id("application", "n")}, ${id("feedback", "n * 10 + k")}, ${fixed("user", "n % 4")},
      ${pick(Sentences.interviewTypes, "k")}, ${pick(ratings, "n")}, ${
    pick(ratings.map((rating) => Sentences.feedback[rating][0]!), "n")
  },
      1, ${at}, ${at}, ${at} ${each}, generate_series(1, ${stageOf}) k`,
  `INSERT INTO sourcing_searches (organization_id, id, name, query, created_at)
    SELECT p.organization_id, ${
    fixed("search", "0")
  }, 'Engineers in Oslo', 'engineer AND Oslo', ${founded} FROM bench_plan p`,
  `INSERT INTO prospects (organization_id, id, search_id, full_name, current_title, current_company, linkedin_url, location,
      years_experience, summary, status, pipeline_stage, version, created_at, updated_at)
    SELECT p.organization_id, ${fixed("prospect", "n")}, ${fixed("search", "0")}, ${name}, ${
    pick(titles, "n")
  }, 'Example & Co.',
      'https://www.linkedin.com/in/' || ${handle}, 'Oslo', n % 22, 'Ten years of payment systems.', 'discovered',
      'not_contacted', 1, ${founded}, ${founded} FROM bench_plan p, generate_series(1, p.prospects) n`,
  `INSERT INTO events (organization_id, id, type, subject_id, data, user_id, api_key_id, request_id, occurred_at, sequence,
      digest, hash)
    SELECT p.organization_id, bench_id('event', n, event.at), 'candidate.created', ${id("candidate", "n")},
      jsonb_build_object('full_name', ${name}, 'university', 'University of Utrecht', 'version', 1),
      ${fixed("user", "0")}, ${fixed("user", "0")}, 'bench', event.at, n, '', ''
    FROM bench_plan p, generate_series(1, p.events) n,
      LATERAL (SELECT now() - interval '80 days' + n * (79.0 * 86400 / p.events) * interval '1 second' AS at) event`,
  `INSERT INTO event_heads (organization_id, sequence, hash)
    SELECT p.organization_id, p.events, '' FROM bench_plan p WHERE p.events > 0`
]

/** Ids like the application's (UUIDv7), but the same in every run. */
const idFunction =
  `CREATE FUNCTION bench_id(kind text, number bigint, at timestamptz) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT overlay(overlay(overlay(md5(kind || number) PLACING lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0')
    FROM 1 FOR 12) PLACING '7' FROM 13 FOR 1) PLACING '8' FROM 17 FOR 1)::uuid
$$`

/** The API keys of the organization with this number; each acts on behalf of one of its users. */
export interface Keys {
  readonly o: number
  readonly texts: ReadonlyArray<string>
}

/** Stores keys by the SHA-256 hash of their texts. */
export const storeKeys = async (sql: SQL, keys: ReadonlyArray<Keys>): Promise<void> => {
  const rows = keys.flatMap(({ o, texts }) => texts.map((text, n) => ({ o, n, hash: hash("sha256", text) })))
  await sql.unsafe(
    `INSERT INTO api_keys (organization_id, id, user_id, name, scope, hash, created_at)
      SELECT p.organization_id, ${fixed("key", "k.n")}, ${
      fixed("user", "k.n % 4")
    }, 'Key ' || k.n, 'write', decode(k.hash, 'hex'),
        ${founded}
      FROM jsonb_to_recordset($1::text::jsonb) AS k (o integer, n integer, hash text) JOIN bench_plan p ON p.o = k.o`,
    [JSON.stringify(rows)]
  )
}

/** Fills a migrated database. Returns the ids of its large organization and of that organization's first user. */
export const fill = async (url: string, size: Size) => {
  const sql = new SQL(url, { max: 1 })
  await sql.unsafe(idFunction)
  await sql.unsafe(`CREATE TABLE bench_plan AS
    SELECT o, bench_id('organization', o, ${founded}) AS organization_id, CASE o WHEN 0 THEN 20 ELSE 2 END AS jobs,
      CASE o WHEN 0 THEN ${size.applications} ELSE ${size.each} END AS applications,
      CASE o WHEN 0 THEN ${size.prospects} ELSE ${size.each} END AS prospects, CASE o WHEN 0 THEN ${size.events} ELSE 0 END AS events
    FROM generate_series(0, ${size.others}) o`)
  // The rows are correct by construction, and checking the references would take longer than inserting. Without checks
  // the tables can be filled in any order, several at a time.
  const [role] = await sql`SELECT rolsuper FROM pg_roles WHERE rolname = current_user`
  const runAll = async (statements: ReadonlyArray<string>) => {
    const waiting = [...statements]
    const runSome = async () => {
      const session = new SQL(url, { max: 1 })
      await session`SET maintenance_work_mem = '1GB'`
      if (role.rolsuper) await session`SET session_replication_role = replica`
      for (let statement = waiting.shift(); statement !== undefined; statement = waiting.shift()) {
        if (size.applications >= 1_000_000) progress(statement.split(" ", 3).join(" "))
        await session.unsafe(statement)
      }
      await session.close()
    }
    await Promise.all(Array.from({ length: role.rolsuper ? cpus().length : 1 }, runSome))
  }
  // Building an index over all rows takes a tenth of the time of updating it with each row.
  const rebuilt = ConcurrentIndexes.all.filter(({ unique }) => unique !== true)
  for (const { name } of rebuilt) await sql.unsafe(`DROP INDEX ${name}`)
  await runAll(inserts)
  await runAll(rebuilt.map(({ name, on }) => `CREATE INDEX ${name} ON ${on}`))
  await sql.unsafe("VACUUM (ANALYZE)")
  await sql.unsafe("CHECKPOINT")
  const [first] = await sql.unsafe(
    `SELECT p.organization_id, ${fixed("user", "0")} AS user_id FROM bench_plan p WHERE p.o = 0`
  )
  await sql.close()
  return first as { readonly organization_id: string; readonly user_id: string }
}
