/**
 * Planned interviews over HTTP: from a move into a stage with a plan to its interviews, and to another interviewer for
 * one who declines.
 */
import type { PlannedForApplication } from "@candor/domain/interview/ApplicationPlan"
import type { Interview } from "@candor/domain/interview/Interview"
import type { PlannedInterview } from "@candor/domain/interview/PlannedInterview"
import type { Candidacy } from "@candor/domain/scheduling/Replacement"
import type { ScorecardTemplate, ScorecardTemplateUse } from "@candor/domain/template/ScorecardTemplates"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type CallOptions, having, type JsonObject } from "../harness/Client.ts"
import { atAllHours } from "../harness/FreshInterview.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    /** A member who can be booked at all hours, with a key. */
    const person = async () => {
      const { id } = await here.own.make.member({ email: freshEmail(), role: "write" })
      const { key } = await here.own.make.apiKey({ user_id: id, scope: "write" })
      having(200)(await call("PUT", "/me/schedule", { key, body: atAllHours }))
      return { id, key }
    }
    const plan = async (job: string, body: JsonObject) =>
      having(201)(
        await call<{ planned_interview: PlannedInterview }>("POST", `/jobs/${job}/planned-interviews`, { body })
      ).body.planned_interview
    const planOf = async (application: string) =>
      having(200)(
        await call<{ plan: ReadonlyArray<PlannedForApplication> }>(
          "GET",
          `/applications/${application}/planned-interviews`
        )
      ).body.plan
    const scheduled = async (application: string, body: JsonObject) =>
      having(201)(await call<{ interview: Interview }>("POST", `/applications/${application}/interviews`, { body }))
        .body.interview

    test("a move into a stage with a plan offers its interviews, which are scheduled by it, and one who declines is replaced", async () => {
      const { application, candidate, job: newJob } = here.own.make
      const [job, ann, bo] = [await newJob(), await person(), await person()]
      const [, from, to] = job.stages
      const { id } = await application(job.id, (await candidate()).id, { stage_id: from!.id })
      const talk = await plan(job.id, {
        stage_id: to!.id,
        title: "Talk",
        minutes: 45,
        member_ids: [ann.id, bo.id],
        needed: 1,
        replaces_declined: false
      })
      const review = await plan(job.id, { stage_id: to!.id, title: "Review", member_ids: [ann.id, bo.id], position: 0 })
      expect(await planOf(id)).toEqual([])
      having(200)(await call("POST", `/applications/${id}/move`, { body: { stage_id: to!.id } }))
      expect((await planOf(id)).map(({ planned_interview, status }) => [planned_interview.title, status])).toEqual([[
        "Review",
        "open"
      ], ["Talk", "open"]])
      expect(
        having(200)(await call<{ interviews: ReadonlyArray<object> }>("GET", `/interviews?application_id=${id}`)).body
          .interviews
      ).toEqual([])

      const interview = await scheduled(id, {
        title: "Talk",
        starts_at: "2040-07-02T08:00:00Z",
        time_zone: "UTC",
        planned_interview_id: talk.id,
        interviewers: [{ member_id: ann.id }]
      })
      expect(interview).toMatchObject({ planned_interview_id: talk.id, stage_id: to!.id })
      const opened =
        having(200)(await call<{ plan: ReadonlyArray<PlannedForApplication> }>("GET", `/applications/${id}/overview`))
          .body
      expect(opened.plan).toMatchObject([
        {
          planned_interview: { id: review.id },
          status: "open",
          interview_id: null,
          holders: [{ member_id: bo.id, held: 0 }, { member_id: ann.id, held: 1 }]
        },
        { planned_interview: { id: talk.id }, status: "made", interview_id: interview.id }
      ])

      having(200)(
        await call("PUT", `/interviews/${interview.id}/response`, { key: ann.key, body: { response: "declined" } })
      )
      const offers = having(200)(
        await call<{ replacements: ReadonlyArray<Candidacy> }>("GET", `/interviews/${interview.id}/replacements`)
      ).body.replacements
      expect(offers).toEqual([{ member_id: bo.id as Candidacy["member_id"], held_around: 0, is_free: true }])
      const body = { member_id: ann.id, by: bo.id }
      expect(
        having(200)(await call<{ interview: Interview }>("POST", `/interviews/${interview.id}/replace`, { body })).body
          .interview
      )
        .toMatchObject({
          interviewers: [{ member_id: bo.id, response: "needs_action" }],
          starts_at: "2040-07-02T08:00:00.000Z"
        })
      having(404)(await call("POST", `/interviews/${interview.id}/replace`, { body }))
      having(200)(
        await call("PATCH", `/jobs/${job.id}/planned-interviews/${talk.id}`, { body: { replaces_declined: true } })
      )
      const passed = having(200)(
        await call<{ interview: Interview }>("PUT", `/interviews/${interview.id}/response`, {
          key: bo.key,
          body: { response: "declined" }
        })
      )
      expect(passed.body.interview).toMatchObject({ interviewers: [{ member_id: bo.id, response: "declined" }] })
      const { declined_interviews } =
        having(200)(await call<{ declined_interviews: ReadonlyArray<JsonObject> }>("GET", "/overview/waiting")).body
      expect(declined_interviews).toContainEqual(
        expect.objectContaining({ interview: expect.objectContaining({ id: interview.id }), declined_by: [bo.id] })
      )
    })

    test("the scorecard of a plan is owed by whoever holds its interviews, which are made by hand or booked by a link, and its template is not deleted", async () => {
      const { application, candidate, job: newJob } = here.own.make
      const [job, ann] = [await newJob(), await person()]
      const [stage] = job.stages
      const sections = [{ name: "Skills", attributes: [{ name: "Concurrency" }, { name: "Testing" }] }]
      const { scorecard_template: { id: template, sections: [skills] } } = having(201)(
        await call<{ scorecard_template: ScorecardTemplate }>(
          "POST",
          "/scorecard-templates",
          { body: { name: crypto.randomUUID(), sections } }
        )
      ).body
      const asked = { scorecard_template_id: template, focus_attribute_ids: [skills!.attributes[1]!.id] }
      const planned = await plan(job.id, { stage_id: stage!.id, title: "Talk", member_ids: [ann.id], ...asked })
      const [one, other] = [
        await application(job.id, (await candidate()).id),
        await application(job.id, (await candidate()).id)
      ]
      const byHand = {
        title: "Talk",
        starts_at: "2040-07-02T08:00:00Z",
        time_zone: "UTC",
        planned_interview_id: planned.id,
        interviewers: [{ member_id: ann.id }]
      }
      expect(await scheduled(one.id, byHand)).toMatchObject(asked)
      const unasked = await scheduled(one.id, {
        ...byHand,
        starts_at: "2040-07-03T08:00:00Z",
        scorecard_template_id: null
      })
      expect(unasked).toMatchObject({ scorecard_template_id: null, focus_attribute_ids: [] })

      const link = (meeting: JsonObject) =>
        call<{ url: string }>("POST", `/applications/${other.id}/scheduling-links`, {
          body: { meetings: [{ title: "Talk", member_ids: [ann.id], ...meeting }], time_zone: "UTC" }
        })
      const { url } = having(201)(await link({ planned_interview_id: planned.id })).body
      const uses = async () =>
        having(200)(await call<{ used_by: ReadonlyArray<ScorecardTemplateUse> }>("GET", "/scorecard-templates")).body
          .used_by
          .find(({ scorecard_template_id }) => scorecard_template_id === template)
      expect(await uses()).toMatchObject({ interviews: 1, planned_interviews: 1, scheduling_links: 1 })
      const refused = having(400)(await call<JsonObject>("DELETE", `/scorecard-templates/${template}`)).body
      expect(refused).toMatchObject({
        error: { details: { uses: ["interviews", "planned_interviews", "scheduling_links"] } }
      })
      const page = here.server.own_origin + new URL(url).pathname
      const start = /name="start" value="([^"]+)"/.exec(await (await fetch(page)).text())![1]!
      expect(
        (await fetch(page, {
          method: "POST",
          body: new URLSearchParams({ action: "book", start }),
          redirect: "manual"
        })).status
      ).toBe(303)
      const due =
        having(200)(await call<{ due: ReadonlyArray<object> }>("GET", `/applications/${other.id}/scorecards`)).body.due
      expect(due).toMatchObject([{ interview: { title: "Talk" }, member: { id: ann.id } }])
      expect(await uses()).toMatchObject({ interviews: 2, scheduling_links: 0 })
      const issues = [{ path: ["meetings", 0, "scorecard_template_id"] }]
      expect(having(400)(await link({ scorecard_template_id: planned.id })).body).toMatchObject({
        error: { details: { issues } }
      })
    })

    test.each<
      readonly [
        string,
        (ids: { readonly stage: string; readonly one: string; readonly stranger: string }) => JsonObject,
        ReadonlyArray<string | number>
      ]
    >([
      [
        "a member who does not see the job",
        ({ one, stage, stranger }) => ({ stage_id: stage, title: "Talk", member_ids: [one, stranger] }),
        ["member_ids", 1]
      ],
      [
        "more than there are members",
        ({ one, stage }) => ({ stage_id: stage, title: "Talk", member_ids: [one], needed: 2 }),
        ["needed"]
      ],
      ["nobody", ({ stage }) => ({ stage_id: stage, title: "Talk", member_ids: [] }), ["member_ids"]]
    ])("is refused for %s", async (_, draft, path) => {
      const { id, stages } = await here.own.make.job({ is_confidential: true })
      const [one, stranger] = [await person(), await person()]
      having(200)(await call("PUT", `/jobs/${id}/team/${one.id}`, { body: { role: "interviewer" } }))
      const body = draft({ stage: stages[0]!.id, one: one.id, stranger: stranger.id })
      expect(having(400)(await call<JsonObject>("POST", `/jobs/${id}/planned-interviews`, { body })).body)
        .toMatchObject({ error: { details: { issues: [{ path }] } } })
    })
  })
}
