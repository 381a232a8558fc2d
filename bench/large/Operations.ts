/** The measured requests: every read of the contract, reads with filters, and the main writes. */
import type { SQL } from "bun"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import document from "../../docs/openapi.json"

/**
 * The values of path parameters, by their names in the contract. All belong to jobs that every measured member may see.
 */
export type Sample = Readonly<Record<string, string>>

export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/**
 * Queries for rows of an application, its candidate and its job: `jobs` are the jobs of every measured member's teams.
 */
const samples: Readonly<Record<string, string>> = {
  job:
    `SELECT t.job_id AS id FROM team_members t JOIN users u ON u.id = t.member_id WHERE t.organization_id = $1 AND u.role = 'limited'
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
  large:
    "SELECT job_id AS id FROM applications WHERE organization_id = $1 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1",
  application: `SELECT a.id FROM applications a WHERE a.organization_id = $1 AND a.job_id = $job
    AND EXISTS (SELECT FROM notes n WHERE n.organization_id = $1 AND n.application_id = a.id) AND EXISTS (SELECT FROM interview_feedback f WHERE f.organization_id = $1 AND f.application_id = a.id)
    AND EXISTS (SELECT FROM attachments f WHERE f.organization_id = $1 AND f.application_id = a.id) AND EXISTS (SELECT FROM candidates c WHERE c.organization_id = $1 AND c.id = a.candidate_id
      AND c.university IS NOT NULL AND c.phone_numbers <> '[]')
    ORDER BY a.created_at, a.id OFFSET 1 LIMIT 1`,
  candidate: "SELECT candidate_id AS id FROM applications WHERE organization_id = $1 AND id = $application",
  stage: "SELECT id FROM stages WHERE organization_id = $1 AND job_id = $job ORDER BY order_index LIMIT 1",
  note: "SELECT id FROM notes WHERE organization_id = $1 AND application_id = $application ORDER BY id LIMIT 1",
  feedback:
    "SELECT id FROM interview_feedback WHERE organization_id = $1 AND application_id = $application ORDER BY id LIMIT 1",
  attachment:
    "SELECT id FROM attachments WHERE organization_id = $1 AND application_id = $application ORDER BY id LIMIT 1",
  request: "SELECT id FROM feedback_requests WHERE organization_id = $1 ORDER BY id LIMIT 1",
  submission: "SELECT id FROM submissions WHERE organization_id = $1 AND state = 'quarantined' ORDER BY id LIMIT 1",
  message:
    "SELECT m.id FROM messages m JOIN applications a ON a.organization_id = $1 AND a.id = m.application_id WHERE m.organization_id = $1 AND a.job_id = $job ORDER BY 1 LIMIT 1",
  search: "SELECT id FROM sourcing_searches WHERE organization_id = $1 ORDER BY id LIMIT 1",
  prospect: "SELECT id FROM prospects WHERE organization_id = $1 ORDER BY id LIMIT 1",
  apiKey: "SELECT id FROM api_keys WHERE organization_id = $1 ORDER BY id LIMIT 1",
  member: "SELECT id FROM users WHERE organization_id = $1 AND email ~ '^m2\\W'",
  first: "SELECT split_part(full_name, ' ', 1) AS id FROM candidates WHERE organization_id = $1 AND id = $candidate",
  last:
    "SELECT regexp_replace(full_name, '^.* ', '') AS id FROM candidates WHERE organization_id = $1 AND id = $candidate",
  email: "SELECT primary_email AS id FROM candidates WHERE organization_id = $1 AND id = $candidate",
  phone: "SELECT phone_numbers -> 0 ->> 'number' AS id FROM candidates WHERE organization_id = $1 AND id = $candidate",
  linkedin:
    "SELECT linkedin_url AS id FROM candidates WHERE organization_id = $1 AND linkedin_url IS NOT NULL ORDER BY id LIMIT 1",
  university: "SELECT university AS id FROM candidates WHERE organization_id = $1 AND id = $candidate",
  tag:
    "SELECT tag AS id FROM candidates, unnest(tags) tag WHERE organization_id = $1 GROUP BY tag ORDER BY count(*) DESC, tag LIMIT 1",
  rareTag:
    "SELECT tag AS id FROM candidates, unnest(tags) tag WHERE organization_id = $1 GROUP BY tag ORDER BY count(*), tag LIMIT 1",
  kept:
    "SELECT min(sequence)::text AS id FROM events WHERE organization_id = $1 AND occurred_at > now() - interval '85 days'",
  head: "SELECT (sequence - 100)::text AS id FROM event_heads WHERE organization_id = $1"
}

/** Finds the sample of an organization. */
export const find = async (sql: SQL, organization: string): Promise<Sample> => {
  const found: Record<string, string> = {}
  for (const [name, select] of Object.entries(samples)) {
    const text = select.replaceAll(/\$([a-z]\w*)/gi, (_, of: string) => `'${found[of]}'`)
    const [row] = await sql.unsafe(text, text.includes("$1") ? [organization] : [])
    if (row === undefined) throw new Error(`The organization has no ${name}`)
    found[name] = row.id
  }
  return found
}

const prefix = "/api/v1"

/** The full export: its cost is that of the whole organization. */
const wholeOrganization = "/organization/export"

/** Reads of data that the organization lacks: notes and files of candidates, contents of files, mails with HTML. */
const absent =
  /^\/candidates\/\{candidateId\}\/(notes|attachments)\/|\/attachments\/\{attachmentId\}\/content$|^\/messages\/\{messageId\}\/html$/

/** The query parameters that reads need. */
const queries = (s: Sample): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
  "/messages": { select: "unassigned" },
  "/candidates/search": { q: s["first"]! },
  "/overview/candidates": { ids: s["candidate"]! },
  "/overview/names": { ids: s["candidate"]! },
  "/applications/{id}/free-times": { member_ids: s["member"]!, time_zone: "Europe/Berlin" },
  "/interviews/busy-times": { member_ids: s["member"]!, from: "2026-11-30T00:00:00Z", to: "2026-12-01T00:00:00Z" }
})

/** Returns the path of a read, if the sample has all its parameters. */
const filled = (sample: Sample, path: string): string | undefined => {
  const found = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => sample[name === "id" ? "application" : name.replace(/Id$/, "")] ?? "{}"
  )
  const query = queries(sample)[path]
  return path === wholeOrganization || absent.test(path) || found.includes("{}")
    ? undefined
    : query === undefined
    ? found
    : `${found}?${new URLSearchParams(query)}`
}

const paths = Object.entries(document.paths).flatMap(([path, item]) => "get" in item ? [path.slice(prefix.length)] : [])

/** Returns the reads of single rows or lists in the contract. */
const plain = (sample: Sample): ReadonlyArray<Operation> =>
  paths.flatMap((name) => {
    const path = filled(sample, name)
    return path === undefined ? [] : [{ name, method: "GET", path }]
  })

/** Returns the reads that are not measured: the full export, reads of missing data, and reads that no key may call. */
export const unmeasured = (sample: Sample): ReadonlyArray<string> =>
  paths.filter((path) => filled(sample, path) === undefined)

const columns = ["limited", "read", "write", "admin"] as const

/** The operations with the roles that may call them, those with fewer path parameters first. */
const access = readFileSync(join(import.meta.dir, "../../docs/access.md"), "utf8")
  .matchAll(/^\| \w+\.\w+ \| (\w+) (\S+) \|(.+)\|$/gm)
  .map(([, method = "", path = "", cells = ""]) => ({
    method,
    parameters: path.split(":").length,
    path: new RegExp(`^${path.slice(prefix.length).replaceAll(/:\w+/g, "[^/]+")}$`),
    roles: new Set(columns.filter((_, at) => cells.split("|")[at]!.trim() !== "no"))
  })).toArray().toSorted((one, other) => one.parameters - other.parameters)

/** Rows that limited members cannot see: those of jobs without these members in the team, and of no job. */
const hidden = /^\/sourcing\/(searches|prospects)\/|^\/(quarantine|feedback-requests)\/\{|^\/jobs\/\{large\}/

/** Returns whether a member of a role may call an operation and see its rows. */
export const isFor = (role: (typeof columns)[number], { method, name, path }: Operation): boolean => {
  const operation = access.find((one) => one.method === method && one.path.test(path.split("?", 1)[0]!))
  if (operation === undefined) throw new Error(`${method} ${path} is no operation`)
  return operation.roles.has(role) && (role !== "limited" || !hidden.test(name))
}

const misspelt = (word: string): string => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`

/** Returns lists with filters, as their queries. */
const filtered = (s: Sample): ReadonlyArray<readonly [path: string, query: Readonly<Record<string, string>>]> => {
  const [month, week] = [30, 7].map((days) => new Date(Date.now() - days * 86_400_000).toISOString()) as [
    string,
    string
  ]
  const long = new Date(Date.now() - 400 * 86_400_000).toISOString()
  const [applications, candidates, search] = ["/applications", "/candidates", "/candidates/search"] as const
  return [
    ...[
      { job_id: s["job"]! },
      { job_id: s["large"]! },
      { stage_id: s["stage"]! },
      { status: "active" },
      { status: "hired" },
      { source_type: "referral" },
      { source_type: "nothing" },
      { candidate_id: s["candidate"]! },
      { created_after: long, created_before: new Date(Date.parse(long) + 7 * 86_400_000).toISOString() },
      { updated_since: month },
      { updated_since: long, source_type: "nothing" },
      { offset: "10000" }
    ].map((query) => [applications, query as Record<string, string>] as const),
    ...[
      { sort: "name" },
      { email: s["email"]! },
      { email: "nobody@nowhere.example" },
      { phone: s["phone"]! },
      { linkedin_url: s["linkedin"]! },
      { tag: s["tag"]! },
      { tag: s["rareTag"]! },
      { tag: "nobody" },
      { tag: s["tag"]!, sort: "name" },
      { updated_since: week }
    ].map((query) => [candidates, query as Record<string, string>] as const),
    ...[
      { q: `${s["first"]} ${s["last"]}` },
      { q: s["first"]! },
      { q: s["email"]! },
      { q: "engineer university" },
      { q: `engineer ${s["last"]}` },
      { q: misspelt(s["last"]!) },
      { q: s["last"]!.slice(0, 3) },
      { q: s["phone"]! },
      { q: "qqzzxxw" },
      { q: `engineer -${s["first"]}` },
      { q: `"new colleagues"` },
      { q: "engineer", tag: s["rareTag"]! },
      { q: "engineer", job_id: s["job"]!, status: "active" },
      { q: "engineer", years_min: "20" },
      { q: "engineer", university: s["university"]! },
      { university: s["university"]! }
    ].map((query) => [search, query as Record<string, string>] as const),
    [`/jobs/${s["large"]}/cards`, {}],
    [`/jobs/${s["large"]}/cards`, { status: "active" }],
    ["/overview/sources", { job_id: s["job"]! }],
    ["/overview/sources", { created_after: month }],
    ["/overview/jobs", { status: "published" }],
    ["/messages", { select: "undelivered" }],
    ["/quarantine", { job_id: s["job"]! }],
    ["/feedback-requests", { member_id: s["member"]!, status: "asked" }],
    ["/events", { after: s["kept"]!, limit: "100" }],
    ["/events", { after: s["head"]!, limit: "100" }],
    ["/events", { after: s["kept"]!, types: "webhook.created", limit: "100" }],
    ["/audit-log", { types: "webhook.created" }],
    ["/audit-log", { subject_id: s["application"]! }],
    ["/audit-log", { user_id: s["member"]! }],
    ...["1", "12", "120"].map((months) =>
      ["/organization/retention/preview", { anonymise_after_months: months }] as const
    )
  ]
}

/** Names a query value by its key in the sample, so that a request has the same name in organizations of all sizes. */
const toldBy = (sample: Sample) => {
  const values = Object.entries({
    ...sample,
    misspelt: misspelt(sample["last"]!),
    beginning: sample["last"]!.slice(0, 3)
  })
    .toSorted(([, one], [, other]) => other.length - one.length)
  return (query: string) =>
    values.reduce((told, [name, value]) => told.replaceAll(value, `{${name}}`), query).replaceAll(
      /\d{4}-\d\d-.*Z/g,
      "{time}"
    )
}

/** Returns all reads. */
export const reads = (sample: Sample): ReadonlyArray<Operation> => [
  ...plain(sample),
  ...filtered(sample).map(([path, query]): Operation => ({
    name: toldBy(sample)(
      `${path} ${Object.entries(query).map(([name, value]) => `${name}=${value}`).join(" ")}`.trim()
    ),
    method: "GET",
    path: `${path}?${new URLSearchParams(query)}`
  }))
]

/** What writes change: applications of the sample's job, its later stages, and candidates. */
export interface Changed {
  readonly applications: ReadonlyArray<string>
  readonly stages: ReadonlyArray<string>
  readonly candidates: ReadonlyArray<string>
}

/** Finds the rows that the writes change. */
export const findChanged = async (sql: SQL, organization: string, { job }: Sample): Promise<Changed> => {
  const ids = async (select: string, values: ReadonlyArray<unknown>) =>
    (await sql.unsafe(select, [...values])).map(({ id }: { id: string }) => id)
  return {
    applications: await ids(
      "SELECT id FROM applications WHERE organization_id = $1 AND job_id = $2 AND status = 'active' ORDER BY id LIMIT 100",
      [organization, job]
    ),
    stages: await ids("SELECT id FROM stages WHERE organization_id = $1 AND job_id = $2 ORDER BY order_index LIMIT 4", [
      organization,
      job
    ]),
    candidates: await ids("SELECT id FROM candidates WHERE organization_id = $1 ORDER BY md5(id::text) LIMIT 200", [
      organization
    ])
  }
}

/**
 * Returns the main writes, each for other rows; `round` makes a member's values differ from those of the previous one.
 */
export const writes = (
  sample: Sample,
  { applications, candidates, stages }: Changed,
  round: number
): ReadonlyArray<readonly [name: string, requests: ReadonlyArray<Operation>]> => {
  const of = (name: string, count: number, request: (n: number) => Omit<Operation, "name">) =>
    [name, Array.from({ length: count }, (_, n) => ({ name, ...request(n) }))] as const
  const stage = (n: number) => stages[(n + round) % stages.length]!
  const run = Date.now().toString(36)
  return [
    of(
      "create a candidate",
      5,
      (n) => ({
        method: "POST",
        path: "/candidates",
        body: { full_name: `Nova Writer ${n}`, primary_email: `${run}.${n}@example.org` }
      })
    ),
    of(
      "rename a candidate",
      5,
      (n) => ({
        method: "PATCH",
        path: `/candidates/${candidates[round * 20 + n]}`,
        body: { full_name: `Other Name ${run} ${n}` }
      })
    ),
    of(
      "create an application",
      5,
      (n) => ({
        method: "POST",
        path: "/applications",
        body: {
          job_id: sample["job"],
          candidate: { full_name: `App Licant ${n}`, primary_email: `a${run}.${n}@example.org` }
        }
      })
    ),
    of(
      "move",
      5,
      (n) => ({
        method: "POST",
        path: `/applications/${applications[n % applications.length]}/move`,
        body: { stage_id: stage(n + 1) }
      })
    ),
    of(
      "write a note",
      5,
      (n) => ({
        method: "POST",
        path: `/applications/${applications[n % applications.length]}/notes`,
        body: { note: `Note ${n}` }
      })
    ),
    of(
      "give feedback",
      5,
      (n) => ({
        method: "POST",
        path: `/applications/${applications[n % applications.length]}/feedback`,
        body: { interview_type: "phone", rating: "yes", body: "Fine." }
      })
    ),
    of(
      "move 100 at once",
      3,
      (n) => ({
        method: "POST",
        path: "/applications/bulk",
        body: { application_ids: applications, move: { stage_id: stage(n) } }
      })
    ),
    of(
      "tag 100 at once",
      2,
      (n) => ({
        method: "POST",
        path: "/applications/bulk",
        body: { application_ids: applications, add_tags: [`${run}${n}`] }
      })
    ),
    of(
      "merge",
      5,
      (n) => ({
        method: "POST",
        path: `/candidates/${candidates[10 + round * 20 + n]}/merge`,
        body: { into: candidates[15 + round * 20 + n] }
      })
    ),
    of(
      "undo the merge",
      5,
      (n) => ({ method: "POST", path: `/candidates/${candidates[10 + round * 20 + n]}/unmerge` })
    ),
    of(
      "anonymise",
      3,
      (n) => ({ method: "POST", path: `/candidates/${candidates[100 + round * 20 + n]}/anonymise`, body: {} })
    ),
    of(
      "delete a candidate",
      3,
      (n) => ({ method: "DELETE", path: `/candidates/${candidates[105 + round * 20 + n]}?include_related=true` })
    )
  ]
}
