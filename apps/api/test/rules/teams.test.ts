/** The team of a job: each member once, with one role, and no more than a team has. */
import type { Event } from "@candor/domain/event/Event"
import type { JobOverview } from "@candor/domain/overview/Overview"
import { maxTeam, type TeamMember } from "@candor/domain/team/TeamMember"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { having } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const key = () => here.own.keys.write
    const put = (job: string, member: string, role: string) => here.call("PUT", `/jobs/${job}/team/${member}`, { key: key(), body: { role } })
    const teamOf = async (job: string) =>
      having(200)(await here.call<{ team: ReadonlyArray<TeamMember> }>("GET", `/jobs/${job}/team`, { key: key() })).body.team

    test("a member has one role, which can change, in the team and in the member's own list", async () => {
      const { job, member } = here.own.make
      const [{ id }, { id: person }, { id: other }] = [await job(), await member(), await member()]
      having(200)(await put(id, person, "interviewer"))
      having(200)(await put(id, other, "Hiring Manager"))
      having(200)(await put(id, person, "recruiter"))
      having(200)(await put(id, person, "recruiter"))
      expect((await teamOf(id)).map(({ member, role }) => [member.id, role])).toEqual([[person, "recruiter"], [other, "hiring_manager"]])
      const { jobs } = having(200)(await here.call<{ jobs: ReadonlyArray<TeamMember> }>("GET", `/members/${person}/jobs`, { key: key() })).body
      expect(jobs.map(({ job, role }) => [job.id, role])).toEqual([[id, "recruiter"]])
      const overview = having(200)(await here.call<{ jobs: ReadonlyArray<JobOverview> }>("GET", "/overview/jobs?limit=1", { key: key() })).body
      expect(overview.jobs[0]!.team.map(({ id, role }) => [id, role])).toEqual([[person, "recruiter"], [other, "hiring_manager"]])
      having(200)(await here.call("DELETE", `/jobs/${id}/team/${person}`, { key: key() }))
      having(404)(await here.call("DELETE", `/jobs/${id}/team/${person}`, { key: key() }))
      expect((await teamOf(id)).map(({ member }) => member.id)).toEqual([other])
      const { events } =
        having(200)(await here.call<{ events: ReadonlyArray<Event> }>("GET", "/events?types=team_member.*&limit=1000", { key: key() })).body
      const own = events.filter(({ data }) => data?.["member_id"] === person)
      expect(new Set(own.map(({ data }) => data?.["created_at"])).size).toBe(1)
      expect(own.map(({ type }) => type)).toEqual([
        "team_member.added",
        "team_member.role_changed",
        "team_member.removed"
      ])
    })

    test("of many who join a team with one place left, one does", async () => {
      const { id } = await here.own.make.job()
      const members = await Promise.all(Array.from({ length: 4 }, () => here.own.make.member()))
      await here.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql`UPDATE jobs SET team_counted = ${maxTeam.limit - 1} WHERE id = ${id}`))
      const statuses = (await Promise.all(members.map((member) => put(id, member.id, "interviewer")))).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 400, 400, 400])
    })

    test("a deactivated member joins no team, and stays in the old ones", async () => {
      const { job, member } = here.own.make
      const [{ id }, { id: second }, { id: person }] = [await job(), await job(), await member()]
      having(200)(await put(id, person, "interviewer"))
      having(200)(await here.call("PATCH", `/members/${person}`, { key: here.own.keys.admin, body: { status: "deactivated" } }))
      having(400)(await put(second, person, "interviewer"))
      expect((await teamOf(id)).map(({ member }) => member.id)).toEqual([person])
    })
  })
}
