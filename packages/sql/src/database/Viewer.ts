/**
 * Hides jobs from members who may not see them, with all that belongs to these jobs (decision 0083). A SELECT that runs for such a member
 * reads common table expressions that have the tables' names, and the rows that the member sees:
 *
 *     WITH jobs AS NOT MATERIALIZED (SELECT * FROM public.jobs WHERE …), applications AS NOT MATERIALIZED (…)
 *     SELECT … FROM applications a JOIN jobs j ON …
 *
 * So no statement can forget the condition. A name with its schema, `public.jobs`, reads the whole table. A statement that changes or
 * locks rows is left as it is: what it changes was loaded by a SELECT before.
 */
import type { OrganizationId, UserId } from "@candor/domain/Id"
import { nouns } from "@candor/domain/nouns"
import type { JobAccess } from "@candor/domain/organization/MemberRole"
import type { TeamRole } from "@candor/domain/team/TeamMember"
import { Context, Effect } from "effect"

/** A member who does not see all jobs. */
export interface Viewer {
  readonly organization_id: OrganizationId
  readonly member_id: UserId
  readonly job_access: Exclude<JobAccess, "all">
  /** The roles in a job's team by which the member sees the job; any, where nothing is given. */
  readonly roles?: ReadonlyArray<TeamRole>
  /** The jobs of a limited member's teams have many applications. */
  readonly sees_many?: boolean
}

/** The member that statements run for; undefined for one who sees all jobs, and for work of the system. */
export const CurrentViewer = Context.Reference<Viewer | undefined>("@candor/sql/CurrentViewer", { defaultValue: () => undefined })

/** Runs an effect without the conditions, on all rows of the organization. Its result must tell nothing of hidden jobs. */
export const ofAllJobs = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Context.get(context, CurrentViewer) === undefined ? effect : Effect.provideService(effect, CurrentViewer, undefined))

/** Loads all rows of what a viewer sees: loads it again without the conditions, if what is seen allows it. */
export const wholeIf = <A, E, R>(load: Effect.Effect<A, E, R>, isAllowed: (seen: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Context.get(context, CurrentViewer) === undefined
      ? load
      : Effect.flatMap(load, (seen) => isAllowed(seen) ? ofAllJobs(load) : Effect.succeed(seen)))

/** Loads all rows of what a viewer sees, for a change of all of it. */
export const whole = <A, E, R>(load: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => wholeIf(load, () => true)

/** Loads all rows of what a viewer sees, and joins them with what the viewer sees of them. */
export const wholeBeside = <A, E, R>(load: Effect.Effect<A, E, R>, join: (all: A, seen: A) => A): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Context.get(context, CurrentViewer) === undefined
      ? load
      : Effect.flatMap(load, (seen) => Effect.map(ofAllJobs(load), (all) => join(all, seen))))

type Access = Viewer["job_access"]

/** The jobs whose team the member is in. */
const ofTeam = "SELECT t.job_id FROM public.team_members t WHERE t.organization_id = $organization AND t.member_id = $member AND $roles"

/** The confidential jobs of other teams. */
const hidden = `SELECT j.id FROM public.jobs j WHERE j.organization_id = $organization AND j.is_confidential AND j.id NOT IN (${ofTeam})`

/**
 * A condition: the job is seen. It compares with an array, which the planner takes for a value, so it joins nothing. Where the jobs have
 * many applications, it is a CASE with a hash of the jobs: PostgreSQL expects half of the rows to meet it, and finds none by it, so that it
 * does not go through all rows of the jobs to find a page.
 */
const seesJob = (access: Access, id: string, isMany: boolean) =>
  access === "open"
    ? `${id} <> ALL (ARRAY(${hidden}))`
    : isMany ? `CASE WHEN ${id} IN (${ofTeam}) THEN true ELSE false END` : `${id} = ANY (ARRAY(${ofTeam}))`

/** A condition: there is such a row. Looks for one at a time; of an EXISTS PostgreSQL may make a hash of all rows of the organization. */
const some = (from: string) => `(SELECT true FROM ${from} LIMIT 1) IS TRUE`

const deleted = "ARRAY(SELECT j.id FROM public.jobs j WHERE j.organization_id = $organization AND j.deleted_at IS NOT NULL)"

/** The applications of a limited member's teams from which on they are many: rows are then found as for everybody, and each is looked at. */
const many = 2_000

/** Whether the teams of a member `u` of `organization` have many applications: an SQL expression, which reads that many at most. */
export const seesMany = (organization: string): string => `(
    SELECT count(*) >= ${many} FROM (
      SELECT FROM team_members t JOIN applications a ON a.organization_id = ${organization} AND a.job_id = t.job_id
      WHERE t.organization_id = ${organization} AND t.member_id = u.id LIMIT ${many}
    ) first
  )`

/** A condition on an application `a`, of many: its job is one of the member's teams, and not deleted. */
const isOfTeams = `${seesJob("team", "a.job_id", true)} AND a.job_id <> ALL (${deleted})`

/**
 * A condition on applications `a`, of few: their job is one of the member's teams, and not deleted. PostgreSQL would go through
 * all applications in
 * the order of a page to find those of a small job, which it takes for one of average size. The last condition is always true, and
 * lowers its estimate to one row in 200, so that it begins with the jobs.
 */
const isOfTeam = `a.job_id IN (${ofTeam}) AND a.job_id <> ALL (${deleted}) AND (a.version + 0) BETWEEN 0 AND 2147483646`

/** The candidates of a member's teams. Second applications on a job are the same candidate's, and not in the index that has both ids. */
const ofTeamsCandidates = `SELECT a.candidate_id FROM public.applications a
  WHERE a.organization_id = $organization AND a.job_id IN (${ofTeam}) AND a.job_id <> ALL (${deleted}) AND a.duplicate_of IS NULL`

/** Whether a statement goes through candidates in the order of a list. Others look them up, or find them by an index. */
const listsCandidates = (text: string): boolean =>
  /\bORDER BY\b/.test(text) && !/\bJOIN candidates\b|\bLATERAL \(|\bWITH\b|\bcontact_keys\b/.test(text)

/**
 * A condition on candidates `c` of a statement. Whom a hidden application brought, at the same time, is hidden until there is a visible
 * one. Who was there before stays visible.
 */
const seesCandidates = (access: Access, text: string, isMany: boolean) =>
  access === "open"
    ? `(${some("applications a WHERE a.organization_id = $organization AND a.candidate_id = c.id")} OR NOT ${
      some("public.applications a WHERE a.organization_id = $organization AND a.candidate_id = c.id AND a.created_at = c.created_at")
    })`
    : isMany || !listsCandidates(text)
    ? some(`public.applications a WHERE a.organization_id = $organization AND a.candidate_id = c.id AND ${isOfTeams}`)
    : `c.id = ANY (ARRAY(${ofTeamsCandidates}))`

const seesApplication = (id: string, condition = "true") =>
  some(`applications a WHERE a.organization_id = $organization AND a.id = ${id} AND ${condition}`)
const seesCandidate = (id: string) => some(`candidates c WHERE c.organization_id = $organization AND c.id = ${id}`)

/** A condition on a row that belongs to an application or to a candidate. */
const ofEither = (row: string, condition?: string) =>
  `CASE WHEN ${row}.application_id IS NULL THEN ${seesCandidate(`${row}.candidate_id`)} ELSE ${seesApplication(`${row}.application_id`, condition)} END`

/** A condition on an application `a`, for its notes to the team. */
const inTeam = `a.job_id IN (${ofTeam})`

/** A condition on an event `e` of what belongs to an application: it is no note for the team, neither in its data nor as the note is stored. */
const noteIsForAll = `NOT (e.type LIKE 'note.%' AND (e.data->>'visibility' IS NOT DISTINCT FROM 'team' OR EXISTS (
  SELECT FROM public.notes n WHERE n.organization_id = $organization AND n.id = e.subject_id AND n.visibility = 'team'
)))`

/** A condition on prospects `x`. Those who became hidden applications are hidden with them. */
const seesProspect = (access: Access) =>
  access === "team"
    ? "false"
    : `(x.application_id IS NULL OR ${seesApplication("x.application_id")}) AND (x.candidate_id IS NULL OR ${seesCandidate("x.candidate_id")})`

/**
 * A condition on an event `e` of a row of a table, which may have come to belong to something else since: the row as it is now is seen. Of one
 * that is deleted, its deletion is told where the condition on the event's data holds.
 */
const ofRow = (table: string, deletion: string) => `CASE
    WHEN ${some(`public.${table} x WHERE x.organization_id = $organization AND x.id = e.subject_id`)}
    THEN ${some(`${table} x WHERE x.organization_id = $organization AND x.id = e.subject_id`)}
    ELSE e.type LIKE '%.deleted' AND ${deletion} END`

/**
 * A condition on events `e`. Hidden are those whose data were erased, and those that cannot be told to belong to a visible job. Members who
 * are not limited see the id of a deleted candidate, and of a deleted job that was not confidential. Of nouns whose rows everybody sees,
 * everybody sees the events.
 */
const seesEvent = (access: Access) => `CASE
  WHEN e.data IS NULL THEN false
  WHEN e.type = 'candidate.deleted' AND ${access === "open"} THEN true
  WHEN e.type = 'job.deleted' AND ${access === "open"} AND e.data->>'is_confidential' = 'false' THEN true
  WHEN e.type LIKE ANY ('{job.%,job_form.%}') THEN ${some("jobs j WHERE j.organization_id = $organization AND j.id = e.subject_id")}
  WHEN e.type LIKE 'candidate.%' THEN ${seesCandidate("e.subject_id")}
  WHEN e.type LIKE 'sourcing_search.%' THEN ${access === "open"}
  WHEN e.type LIKE 'prospect.%' THEN ${access === "open" ? ofRow("prospects", "true") : "false"}
  WHEN e.type LIKE 'message.%' THEN ${ofRow("messages", `${access === "open"}`)}
  WHEN e.data->>'job_id' IS NOT NULL THEN ${some("jobs j WHERE j.organization_id = $organization AND j.id = (e.data->>'job_id')::uuid")}
  WHEN e.data->>'application_id' IS NOT NULL THEN ${seesApplication("(e.data->>'application_id')::uuid", `(${noteIsForAll} OR ${inTeam})`)}
  WHEN e.data->>'candidate_id' IS NOT NULL THEN ${seesCandidate("(e.data->>'candidate_id')::uuid")}
  ELSE e.type LIKE ANY ('{${nouns.filter(({ table }) => !(table in tables)).map(({ subject }) => `${subject}.%`).join()}}')
END`

interface Table {
  /** The row's name in the condition. */
  readonly row: string
  readonly sees: (access: Access, text: string, isMany: boolean) => string
  /** Other tables whose expressions the condition reads. */
  readonly reads: ReadonlyArray<string>
}

const ofJob = (row: string, id: string): Table => ({ row, sees: (access, _, isMany) => seesJob(access, `${row}.${id}`, isMany), reads: [] })
const ofApplication: Table = { row: "x", sees: () => seesApplication("x.application_id"), reads: ["applications"] }
const ofCandidate = (id: string): Table => ({ row: "x", sees: () => seesCandidate(`x.${id}`), reads: ["candidates"] })

/** The tables of nouns by what their rows belong to, with which they are hidden. */
const partTables: Readonly<Record<string, Table>> = {
  job: ofJob("x", "job_id"),
  application: ofApplication,
  candidate: ofCandidate("candidate_id"),
  "application,candidate": { row: "x", sees: () => ofEither("x"), reads: ["applications", "candidates"] }
}

/** The tables that a condition reads come before its own. */
const ownTables: Readonly<Record<string, Table>> = {
  jobs: ofJob("j", "id"),
  applications: {
    row: "a",
    sees: (access, _, isMany) => access === "open" ? seesJob(access, "a.job_id", isMany) : isMany ? isOfTeams : isOfTeam,
    reads: []
  },
  candidates: { row: "c", sees: seesCandidates, reads: ["applications"] },
  job_forms: ofJob("f", "id"),
  submissions: ofJob("x", "job_id"),
  messages: {
    row: "x",
    sees: (access) => `(CASE WHEN x.application_id IS NULL THEN ${access === "open"} ELSE ${seesApplication("x.application_id")} END)`,
    reads: ["applications"]
  },
  notes: {
    row: "x",
    sees: (access) => ofEither("x", access === "team" ? "true" : `(x.visibility = 'everyone' OR x.author_id = $member OR ${inTeam})`),
    reads: ["applications", "candidates"]
  },
  candidate_merges: ofCandidate("into_id"),
  sourcing_searches: { row: "x", sees: (access) => `${access === "open"}`, reads: [] },
  prospects: { row: "x", sees: seesProspect, reads: ["applications", "candidates"] },
  events: { row: "e", sees: seesEvent, reads: ["jobs", "applications", "candidates", "messages", "prospects"] }
}

/** The tables with rows that may be hidden: those above, and those of parts. */
const tables: Readonly<Record<string, Table>> = {
  ...ownTables,
  ...Object.fromEntries(nouns.flatMap(({ partOf = [], table }) => {
    const part = partTables[[partOf].flat().join()]
    return part === undefined || table in ownTables ? [] : [[table, part] as const]
  }))
}

/** Their names. */
export const hiddenTables: ReadonlyArray<string> = Object.keys(tables)

const readsTable = (text: string, table: string): boolean => new RegExp(String.raw`(?<![.\w])${table}\b`).test(text)

const changesRows = /\b(?:INSERT INTO|DELETE FROM|SKIP LOCKED|FOR (?:NO KEY )?UPDATE|FOR (?:KEY )?SHARE)\b|\bUPDATE\b/

/** The expressions of the tables that a text reads, and of those that these read. */
const expressionsFor = (text: string, access: Access, isMany: boolean): ReadonlyArray<string> => {
  const used = Object.entries(tables).filter(([table]) => readsTable(text, table))
  const needed = new Set(used.flatMap(([table, { reads }]) => [table, ...reads.flatMap((one) => [one, ...tables[one]!.reads])]))
  return Object.entries(tables).filter(([table]) => needed.has(table)).map(([table, { row, sees }]) =>
    `${table} AS NOT MATERIALIZED (SELECT * FROM public.${table} ${row} WHERE ${row}.organization_id = $organization AND ${sees(access, text, isMany)})`)
}

/** A statement as it is for a member, and the values that its further parameters have, in their order. */
export interface Restricted {
  readonly text: string
  readonly values: ReadonlyArray<keyof typeof types>
}

/** The values of a viewer that conditions compare with, and their types. */
const types = { organization: "uuid", member: "uuid", roles: "text[]" } as const

/** Writes a statement for a member with this access. PostgreSQL refuses a parameter that the text does not have, so there are those alone. */
const restrict = (text: string, parameters: number, access: Access, hasRoles: boolean, isMany: boolean): Restricted => {
  const conditions = expressionsFor(text, access, isMany).join(", ").replaceAll("$roles", hasRoles ? "t.role = ANY ($roles)" : "true")
  const values = (["organization", "member", "roles"] as const).filter((value) => conditions.includes(`$${value}`))
  const expressions = values.reduce((all, value, index) => all.replaceAll(`$${value}`, `$${parameters + index + 1}::${types[value]}`), conditions)
  const [, isRecursive, rest] = /^\s*WITH(\s+RECURSIVE)?\s([\s\S]*)$/.exec(text) ?? []
  return { text: rest === undefined ? `WITH ${expressions} ${text}` : `WITH${isRecursive ?? ""} ${expressions}, ${rest}`, values }
}

/** Statements that are kept as they were written. One more, and all are written anew. */
const maxKept = 1_000

let kept = new Map<string, Restricted | undefined>()

/**
 * Returns a statement as it is for a member with this access, who sees jobs by some roles alone or by any, and few applications or many;
 * undefined for one that is left as it is.
 */
export const restricted = (text: string, parameters: number, access: Access, hasRoles: boolean, isMany = false): Restricted | undefined => {
  const key = `${access} ${hasRoles} ${isMany} ${text}`
  if (kept.has(key)) return kept.get(key)
  const isLeft = changesRows.test(text) || !hiddenTables.some((table) => readsTable(text, table))
  const written = isLeft ? undefined : restrict(text, parameters, access, hasRoles, isMany)
  if (kept.size === maxKept) kept = new Map()
  kept.set(key, written)
  return written
}

/** Gives a statement what hides rows from the present viewer, and runs it. */
export const forViewer = <A, E, R>(
  text: string,
  parameters: ReadonlyArray<unknown>,
  run: (text: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) => {
    const viewer = Context.get(context, CurrentViewer)
    if (viewer === undefined) return run(text, parameters)
    const { job_access, member_id: member, organization_id: organization, roles, sees_many } = viewer
    const written = restricted(text, parameters.length, job_access, roles !== undefined, sees_many)
    const values = { organization, member, roles }
    return written === undefined ? run(text, parameters) : run(written.text, [...parameters, ...written.values.map((value) => values[value])])
  })
