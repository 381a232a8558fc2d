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
}

/** The member that statements run for; undefined for one who sees all jobs, and for work of the system. */
export const CurrentViewer = Context.Reference<Viewer | undefined>("@candor/sql/CurrentViewer", { defaultValue: () => undefined })

/** Runs an effect on all rows of the organization. Its result must tell nothing of hidden jobs. */
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

const ofTeam = "SELECT t.job_id FROM public.team_members t WHERE t.organization_id = $organization AND t.member_id = $member AND $roles"

/** Conditions on jobs `j`. */
const jobs = {
  team: `j.id IN (${ofTeam})`,
  open: `(NOT j.is_confidential OR j.id IN (${ofTeam}))`
}

/** Conditions on applications `a`. A deleted job hides its own until they are removed. */
const applications = {
  team: `a.job_id IN (SELECT j.id FROM public.jobs j WHERE j.organization_id = $organization AND j.deleted_at IS NULL AND ${jobs.team})`,
  open: `a.job_id NOT IN (SELECT j.id FROM public.jobs j WHERE j.organization_id = $organization AND NOT ${jobs.open})`
}

const hasApplication = "EXISTS (SELECT FROM applications a WHERE a.organization_id = $organization AND a.candidate_id = c.id)"

/**
 * Conditions on candidates `c`. Whom a hidden application brought, at the same time, is hidden until there is a visible one. Who was there
 * before stays visible.
 */
const candidates = {
  team: hasApplication,
  open: `(${hasApplication} OR NOT EXISTS (
    SELECT FROM public.applications a WHERE a.organization_id = $organization AND a.candidate_id = c.id AND a.created_at = c.created_at
  ))`
}

const seesApplication = (id: string, condition = "true") =>
  `EXISTS (SELECT FROM applications a WHERE a.organization_id = $organization AND a.id = ${id} AND ${condition})`
const seesCandidate = (id: string) => `EXISTS (SELECT FROM candidates c WHERE c.organization_id = $organization AND c.id = ${id})`
const seesJob = (id: string) => `EXISTS (SELECT FROM jobs j WHERE j.organization_id = $organization AND j.id = ${id})`

/** A condition on a row that belongs to an application or to a candidate. */
const ofEither = (row: string, condition?: string) =>
  `CASE WHEN ${row}.application_id IS NULL THEN ${seesCandidate(`${row}.candidate_id`)} ELSE ${seesApplication(`${row}.application_id`, condition)} END`

const isOfTeam = `a.job_id IN (${ofTeam})`

/** A condition on an event `e` of a note on an application `a`: the note is for everyone, now and then. */
const noteIsForAll = `NOT (e.type LIKE 'note.%' AND (e.data->>'visibility' IS NOT DISTINCT FROM 'team' OR EXISTS (
  SELECT FROM public.notes n WHERE n.organization_id = $organization AND n.id = e.subject_id AND n.visibility = 'team'
)))`

/** A condition on events `e`. Those whose data were erased, and those that cannot be told to belong to a visible job, are hidden. */
const seesEvent = (ofSourcing: string) => `CASE
  WHEN e.data IS NULL THEN false
  WHEN e.type LIKE ANY ('{job.%,job_form.%}') THEN ${seesJob("e.subject_id")}
  WHEN e.type LIKE 'candidate.%' THEN ${seesCandidate("e.subject_id")}
  WHEN e.type LIKE 'sourcing_search.%' THEN ${ofSourcing}
  WHEN e.type LIKE 'prospect.%' THEN ${ofSourcing} AND (e.data->>'application_id' IS NULL OR ${seesApplication("(e.data->>'application_id')::uuid")})
  WHEN e.data->>'job_id' IS NOT NULL THEN ${seesJob("(e.data->>'job_id')::uuid")}
  WHEN e.data->>'application_id' IS NOT NULL THEN ${seesApplication("(e.data->>'application_id')::uuid", `(${noteIsForAll} OR ${isOfTeam})`)}
  WHEN e.data->>'candidate_id' IS NOT NULL THEN ${seesCandidate("(e.data->>'candidate_id')::uuid")}
  ELSE e.type LIKE ANY ('{api_key.%,board.%,member.%,organization.%,rejection_reason.%,webhook.%}')
END`

interface Table {
  /** The row's name in the condition. */
  readonly row: string
  /** The condition, or that of each access. */
  readonly sees: string | Readonly<Record<Viewer["job_access"], string>>
  /** Other tables whose expressions the condition reads. */
  readonly reads: ReadonlyArray<string>
}

const ofApplication = (row: string): Table => ({ row, sees: seesApplication(`${row}.application_id`), reads: ["applications"] })
const ofSourcing = (row: string): Table => ({ row, sees: { team: "false", open: "true" }, reads: [] })

/** The tables with rows that may be hidden. Those that a condition reads come before it. */
const tables: Readonly<Record<string, Table>> = {
  jobs: { row: "j", sees: jobs, reads: [] },
  applications: { row: "a", sees: applications, reads: [] },
  candidates: { row: "c", sees: candidates, reads: ["applications"] },
  stages: { row: "s", sees: seesJob("s.job_id"), reads: ["jobs"] },
  team_members: { row: "m", sees: seesJob("m.job_id"), reads: ["jobs"] },
  job_forms: { row: "f", sees: seesJob("f.id"), reads: ["jobs"] },
  application_answers: ofApplication("x"),
  application_history: ofApplication("x"),
  interview_feedback: ofApplication("x"),
  feedback_requests: ofApplication("x"),
  attachments: { row: "x", sees: ofEither("x"), reads: ["applications", "candidates"] },
  notes: {
    row: "x",
    sees: { team: ofEither("x"), open: ofEither("x", `(x.visibility = 'everyone' OR ${isOfTeam})`) },
    reads: ["applications", "candidates"]
  },
  ai_profiles: { row: "x", sees: seesCandidate("x.candidate_id"), reads: ["candidates"] },
  candidate_merges: { row: "x", sees: seesCandidate("x.into_id"), reads: ["candidates"] },
  sourcing_searches: ofSourcing("x"),
  prospects: ofSourcing("x"),
  events: { row: "e", sees: { team: seesEvent("false"), open: seesEvent("true") }, reads: ["jobs", "applications", "candidates"] }
}

/** The tables with rows that may be hidden. */
export const hiddenTables: ReadonlyArray<string> = Object.keys(tables)

const readsTable = (text: string, table: string): boolean => new RegExp(String.raw`(?<![.\w])${table}\b`).test(text)

const changesRows = /\b(?:INSERT INTO|DELETE FROM|SKIP LOCKED|FOR (?:NO KEY )?UPDATE|FOR (?:KEY )?SHARE)\b|\bUPDATE\b/

/** The expressions of the tables that a text reads, and of those that these read. */
const expressionsFor = (text: string, access: Viewer["job_access"]): ReadonlyArray<string> => {
  const used = Object.entries(tables).filter(([table]) => readsTable(text, table))
  const needed = new Set(used.flatMap(([table, { reads }]) => [table, ...reads.flatMap((one) => [one, ...tables[one]!.reads])]))
  return Object.entries(tables).filter(([table]) => needed.has(table)).map(([table, { row, sees }]) => {
    const condition = typeof sees === "string" ? sees : sees[access]
    return `${table} AS NOT MATERIALIZED (SELECT * FROM public.${table} ${row} WHERE ${row}.organization_id = $organization AND ${condition})`
  })
}

/** Writes a statement for a member with this access. Its parameters go on with the organization, the member and the roles. */
const restrict = (text: string, parameters: number, access: Viewer["job_access"], hasRoles: boolean): string => {
  const expressions = expressionsFor(text, access).join(", ")
    .replaceAll("$organization", `$${parameters + 1}::uuid`)
    .replaceAll("$member", `$${parameters + 2}::uuid`)
    .replaceAll("$roles", hasRoles ? `t.role = ANY ($${parameters + 3}::text[])` : "true")
  const [, isRecursive, rest] = /^\s*WITH(\s+RECURSIVE)?\s([\s\S]*)$/.exec(text) ?? []
  return rest === undefined ? `WITH ${expressions} ${text}` : `WITH${isRecursive ?? ""} ${expressions}, ${rest}`
}

/** Statements that are kept as they were written. One more, and all are written anew. */
const maxKept = 1_000

let kept = new Map<string, string | undefined>()

/**
 * Returns a statement as it is for a member with this access, who sees jobs by some roles alone or by any; undefined for one that is
 * left as it is.
 */
export const restricted = (text: string, parameters: number, access: Viewer["job_access"], hasRoles: boolean): string | undefined => {
  const key = `${access} ${hasRoles} ${text}`
  if (kept.has(key)) return kept.get(key)
  const isLeft = changesRows.test(text) || !hiddenTables.some((table) => readsTable(text, table))
  const written = isLeft ? undefined : restrict(text, parameters, access, hasRoles)
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
    const { job_access, member_id, organization_id, roles } = viewer
    const written = restricted(text, parameters.length, job_access, roles !== undefined)
    return written === undefined
      ? run(text, parameters)
      : run(written, [...parameters, organization_id, member_id, ...(roles === undefined ? [] : [roles])])
  })
