/**
 * Fills one large organization beside many small ones with copies of the demo's rows, table by table. A copy has its
 * own ids, times, names and addresses; all other columns are the demo's.
 */
import { format } from "@candor/domain/authentication/ApiKeyText"
import { secretBytes } from "@candor/domain/authentication/SecretText"
import { OrganizationId } from "@candor/domain/Id"
import * as ConcurrentIndexes from "@candor/sql/database/ConcurrentIndexes"
import { SQL } from "bun"
import { hash, randomBytes } from "node:crypto"
import { join } from "node:path"
import { output, progress } from "../Children.ts"
import { createDatabase, type Server } from "../Postgres.ts"

/** The number of candidates in the demo, and so in each copy. */
const ofDemo = 420
/**
 * The number of copies of the demo's 14 jobs. Copy 0 also gets every fifth copy of the candidates: its jobs have five
 * times as many.
 */
const jobCopies = 21
const memberCopies = 16
const days = 540

/** The members whose requests are measured: numbers of copies of members, and the jobs of their teams. */
export const members = {
  admin: { n: 0, role: "admin", jobs: 0 },
  limited3: { n: 1, role: "limited", jobs: 3 },
  limited150: { n: 2, role: "limited", jobs: 150 },
  open: { n: 3, role: "write", jobs: 0 }
} as const

export type Member = keyof typeof members

export interface Organization {
  readonly url: string
  readonly id: string
  readonly keys: Readonly<Record<Member, string>>
  readonly drop: () => Promise<void>
}

const functions = `
  CREATE SCHEMA bench;
  CREATE FUNCTION bench.id(id uuid, copy bigint, earlier interval) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT overlay(overlay(overlay(md5(id::text || copy) PLACING lpad(to_hex(
      ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - (extract(epoch FROM earlier) * 1000)::bigint
    ), 12, '0') FROM 1 FOR 12) PLACING '7' FROM 13 FOR 1) PLACING '8' FROM 17 FOR 1)::uuid
  $$;
  CREATE FUNCTION bench.pick(salt text, n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (hashtextextended(salt, n) & 2147483647) % ${ofDemo}
  $$`

/** Statements that make the organizations, the copies of each, and the names for persons. */
const plan = (copies: number, others: number) => `
  CREATE TABLE bench.demo AS SELECT organization_id AS id FROM candidates GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
  CREATE TABLE bench.copies AS
    SELECT o, bench.id((SELECT id FROM bench.demo), -1 - o, '0') AS organization_id, k, o * 1000000::bigint + k AS copy, o * 1000::bigint AS base,
      CASE WHEN k % 5 = 0 THEN 0 ELSE k % ${jobCopies} END AS job_copy, k % ${memberCopies} AS member_copy,
      k * interval '${days} days' / ${copies} AS earlier
    FROM generate_series(0, ${others}) o, generate_series(0, CASE o WHEN 0 THEN ${copies - 1} ELSE 0 END) k;
  CREATE TABLE bench.names AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS i, split_part(full_name, ' ', 1) AS first, regexp_replace(full_name, '^\\S+\\s+', '') AS last
    FROM candidates WHERE organization_id = (SELECT id FROM bench.demo);
  CREATE TABLE bench.few AS
    SELECT id FROM (SELECT id FROM candidates WHERE organization_id = (SELECT id FROM bench.demo) ORDER BY id LIMIT 10) few
    UNION ALL SELECT id FROM applications WHERE candidate_id IN (
      SELECT id FROM candidates WHERE organization_id = (SELECT id FROM bench.demo) ORDER BY id LIMIT 10);
  ANALYZE`

/** Columns that refer to a row with fewer copies, and the number of the copy to use. */
const shared: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["job_id", "stage_id", "search_id"].map((column) => [column, "job_copy"])),
  ...Object.fromEntries(["user_id", "author_id", "member_id"].map((column) => [column, "member_copy"]))
}

interface Table {
  readonly name: string
  /**
   * Whether rows are copied once for each copy of the jobs or of the members; undefined if they are copied with the
   * candidates.
   */
  readonly once?: "job_copy" | "member_copy"
  /** The table of which a small organization has ten rows; these rows are the same, or belong to them. */
  readonly of?: string
  /** Expressions for columns that differ from the demo's, with its row as `x` and the copy as `p`. */
  readonly set?: Readonly<Record<string, string>>
}

const address = `'c' || p.copy || '.' || x.primary_email`

const tables: ReadonlyArray<Table> = [
  {
    name: "users",
    once: "member_copy",
    set: { email: `'m' || p.k * 2 + (x.role <> 'admin')::int || '.' || p.o || '@example.com'`, role: "'write'" }
  },
  {
    name: "jobs",
    once: "job_copy",
    set: {
      public_slug: `x.public_slug || '-' || p.k`,
      is_confidential: "p.k % 7 = 5 AND bench.pick(x.id::text, 0) < 60",
      team_counted: "0"
    }
  },
  { name: "stages", once: "job_copy" },
  { name: "sourcing_searches", once: "job_copy" },
  {
    name: "candidates",
    of: "id",
    set: {
      full_name: `(SELECT f.first || ' ' || l.last FROM bench.names f, bench.names l
        WHERE f.i = bench.pick(x.id::text, p.copy * 2) AND l.i = bench.pick(x.id::text, p.copy * 2 + 1))`,
      primary_email: address,
      email_addresses: `replace(x.email_addresses::text, '"address": "', '"address": "c' || p.copy || '.')::jsonb`,
      phone_numbers:
        `regexp_replace(x.phone_numbers::text, '(\\d)"', '\\1' || lpad(p.k::text, 4, '0') || '"', 'g')::jsonb`,
      linkedin_url: "x.linkedin_url || '-' || p.copy",
      github_url: "x.github_url || '-' || p.copy",
      // A third have a tag, one in a thousand another, and a tenth have one of 200: the demo has no tags.
      tags:
        `CASE WHEN hashtext(x.id::text || p.copy) % 1009 = 0 THEN ARRAY['compilers', 'engineer'] WHEN hashtext(x.id::text || p.copy) % 3 = 0
        THEN ARRAY['engineer'] WHEN hashtext(x.id::text || p.copy) % 10 = 0 THEN ARRAY['pool ' || hashtext(x.id::text || p.copy) % 2000] ELSE '{}' END`
    }
  },
  { name: "ai_profiles", of: "candidate_id" },
  { name: "applications", of: "id" },
  { name: "application_answers", of: "application_id" },
  { name: "application_history", of: "application_id" },
  // A fifth of the files' texts: indexing all their words would take half of the time.
  {
    name: "attachments",
    of: "coalesce(x.application_id, x.candidate_id)",
    set: { text: "CASE WHEN p.k % 5 = 0 THEN x.text END" }
  },
  { name: "notes", of: "coalesce(x.application_id, x.candidate_id)" },
  { name: "interview_feedback", of: "application_id" },
  { name: "feedback_requests", of: "application_id" },
  { name: "prospects", once: "job_copy", set: { candidate_id: "NULL", application_id: "NULL", status: "'discovered'" } }
]

interface Column {
  readonly name: string
  readonly type: string
}

/**
 * Returns the expression of a copied column: ids and times are shifted, other columns are set explicitly or taken from
 * the demo.
 */
const valueOf = ({ once, set = {} }: Omit<Table, "name">) => ({ name, type }: Column): string => {
  if (name in set) return set[name]!
  if (name === "organization_id") return "p.organization_id"
  if (type === "uuid") {
    const copy = name === "id" ? once : shared[name]
    return copy === undefined
      ? `bench.id(x.${name}, p.copy, p.earlier)`
      : `bench.id(x.${name}, p.base + p.${once === undefined ? copy : once === copy ? "k" : copy}, '0')`
  }
  return type === "timestamp with time zone" && once === undefined ? `x.${name} - p.earlier` : `x.${name}`
}

const columnsOf = (sql: SQL, table: string): Promise<ReadonlyArray<Column>> =>
  sql`SELECT column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER' ORDER BY ordinal_position`

const copied = (table: Table, columns: ReadonlyArray<Column>): string => {
  const copies = table.once === undefined
    ? "true"
    : `p.k < CASE p.o WHEN 0 THEN ${table.once === "job_copy" ? jobCopies : memberCopies} ELSE 1 END`
  const few = table.of === undefined
    ? ""
    : `AND (p.o = 0 OR ${table.of.includes("(") ? table.of : `x.${table.of}`} IN (SELECT id FROM bench.few))`
  // At a hundredth of the size there are fewer copies of candidates than of jobs.
  const from = table.once === undefined ? "bench.copies" : `(
    SELECT o, organization_id, n AS k, base + n AS copy, base, n AS job_copy, n AS member_copy, interval '0' AS earlier
    FROM bench.copies, generate_series(0, ${jobCopies - 1}) n WHERE k = 0)`
  return `INSERT INTO ${table.name} (${columns.map(({ name }) => name).join(", ")})
    SELECT ${columns.map(valueOf(table)).join(", ")} FROM ${table.name} x, ${from} p
    WHERE x.organization_id = (SELECT id FROM bench.demo) AND ${copies} ${few}`
}

const large = "(SELECT organization_id FROM bench.copies WHERE o = 0 LIMIT 1)"
const chance = (id: string, of: number) => `bench.pick(${id}::text, ${of}) % ${of} = 0`

/**
 * Statements that make what the demo lacks from the existing applications: second applications, mails, submissions and
 * events.
 */
const made: ReadonlyArray<string> = [
  `INSERT INTO messages (organization_id, id, application_id, status, purpose, sender, recipients, copies, subject, body, has_html, files,
      internet_message_id, reference_ids, is_automatic, sent_at, attempts, created_at, updated_at, version)
    SELECT a.organization_id, bench.id(a.id, -2, '0'), CASE WHEN ${chance("a.id", 300)} THEN NULL ELSE a.id END,
      CASE WHEN ${chance("a.id", 3)} THEN 'received' WHEN ${
    chance("a.id", 200)
  } THEN 'bounced' ELSE 'sent' END, 'letter',
      '{"name": "Careers", "email": "jobs@example.com"}', '[{"name": null, "email": "person@example.com"}]', '[]', 'Your application',
      'Thank you for your application.', false, '[]', '<' || a.id || '@example.com>', '[]', false, a.created_at, 1, a.created_at, a.created_at, 1
    FROM applications a WHERE a.organization_id = ${large} AND bench.pick(a.id::text, 5) % 5 = 1`,
  `INSERT INTO submissions (organization_id, id, job_id, application_id, state, suspicions, full_name, primary_email, email_addresses, form,
      answers, files, file_bytes, source, source_type, address_key, created_at, updated_at, version)
    SELECT a.organization_id, bench.id(a.id, -3, '0'), a.job_id, CASE WHEN ${
    chance("a.id", 200)
  } THEN NULL ELSE a.id END,
      CASE WHEN ${chance("a.id", 200)} THEN 'quarantined' ELSE 'processed' END, '[]', c.full_name, c.primary_email,
      jsonb_build_array(jsonb_build_object('address', c.primary_email)),
      '{"phone": "optional", "linkedin_url": "optional", "website_url": "optional", "resume": "optional", "cover_letter": "optional", "questions": []}',
      '{}', '[]', 0, jsonb_build_object('source', NULL, 'utm_source', NULL, 'utm_medium', NULL, 'utm_campaign',
        CASE WHEN ${
    chance("a.id", 3)
  } THEN 'campaign-' || bench.pick(a.id::text, 1) % 40 END, 'utm_term', NULL, 'utm_content', NULL,
        'referrer', 'https://site-' || bench.pick(a.id::text, 2) % 30 || '.example/x'),
      'careers_site', md5(a.id::text), a.created_at, a.created_at, 1
    FROM applications a JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
    WHERE a.organization_id = ${large} AND bench.pick(a.id::text, 10) % 10 = 1`,
  `INSERT INTO events (organization_id, id, type, subject_id, data, user_id, request_id, occurred_at, sequence, digest, hash)
    SELECT ${large}, bench.id(id, -4, '0'), type, id, data, member.ids[1 + bench.pick(id::text, 6) % cardinality(member.ids)], 'bench',
      at, row_number() OVER (ORDER BY at, id, type), '', ''
    FROM (
      SELECT a.id, 'application.created' AS type, a.created_at AS at,
        jsonb_build_object('id', a.id, 'job_id', a.job_id, 'candidate_id', a.candidate_id, 'stage_id', a.stage_id, 'version', 1) AS data
      FROM applications a WHERE a.organization_id = ${large}
      UNION ALL
      SELECT c.id, 'candidate.created', c.created_at, jsonb_build_object('id', c.id, 'full_name', c.full_name, 'version', 1)
      FROM candidates c WHERE c.organization_id = ${large}
    ) made, (SELECT array_agg(id) AS ids FROM users WHERE organization_id = ${large}) member`,
  `INSERT INTO event_heads (organization_id, sequence, hash) SELECT organization_id, max(sequence), '' FROM events
    WHERE organization_id = ${large} GROUP BY 1`
]

/** A quarter of the persons also applied for the same job at another location. */
const again = (columns: ReadonlyArray<Column>): string =>
  `INSERT INTO applications (${columns.map(({ name }) => name).join(", ")})
    SELECT ${
    columns.map(({ name, type }) =>
      name === "id"
        ? "bench.id(x.id, -5 - p.copy, p.earlier)"
        : name === "job_id" || name === "stage_id"
        ? `bench.id(x.${name}, p.base + (p.job_copy + 1) % ${jobCopies}, '0')`
        : /_counted$|_bytes$/.test(name)
        ? "0"
        : valueOf({})({ name, type })
    ).join(", ")
  } FROM applications x, bench.copies p
    WHERE x.organization_id = (SELECT id FROM bench.demo) AND p.o = 0 AND p.copy % 4 = 1`

const staffed: ReadonlyArray<string> = [
  ...Object.values(members).map(({ n, role }) =>
    `UPDATE users SET role = '${role}' WHERE organization_id = ${large} AND email LIKE 'm${n}.%'`
  ),
  ...Object.values(members).map(({ jobs, n }) => `
    INSERT INTO team_members (organization_id, id, job_id, member_id, role, created_at)
    SELECT j.organization_id, bench.id(j.id, ${n}, '0'), j.id, u.id, 'hiring_manager', j.created_at
    FROM (SELECT * FROM jobs WHERE organization_id = ${large} AND public_slug NOT LIKE '%-0' AND NOT is_confidential
      ORDER BY public_slug NOT LIKE '%-1', md5(id::text) LIMIT ${jobs}) j
    JOIN users u ON u.organization_id = j.organization_id AND u.email LIKE 'm${n}.%'`),
  `UPDATE jobs j SET team_counted = (SELECT count(*) FROM team_members t WHERE t.organization_id = j.organization_id AND t.job_id = j.id)
    WHERE j.organization_id = ${large}`
]

/** Returns the statement that stores a member's key by the SHA-256 hash of its text. */
const storeKey = (member: Member, text: string) => `
  INSERT INTO api_keys (organization_id, id, user_id, name, scope, hash, created_at)
  SELECT u.organization_id, bench.id(u.id, -6, '0'), u.id, '${member}', '${member === "admin" ? "admin" : "write"}',
    '\\x${hash("sha256", text)}', u.created_at
  FROM users u WHERE u.organization_id = ${large} AND u.email LIKE 'm${members[member].n}.%'`

/**
 * Creates a database with an organization of about this many candidates and 1.6 times as many applications, and with
 * other organizations of ten candidates each.
 */
export const make = async (server: Server, candidates: number, others: number): Promise<Organization> => {
  const began = performance.now()
  const { drop, url } = await createDatabase(server, "candor_large")
  const candor = (command: string) =>
    output(["bun", join(import.meta.dir, "../../apps/cli/src/main.ts"), command], { env: { DATABASE_URL: url } })
  await candor("migrate")
  await candor("demo")
  const sql = new SQL(url, { max: 1 })
  const run = (statement: string) => sql.unsafe(statement).simple()
  await run(
    "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'"
  )
  await run(functions)
  await run(plan(Math.ceil(candidates / ofDemo), others))
  // Building an index over all rows takes a tenth of the time of updating it with each row.
  const rebuilt = ConcurrentIndexes.all.filter(({ unique }) => unique !== true)
  for (const { name } of rebuilt) await run(`DROP INDEX ${name}`)
  await run(`INSERT INTO organizations (id, name, plan, published_jobs, created_at)
    SELECT organization_id, 'Organization ' || o, 'enterprise', 0, '2024-11-01' FROM bench.copies WHERE k = 0`)
  for (const table of tables) {
    const columns = await columnsOf(sql, table.name)
    await run(copied(table, columns))
    if (table.name === "applications") await run(again(columns))
    progress(`${table.name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  for (const statement of [...made, ...staffed]) await run(statement)
  const [{ id }] = await sql.unsafe(`SELECT ${large} AS id`)
  const keys = Object.fromEntries(
    (Object.keys(members) as Array<Member>).map((
      member
    ) => [member, format(OrganizationId.make(id), randomBytes(secretBytes).toString("hex"))])
  ) as Record<Member, string>
  for (const member of Object.keys(keys) as Array<Member>) await run(storeKey(member, keys[member]))
  const waiting = rebuilt.map(({ name, on }) => `CREATE INDEX ${name} ON ${on}`)
  await Promise.all(Array.from({ length: 2 }, async () => {
    const session = new SQL(url, { max: 1 })
    await session`SET maintenance_work_mem = '1GB'`
    for (let statement = waiting.shift(); statement !== undefined; statement = waiting.shift())
      await session.unsafe(statement)
    await session.close()
  }))
  progress(`indexes: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await run("VACUUM (ANALYZE)")
  await run("CHECKPOINT")
  await sql.close()
  progress(
    `an organization with ${candidates} candidates, and ${others} others: ${
      ((performance.now() - began) / 1000).toFixed(0)
    } s`
  )
  return { url, id, keys, drop }
}
