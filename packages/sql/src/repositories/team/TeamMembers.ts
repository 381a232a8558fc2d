/** Stored teams of jobs. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { JobId, OrganizationId, UserId } from "@candor/domain/Id"
import { JobNotFound } from "@candor/domain/job/Job"
import { MemberNotFound } from "@candor/domain/organization/Member"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import { type Joining, NotInTeam, noun, type TeamMember, type TeamMemberState } from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { columns, jsonColumns, object } from "../../statements/Nouns.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { authorOf } from "../application/ApplicationQueries.ts"
import { jobExists } from "../job/JobExists.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /** Selects members `t` of teams that meet a condition, with the job `j` and the user `u`. */
  const members = (organization: OrganizationId, condition: Statement.Fragment) =>
    sql`
      SELECT ${
      sql.literal(columns(noun, "t", "json", { member: authorOf("u"), job: object("j.id, j.title, j.status") }))
    }
      FROM $team_members t
      JOIN jobs j ON j.organization_id = ${organization} AND j.id = t.job_id AND j.deleted_at IS NULL
      JOIN users u ON u.organization_id = ${organization} AND u.id = t.member_id
      WHERE t.organization_id = ${organization} AND ${condition}`

  const ofJob = (organization: OrganizationId, job: JobId) =>
    sql<TeamMember>`${members(organization, sql`t.job_id = ${job}`)} ORDER BY t.created_at, t.id`.pipe(
      Effect.orDie,
      Effect.tap((rows) => rows.length === 0 ? jobExists(sql, organization, job) : Effect.void)
    )

  const memberExists = (organization: OrganizationId, id: UserId) =>
    sql`SELECT FROM users u WHERE u.organization_id = ${organization} AND u.id = ${id}`.pipe(
      Effect.orDie,
      Effect.flatMap((rows) => rows.length === 0 ? new MemberNotFound({ id }) : Effect.void)
    )

  const ofMember = (organization: OrganizationId, member: UserId, page: PageRequest) =>
    sql<TeamMember>`
      ${members(organization, sql`t.member_id = ${member} AND ${after(sql, "t", page)}`)} ${newestFirst(sql, "t", page)}
    `.pipe(
      Effect.orDie,
      Effect.tap((rows) => rows.length === 0 ? memberExists(organization, member) : Effect.void),
      Effect.map((rows) => fromRows(page, rows))
    )

  const load = (organization: OrganizationId, job: JobId, member: UserId) =>
    sql<Joining>`
      SELECT j.team_counted,
        (SELECT u.status FROM users u WHERE u.organization_id = ${organization} AND u.id = ${member}) AS member_status,
        (
          SELECT ${sql.literal(object(jsonColumns(noun, "t", "row")))} FROM team_members t
          WHERE t.organization_id = ${organization} AND t.job_id = j.id AND t.member_id = ${member}
        ) AS present
      FROM $jobs j WHERE j.organization_id = ${organization} AND j.id = ${job} AND j.deleted_at IS NULL
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new JobNotFound({ id: job }) : Effect.succeed(row))
    )

  /** A common table expression that adds to the number of team members. It has no row if the job was deleted. */
  const counted = (organization: OrganizationId, job: JobId, more: Statement.Fragment) =>
    sql`counted AS (
      UPDATE jobs j SET team_counted = j.team_counted + ${more}
      WHERE j.organization_id = ${organization} AND j.id = ${job} AND j.deleted_at IS NULL RETURNING j.id
    )`

  const saved = (change: Change<Joining, TeamMemberState>) => {
    const { before: { present }, decided: { entity }, organization_id } = change
    return present === null
      ? save(sql, change, {
        before: [counted(organization_id, entity.job_id, sql`1`)],
        saved: sql`
          INSERT INTO team_members (organization_id, ${sql.literal(Object.keys(entity).join(", "))})
          SELECT ${organization_id}, ${
          sql.csv(Object.values(entity).map((value) => sql`${value}`))
        } FROM counted RETURNING id`
      })
      : save(sql, change, {
        saved: sql`
          UPDATE team_members t SET role = ${entity.role}
          WHERE t.organization_id = ${organization_id} AND t.id = ${entity.id} AND t.role = ${present.role} RETURNING id`
      })
  }

  const put = <Failure>(
    actor: Actor,
    job: JobId,
    member: UserId,
    decide: (joining: Joining, context: DecisionContext) => Decision<TeamMemberState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, job, member),
      decide,
      save: saved,
      races: ["team_members_once", "jobs_team"]
    })

  const remove = <Failure>(
    actor: Actor,
    job: JobId,
    member: UserId,
    decide: (member: TeamMemberState) => Decision<TeamMemberState, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, job, member).pipe(
        Effect.flatMap(({ present }) => present === null ? new NotInTeam({ id: member }) : Effect.succeed(present))
      ),
      decide,
      save: (change) =>
        save(sql, change, {
          // The job is locked before its team, in the same order as a deletion of the job does.
          before: [sql`job AS MATERIALIZED (
            SELECT j.id FROM jobs j WHERE j.organization_id = ${actor.organization_id} AND j.id = ${job} AND j.deleted_at IS NULL FOR NO KEY UPDATE
          )`],
          saved: sql`
            DELETE FROM team_members t
            WHERE t.organization_id = ${actor.organization_id} AND t.id = ${change.before.id} AND EXISTS (SELECT FROM job) RETURNING id`,
          after: [counted(actor.organization_id, job, sql`-(SELECT count(*)::integer FROM saved)`)]
        })
    })

  return TeamMembers.of({ ofJob, ofMember, put, remove })
})

export const layer = Layer.effect(TeamMembers, make)
