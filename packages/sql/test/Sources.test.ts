/** The numbers of applications by source and campaign. */
import { Overviews } from "@candor/domain/overview/Overviews"
import { maxSources } from "@candor/domain/overview/SourceOverview"
import * as TeamMember from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { Timestamp } from "@candor/domain/Timestamp"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { came } from "./Submitted.ts"
import * as World from "./World.ts"

const none = { applications: 0, active: 0, hired: 0, rejected: 0, withdrawn: 0 }

for (const database of databases.map(forFile)) {
  describe(`Sources on ${database.name}`, () => {
    test("applications are counted by source and by the campaign of their first submission; other tenants and teams see none of them", () =>
      runOn(database)(Effect.gen(function*() {
        const [{ actor }, other] = [
          yield* World.organization({ name: "Acme" }),
          yield* World.organization({ name: "Other" })
        ]
        const { organization_id } = actor
        const { user_id } =
          (yield* World.member(organization_id, { email: "limited@example.com", scope: "read" })).actor
        const [overviews, sql, teams] = [yield* Overviews, yield* SqlClient.SqlClient, yield* TeamMembers]
        const { applications: [first, second, third], job } = yield* jobWith(actor, "Compilers", 3)
        const { applications: [elsewhere] } = yield* jobWith(actor, "Hidden", 1)
        const autumn = {
          source: "newsletter",
          utm_campaign: "autumn",
          referrer: "https://www.News.example.com:8443/jobs?page=2"
        }
        yield* came(organization_id, first!.id, "newsletter", { ...autumn, utm_term: "cobol" }, {
          utm_campaign: "later"
        })
        yield* came(organization_id, second!.id, "Newsletter", {
          ...autumn,
          source: "NEWSLETTER",
          utm_term: "fortran",
          referrer: "news.example.com"
        })
        yield* came(organization_id, third!.id, "careers_site", {})
        yield* came(organization_id, elsewhere!.id, "fair")
        yield* sql`UPDATE applications SET status = 'hired', closed_at = now() WHERE id = ${second!.id}`
        yield* teams.put(
          actor,
          job.id,
          user_id,
          (joining, context) => TeamMember.put(job.id, user_id, { role: "interviewer" }, joining, context)
        )

        const ofJob = {
          source_types: [
            { source_type: "Newsletter", ...none, applications: 2, active: 1, hired: 1 },
            { source_type: "careers_site", ...none, applications: 1, active: 1 }
          ],
          other_source_types: null,
          campaigns: [{
            source: "NEWSLETTER",
            utm_source: null,
            utm_medium: null,
            utm_campaign: "autumn",
            referrer: "news.example.com",
            ...none,
            applications: 2,
            active: 1,
            hired: 1
          }],
          other_campaigns: null
        }
        const fair = { source_type: "fair", ...none, applications: 1, active: 1 }
        const all = yield* overviews.sources(organization_id, {})
        expect(all).toEqual({ ...ofJob, source_types: [ofJob.source_types[0]!, ofJob.source_types[1]!, fair] })
        expect(yield* overviews.sources(organization_id, { job_id: job.id })).toEqual(ofJob)
        const viewer = { organization_id, member_id: user_id, job_access: "team" } as const
        expect(yield* Effect.provideService(overviews.sources(organization_id, {}), CurrentViewer, viewer)).toEqual(
          ofJob
        )
        const nothing = { source_types: [], other_source_types: null, campaigns: [], other_campaigns: null }
        expect(yield* overviews.sources(other.organization.id, {})).toEqual(nothing)
        expect(
          yield* overviews.sources(organization_id, { created_before: Timestamp.make("2026-01-01T00:00:00.000Z") })
        ).toEqual(nothing)
      })))

    test("sources and campaigns beyond the largest are one row", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { applications } = yield* jobWith(actor, "Compilers", maxSources + 2)
        for (const [n, { id }] of applications.entries()) {
          const name = n < 2 ? "fair" : `fair-${n}`
          yield* came(actor.organization_id, id, name, { source: name })
        }
        const { campaigns, other_campaigns, other_source_types, source_types } = yield* (yield* Overviews).sources(
          actor.organization_id,
          {}
        )
        expect([source_types.length, campaigns.length]).toEqual([maxSources, maxSources])
        expect([source_types[0]!.applications, campaigns[0]!.applications]).toEqual([2, 2])
        const one = { ...none, applications: 1, active: 1 }
        expect([other_source_types, other_campaigns]).toEqual([one, one])
      })))
  })
}
