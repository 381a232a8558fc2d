/**
 * The member that statements run for (decision 0083). Seen.ts limits the marked tables of a statement to the rows that
 * this member sees.
 */
import type { JobAccess } from "@candor/domain/access/MemberRole"
import type { PartialAccess } from "@candor/domain/access/Sees"
import { OrganizationId, UserId } from "@candor/domain/Id"
import type { TeamRole } from "@candor/domain/team/TeamMember"
import { Clock, Context, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { countOf, countsApplications, type Kind, type Size, sizeOf, type Written, writtenFor } from "./Seen.ts"

/** A member. */
export interface Viewer {
  readonly organization_id: OrganizationId
  readonly member_id: UserId
  readonly job_access: JobAccess
  /**
   * Whether some scorecards and feedback are hidden from them (`othersAfterOwn`). If undefined, each statement finds
   * out.
   */
  readonly hides_feedback?: boolean
  /** The team roles through which the member sees a job; undefined means any. */
  readonly roles?: ReadonlyArray<TeamRole>
}

/** Returns a member as a viewer. */
export const viewerOf = (
  organization_id: OrganizationId,
  member_id: UserId,
  job_access: JobAccess,
  hides_feedback = true
): Viewer => ({ organization_id, member_id, job_access, hides_feedback })

/** The member that statements run for; undefined for work of the system. */
export const CurrentViewer = Context.Reference<Viewer | undefined>("@candor/sql/CurrentViewer", {
  defaultValue: () => undefined
})

/** Whether statements of the viewer can be shared with others: the viewer sees all jobs and all scorecards. */
export const seesWhatOthersDo = (viewer: Viewer | undefined): boolean =>
  viewer === undefined || (viewer.job_access === "all" && viewer.hides_feedback === false)

/** Whether statements run for a viewer who sees all jobs, or for the system. */
export const seesAllJobs = (viewer: Viewer | undefined): boolean => viewer === undefined || viewer.job_access === "all"

/** The viewer of statements that several members share. They must not read rows that members see differently. */
export const manyMembers: Viewer = {
  organization_id: OrganizationId.make("00000000-0000-7000-8000-000000000000"),
  member_id: UserId.make("00000000-0000-7000-8000-000000000000"),
  job_access: "all",
  hides_feedback: false
}

/**
 * Runs an effect on all rows of the organization, without the viewer's conditions. Its result must reveal nothing of
 * hidden jobs.
 */
export const ofAllJobs = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Context.get(context, CurrentViewer) === undefined ? effect : Effect.provideService(effect, CurrentViewer, undefined)
  )

/** Loads what the viewer sees; if that meets the condition, loads all rows instead. */
export const wholeIf = <A, E, R>(
  load: Effect.Effect<A, E, R>,
  isAllowed: (seen: A) => boolean
): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    seesAllJobs(Context.get(context, CurrentViewer))
      ? ofAllJobs(load)
      : Effect.flatMap(load, (seen) => isAllowed(seen) ? ofAllJobs(load) : Effect.succeed(seen))
  )

/** Loads all rows, for a change that needs them although the viewer sees only some. */
export const whole = <A, E, R>(load: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => wholeIf(load, () => true)

/** Loads all rows, and joins them with those that the viewer sees. */
export const wholeBeside = <A, E, R>(
  load: Effect.Effect<A, E, R>,
  join: (all: A, seen: A) => A
): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) =>
    seesAllJobs(Context.get(context, CurrentViewer))
      ? ofAllJobs(load)
      : Effect.flatMap(load, (seen) => Effect.map(ofAllJobs(load), (all) => join(all, seen)))
  )

/** Written statements that are kept. If there are more, all are dropped. */
const maxKept = 1_000

let kept = new Map<string, Map<string, Written>>()
let count = 0

/** Returns a statement as written for a kind of viewer: all viewers of a kind share the text. */
const written = (text: string, parameters: number, kind: Kind | undefined): Written => {
  const name = kind === undefined ? "" : `${kind.access} ${kind.hasRoles} ${kind.size} ${kind.hidesFeedback}`
  const known = kept.get(name)?.get(text)
  if (known !== undefined) return known
  if (count++ === maxKept) [kept, count] = [new Map(), 1]
  const made = writtenFor(text, parameters, kind)
  kept.set(name, (kept.get(name) ?? new Map()).set(text, made))
  return made
}

/** How many applications decide what members see, and until when that is taken for true. Only speed depends on it. */
let sizes = new Map<string, { readonly size: Size; readonly until: number }>()
const maxSizes = 10_000
const keptMillis = 60_000

interface Rows {
  readonly rows: ReadonlyArray<object>
}

type Run<A, E, R> = (text: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<A, E, R>

interface PartialViewer extends Viewer {
  readonly job_access: PartialAccess
}

const isPartial = (viewer: Viewer): viewer is PartialViewer => viewer.job_access !== "all"

/** Counts the applications that decide what a member sees, once a minute. */
const counted = <E, R>(viewer: PartialViewer, query: Run<Rows, E, R>): Effect.Effect<Size, E, R> =>
  Clock.clockWith((clock) => {
    const { job_access: access, member_id: member, organization_id: organization, roles } = viewer
    const now = clock.currentTimeMillisUnsafe()
    const key = `${organization} ${member} ${access} ${roles?.join() ?? ""}`
    const known = sizes.get(key)
    if (known !== undefined && known.until > now) return Effect.succeed(known.size)
    const { text, values } = countOf({ access, hasRoles: roles !== undefined, hidesFeedback: true, size: "few" })
    const given = { organization, member, roles }
    return Effect.map(query(text, values.map((value) => given[value])), ({ rows: [row] }) => {
      const size = sizeOf((row as { readonly applications: number }).applications)
      if (sizes.size === maxSizes) sizes = new Map()
      sizes.set(key, { size, until: now + keptMillis })
      return size
    })
  })

/**
 * Whether the present viewer is a limited member whose teams have so few applications that a list compares the
 * candidates of an index with theirs.
 */
export const seesFewApplications = (sql: SqlClient.SqlClient): Effect.Effect<boolean, SqlError.SqlError> =>
  Effect.flatMap(CurrentViewer, (viewer) => {
    if (viewer === undefined || !isPartial(viewer) || viewer.job_access === "open") return Effect.succeed(false)
    const query = (text: string, values: ReadonlyArray<unknown>) =>
      Effect.map(sql.unsafe<object>(text, values), (rows) => ({ rows }))
    // Runs without a span, as in `forViewer`, because the caller did not request this statement.
    return Effect.withTracerEnabled(Effect.map(counted(viewer, query), (size) => size !== "many"), false)
  })

/** Gives a statement the rows that the present viewer sees, and runs it. */
export const forViewer = <A, E, R, E2, R2>(
  text: string,
  parameters: ReadonlyArray<unknown>,
  run: Run<A, E, R>,
  query: Run<Rows, E2, R2>
): Effect.Effect<A, E | E2, R | R2> =>
  Effect.contextWith((context: Context.Context<R | R2>) => {
    const viewer = Context.get(context, CurrentViewer)
    if (viewer === undefined) return run(written(text, parameters.length, undefined).text, parameters)
    const { hides_feedback: hidesFeedback = true, job_access: access, roles } = viewer
    const values = { organization: viewer.organization_id, member: viewer.member_id, roles }
    const runAs = (size: Size) => {
      const own = written(text, parameters.length, { access, hasRoles: roles !== undefined, hidesFeedback, size })
      if (viewer === manyMembers && own.values.length > 0)
        return Effect.die(new Error(`members see different rows: ${text}`))
      return run(own.text, [
        ...parameters,
        ...own.values.map((value) => values[value])
      ])
    }
    return isPartial(viewer) && countsApplications(text)
      ? Effect.flatMap(counted(viewer, query), runAs)
      : runAs("many")
  })
