/** The team of a job: each member once, with one role, and no more than a team has. */
import type { Event } from "@candor/domain/event/Event"
import type { JobOverview } from "@candor/domain/overview/Overview"
import { maxTeam, type TeamMember } from "@candor/domain/team/TeamMember"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { having, type JsonObject } from "../harness/Client.ts"
import { freshEmail } from "../harness/Makers.ts"
import { openStream } from "../harness/Stream.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const key = () => here.own.keys.write
    const put = (job: string, member: string, role: string) =>
      here.call("PUT", `/jobs/${job}/team/${member}`, { key: key(), body: { role } })
    const teamOf = async (job: string) =>
      having(200)(await here.call<{ team: ReadonlyArray<TeamMember> }>("GET", `/jobs/${job}/team`, { key: key() })).body
        .team

    test("a member has one role, which can change, in the team and in the member's own list", async () => {
      const { job, member } = here.own.make
      const [{ id }, { id: person }, { id: other }] = [await job(), await member(), await member()]
      having(200)(await put(id, person, "interviewer"))
      having(200)(await put(id, other, "Hiring Manager"))
      having(200)(await put(id, person, "recruiter"))
      having(200)(await put(id, person, "recruiter"))
      expect((await teamOf(id)).map(({ member, role }) => [member.id, role])).toEqual([[person, "recruiter"], [
        other,
        "hiring_manager"
      ]])
      const { jobs } = having(200)(
        await here.call<{ jobs: ReadonlyArray<TeamMember> }>("GET", `/members/${person}/jobs`, { key: key() })
      ).body
      expect(jobs.map(({ job, role }) => [job.id, role])).toEqual([[id, "recruiter"]])
      const overview = having(200)(
        await here.call<{ jobs: ReadonlyArray<JobOverview> }>("GET", "/overview/jobs?limit=1", { key: key() })
      ).body
      expect(overview.jobs[0]!.team.map(({ id, role }) => [id, role])).toEqual([[person, "recruiter"], [
        other,
        "hiring_manager"
      ]])
      having(200)(await here.call("DELETE", `/jobs/${id}/team/${person}`, { key: key() }))
      having(404)(await here.call("DELETE", `/jobs/${id}/team/${person}`, { key: key() }))
      expect((await teamOf(id)).map(({ member }) => member.id)).toEqual([other])
      const { events } = having(200)(
        await here.call<{ events: ReadonlyArray<Event> }>("GET", "/events?types=team_member.*&limit=1000", {
          key: key()
        })
      ).body
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
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE jobs SET team_counted = ${maxTeam.limit - 1} WHERE id = ${id}`
        )
      )
      const statuses = (await Promise.all(members.map((member) => put(id, member.id, "interviewer")))).map((
        { status }
      ) => status)
      expect(statuses.toSorted()).toEqual([200, 400, 400, 400])
    })

    test("a deactivated member joins no team, and stays in the old ones", async () => {
      const { job, member } = here.own.make
      const [{ id }, { id: second }, { id: person }] = [await job(), await job(), await member()]
      having(200)(await put(id, person, "interviewer"))
      having(200)(
        await here.call("PATCH", `/members/${person}`, { key: here.own.keys.admin, body: { status: "deactivated" } })
      )
      having(400)(await put(second, person, "interviewer"))
      expect((await teamOf(id)).map(({ member }) => member.id)).toEqual([person])
    })

    /** A member with this role, and a key of theirs. */
    const person = async (role: string) => {
      const { id } = await here.own.make.member({ role })
      return { id, key: (await here.own.make.apiKey({ user_id: id, scope: "write" })).key }
    }

    test("a limited member writes and gives feedback on what they see, and decides where they are hiring manager or recruiter", async () => {
      const { make } = here.own
      const [one, other] = [await make.job(), await make.job()]
      const { id: application } = await make.application(one.id, (await make.candidate()).id)
      const limited = await person("limited")
      having(200)(await put(other.id, limited.id, "recruiter"))
      const ask = (method: string, path: string, body?: JsonObject) =>
        here.call(method, path, { key: limited.key, body })
      const move = () => ask("POST", `/applications/${application}/move`, { stage_id: one.stages[1]!.id })
      const bulk = () => ask("POST", "/applications/bulk", { application_ids: [application], add_tags: ["seen"] })
      having(404)(await ask("GET", `/applications/${application}`))
      having(404)(await ask("POST", `/applications/${application}/notes`, { note: "Hello" }))
      having(403)(await move())

      having(200)(await put(one.id, limited.id, "interviewer"))
      having(200)(await ask("GET", `/applications/${application}`))
      having(201)(await ask("POST", `/applications/${application}/notes`, { note: "Hello" }))
      having(201)(
        await ask("POST", `/applications/${application}/feedback`, {
          interview_type: "panel",
          rating: "yes",
          body: "Good."
        })
      )
      having(403)(await move())
      having(403)(await ask("POST", `/applications/${application}/hire`))
      expect(having(200)(await bulk()).body["results"]).toMatchObject([{ error: { code: "not_found" } }])
      for (
        const [method, path] of [["PATCH", `/jobs/${one.id}`], ["DELETE", `/jobs/${one.id}`], [
          "DELETE",
          `/applications/${application}`
        ]] as const
      ) {
        having(403)(await ask(method, path, method === "PATCH" ? { title: "Mine" } : undefined))
      }

      for (const role of ["hiring_manager", "recruiter"]) {
        having(200)(await put(one.id, limited.id, role))
        having(200)(await move())
        expect(having(200)(await bulk()).body["results"]).toMatchObject([{ error: null }])
        const items = [
          { id: application, reject: { reason: "Position closed" } },
          { id: application, reopen: true },
          { id: application, source_type: "referral" },
          { job_id: one.id, candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" } }
        ]
        const { results } = having(200)(await ask("POST", "/applications/bulk", { applications: items })).body
        expect(results).toMatchObject([
          { error: null },
          { error: null },
          { error: { code: "forbidden" } },
          { error: { code: "forbidden" } }
        ])
      }
      having(200)(await ask("POST", `/applications/${application}/hire`))
      having(200)(await here.call("DELETE", `/jobs/${one.id}/team/${limited.id}`, { key: key() }))
      having(404)(await ask("GET", `/applications/${application}`))
    })

    test("a confidential job is seen by its team and administrators, and whoever makes it so stays in sight of it", async () => {
      const { make } = here.own
      const [recruiter, outsider] = [await person("write"), await person("write")]
      const { id } = await make.job()
      const sees = async ({ key }: { readonly key: string }) =>
        (await here.call("GET", `/jobs/${id}`, { key })).status === 200
      const makeSecret = (is_confidential: boolean) =>
        here.call("PATCH", `/jobs/${id}`, { key: recruiter.key, body: { is_confidential } })
      having(400)(
        await here.call("PATCH", `/jobs/${id}`, {
          key: recruiter.key,
          body: { is_confidential: true, salary_min: 2, salary_max: 1 }
        })
      )
      expect(await teamOf(id)).toEqual([])
      having(200)(
        await here.call("PATCH", `/jobs/${id}?dry_run=true`, { key: recruiter.key, body: { is_confidential: true } })
      )
      expect(await teamOf(id)).toEqual([])
      having(200)(await makeSecret(true))
      expect([await sees(recruiter), await sees(outsider), await sees({ key: here.own.keys.admin })]).toEqual([
        true,
        false,
        true
      ])
      expect((await teamOf(id)).map(({ member, role }) => [member.id, role])).toEqual([[recruiter.id, "recruiter"]])
      having(200)(await put(id, outsider.id, "interviewer"))
      expect(await sees(outsider)).toBe(true)
      const created = having(201)(
        await here.call<{ job: { id: string } }>("POST", "/jobs", {
          key: recruiter.key,
          body: { title: "Secret", is_confidential: true }
        })
      ).body.job
      having(200)(await here.call("GET", `/jobs/${created.id}`, { key: recruiter.key }))
      having(404)(await here.call("GET", `/jobs/${created.id}`, { key: outsider.key }))
      const { id: open } = await make.job()
      const copied = having(201)(
        await here.call<{ job: { id: string } }>("POST", `/jobs/${open}/copy`, {
          key: recruiter.key,
          body: { title: "Secret as well", is_confidential: true }
        })
      ).body.job
      having(200)(await here.call("GET", `/jobs/${copied.id}`, { key: recruiter.key }))
      having(404)(await here.call("GET", `/jobs/${copied.id}`, { key: outsider.key }))
      const { text } = having(200)(await here.call("GET", "/events?limit=100", { key: outsider.key }))
      expect(text).not.toContain("Secret as well")
    })

    test("a note for the team is seen by the job's team and administrators alone, where notes are listed, searched and told of", async () => {
      const { make } = here.own
      const [member, outsider] = [await person("write"), await person("write")]
      const { id } = await make.job()
      having(200)(await put(id, member.id, "interviewer"))
      const application = await make.application(id, (await make.candidate()).id)
      const word = `Quixotic${crypto.randomUUID().slice(0, 8)}`
      const { note } = having(201)(
        await here.call<{ note: { id: string } }>("POST", `/applications/${application.id}/notes`, {
          key: member.key,
          body: { note: `${word} for us, [@Out](member:${outsider.id})`, visibility: "team" }
        })
      ).body
      const paths = [
        `/applications/${application.id}`,
        `/applications/${application.id}/notes`,
        `/candidates/search?q=${word}`,
        "/events?types=note.*&limit=1000",
        `/candidates/${application.candidate.id}/export`
      ]
      const shows = ({ key }: { readonly key: string }) =>
        Promise.all(
          paths.map(async (path) => having(200)(await here.call("GET", path, { key })).text.includes("for us,"))
        )
      expect(await shows(member)).toEqual(paths.map(() => true))
      expect(await shows({ key: here.own.keys.admin })).toEqual(paths.map(() => true))
      expect(await shows(outsider)).toEqual(paths.map(() => false))
      having(404)(await here.call("GET", `/applications/${application.id}/notes/${note.id}`, { key: outsider.key }))
      expect(having(200)(await here.call("GET", "/overview/waiting", { key: outsider.key })).text).not.toContain(word)
      having(404)(await here.call("POST", `/overview/mentions/${note.id}/seen`, { key: outsider.key }))
    })

    test("whoever writes a note for a team that they are not in still sees it", async () => {
      const { make } = here.own
      const author = await person("write")
      const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
      const ask = (method: string, path: string, body?: JsonObject) =>
        here.call<{ note: { id: string } }>(method, path, { key: author.key, body })
      const { note } =
        having(201)(await ask("POST", `/applications/${id}/notes`, { note: "For you", visibility: "team" })).body
      having(200)(await ask("PATCH", `/applications/${id}/notes/${note.id}`, { note: "For you all" }))
    })

    test("beside a confidential job, others add prospects, and do not see those who were converted into it", async () => {
      const { make } = here.own
      const [member, outsider] = [await person("write"), await person("write")]
      const { id: job } = await make.job({ is_confidential: true })
      having(200)(
        await here.call("PUT", `/jobs/${job}/team/${member.id}`, {
          key: here.own.keys.admin,
          body: { role: "sourcer" }
        })
      )
      const { id: search } = await make.search()
      const { prospects: [prospect] } = having(201)(
        await here.call<{ prospects: ReadonlyArray<{ id: string }> }>(
          "POST",
          `/sourcing/searches/${search}/prospects`,
          { key: outsider.key, body: { prospects: [{ full_name: "Radia Perlman" }] } }
        )
      ).body
      const path = `/sourcing/prospects/${prospect!.id}`
      having(200)(await here.call("POST", `${path}/convert`, { key: here.own.keys.admin, body: { job_id: job } }))
      having(200)(await here.call("GET", path, { key: member.key }))
      having(404)(await here.call("GET", path, { key: outsider.key }))
      expect(having(200)(await here.call("GET", `/sourcing/searches/${search}/prospects`, { key: outsider.key })).text)
        .not.toContain("Radia")
    })

    test.each([["DELETE", ""], ["POST", "/anonymise"]])(
      "%s /candidates/{id}%s with related records erases those of a confidential job, and names none",
      async (method, suffix) => {
        const { make } = here.own
        const [member, secret] = [await person("write"), await make.job({ is_confidential: true })]
        const draft = { full_name: "Radia Perlman", primary_email: freshEmail() }
        const { application: { candidate: hidden } } = having(201)(
          await here.call<{ application: { candidate: { id: string } } }>("POST", "/applications", {
            key: here.own.keys.admin,
            body: { job_id: secret.id, candidate: draft }
          })
        ).body
        const known = { primary_email: draft.primary_email }
        const [{ id }, seen] = [await make.candidate(known), await make.candidate(known)]
        const erase = (query: string, key: string) =>
          here.call<{ related: { candidates: ReadonlyArray<{ id: string }> } }>(
            method,
            `/candidates/${id}${suffix}?include_related=true${query}`,
            { key }
          )
        const tried = having(200)(await erase("&dry_run=true", here.own.keys.admin)).body.related.candidates
        expect(tried.map((one) => one.id).toSorted()).toEqual([seen.id, hidden.id].toSorted())
        for (const query of ["&dry_run=true", ""]) {
          const { body, text } = having(200)(await erase(query, member.key))
          expect(body.related.candidates.map((one) => one.id)).toEqual([seen.id])
          expect(text).not.toContain(hidden.id)
          expect(text).not.toContain("Radia")
        }
        const left = await here.call("GET", `/candidates/${hidden.id}`, { key: here.own.keys.admin })
        expect(left.text).not.toContain("Radia")
      }
    )

    test("members who are not limited learn what was deleted, but for confidential jobs and notes of other teams", async () => {
      const { make } = here.own
      const [reader, open] = [await person("write"), await make.job()]
      const secret = await make.job({ is_confidential: true })
      const { id: candidate } = await make.candidate()
      const { id: application } = await make.application((await make.job()).id, (await make.candidate()).id)
      const ofTeam = having(201)(
        await here.call<{ note: { id: string } }>("POST", `/applications/${application}/notes`, {
          key: key(),
          body: { note: "For us", visibility: "team" }
        })
      ).body.note
      const shared = await make.note(application)
      const paths = [
        `/jobs/${open.id}`,
        `/jobs/${secret.id}`,
        `/candidates/${candidate}`,
        `/applications/${application}/notes/${ofTeam.id}`,
        `/applications/${application}/notes/${shared.id}`
      ]
      for (const path of paths) having(200)(await here.call("DELETE", path, { key: here.own.keys.admin }))
      const { events } =
        having(200)(await here.call<{ events: ReadonlyArray<Event> }>("GET", "/events?limit=1000", { key: reader.key }))
          .body
      const made = new Set<string>([open.id, secret.id, candidate, ofTeam.id, shared.id])
      const told = events.filter(({ subject_id, type }) => type.endsWith(".deleted") && made.has(subject_id))
      expect(told.map(({ subject_id, type }) => [type, subject_id])).toEqual([
        ["job.deleted", open.id],
        ["candidate.deleted", candidate],
        ["note.deleted", shared.id]
      ])
    })

    test("a stream ends within a second once its member sees other jobs than before", async () => {
      const reader = await person("write")
      await using stream = await openStream(here.server, reader.key)
      having(200)(
        await here.call("PATCH", `/members/${reader.id}`, { key: here.own.keys.admin, body: { role: "limited" } })
      )
      expect((await Array.fromAsync(stream.response.body!)).length).toBeGreaterThan(0)
    })
  })
}
