/** What limited members see of small and of large teams: the same rows, whichever way a statement looks for them. */
import { Applications } from "@candor/domain/application/Applications"
import { Candidates } from "@candor/domain/candidate/Candidates"
import * as TeamMember from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { CurrentViewer, seesMany } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { addApplications, jobWith } from "./LargeJob.ts"
import * as World from "./World.ts"

const page = { limit: 100, offset: 0 }
const ids = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) => items.map(({ id }) => id)

for (const database of databases) {
  describe(`Limited members on ${database.name}`, () => {
    test("see the same of their teams, be the applications few or many", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const { user_id: member_id } = (yield* World.member(organization_id, { email: "limited@example.com", scope: "write" })).actor
        const [applications, candidates, sql, teams] = [yield* Applications, yield* Candidates, yield* SqlClient.SqlClient, yield* TeamMembers]
        const { applications: own, job } = yield* jobWith(actor, "Compilers", 3)
        yield* jobWith(actor, "Hidden", 3)
        yield* teams.put(actor, job.id, member_id, (joining, context) =>
          TeamMember.put(job.id, member_id, { role: "recruiter" }, joining, context))
        yield* sql`UPDATE candidates SET primary_email = 'one@example.com' WHERE organization_id = ${organization_id}`
        const seen = Effect.gen(function*() {
          const lists = [{}, { sort: "name" }, { email: "one@example.com" }, { updated_since: "2020-01-01T00:00:00.000Z" }] as const
          const people = yield* Effect.forEach(lists, (filter) => candidates.list(organization_id, filter as never, page))
          const listed = JSON.parse(new TextDecoder().decode((yield* applications.list(organization_id, {}, page)).items.bytes))
          const tags = yield* candidates.tags(organization_id)
          return { people: people.map((one) => ids(one).toSorted()), applications: ids({ items: listed }), tags }
        })
        const as = (sees_many: boolean) =>
          Effect.provideService(seen, CurrentViewer, { organization_id, member_id, job_access: "team", sees_many })
        const few = yield* as(false)
        expect(few.applications.toSorted()).toEqual(own.map(({ id }) => id).toSorted())
        expect(few.people.map(({ length }) => length)).toEqual([3, 3, 3, 3])
        expect(yield* as(true)).toEqual(few)
      })))

    test("see many from 2,000 applications on", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [sql, teams] = [yield* SqlClient.SqlClient, yield* TeamMembers]
        const { job } = yield* jobWith(actor, "Compilers", 1)
        yield* teams.put(actor, job.id, actor.user_id, (joining, context) =>
          TeamMember.put(job.id, actor.user_id, { role: "recruiter" }, joining, context))
        const isMany = sql<{ readonly many: boolean }>`
          SELECT ${sql.literal(seesMany("u.organization_id"))} AS many FROM users u
          WHERE u.organization_id = ${actor.organization_id} AND u.id = ${actor.user_id}`
        yield* addApplications(actor, job, 1998)
        expect(yield* isMany).toEqual([{ many: false }])
        yield* addApplications(actor, job, 1)
        expect(yield* isMany).toEqual([{ many: true }])
      })))
  })
}
