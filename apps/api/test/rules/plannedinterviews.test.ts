/** Planned interviews over HTTP: from a move into a stage with a plan to its interviews, and to another interviewer for one who declines. */
import type { Interview } from "@candor/domain/interview/Interview"
import type { PlannedForApplication } from "@candor/domain/plan/ApplicationPlan"
import type { PlannedInterview } from "@candor/domain/plan/PlannedInterview"
import type { Candidacy } from "@candor/domain/scheduling/Replacement"
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

    const call = <Body>(method: string, path: string, options: CallOptions = {}) => here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    /** A member who can be booked at all hours, with a key. */
    const person = async () => {
      const { id } = await here.own.make.member({ email: freshEmail(), role: "write" })
      const { key } = await here.own.make.apiKey({ user_id: id, scope: "write" })
      having(200)(await call("PUT", "/me/schedule", { key, body: atAllHours }))
      return { id, key }
    }
    const plan = async (job: string, body: JsonObject) =>
      having(201)(await call<{ planned_interview: PlannedInterview }>("POST", `/jobs/${job}/planned-interviews`, { body })).body.planned_interview
    const planOf = async (application: string) =>
      having(200)(await call<{ plan: ReadonlyArray<PlannedForApplication> }>("GET", `/applications/${application}/planned-interviews`)).body.plan
    const scheduled = async (application: string, body: JsonObject) =>
      having(201)(await call<{ interview: Interview }>("POST", `/applications/${application}/interviews`, { body })).body.interview

    test("a move into a stage with a plan offers its interviews, which are scheduled by it, and one who declines is replaced", async () => {
      const { application, candidate, job: newJob } = here.own.make
      const [job, ann, bo] = [await newJob(), await person(), await person()]
      const [, from, to] = job.stages
      const { id } = await application(job.id, (await candidate()).id, { stage_id: from!.id })
      const talk = await plan(job.id, { stage_id: to!.id, title: "Talk", minutes: 45, member_ids: [ann.id, bo.id], needed: 1 })
      const review = await plan(job.id, { stage_id: to!.id, title: "Review", member_ids: [ann.id, bo.id], position: 0 })
      expect(await planOf(id)).toEqual([])
      having(200)(await call("POST", `/applications/${id}/move`, { body: { stage_id: to!.id } }))
      expect((await planOf(id)).map(({ planned_interview, status }) => [planned_interview.title, status])).toEqual([["Review", "open"], ["Talk", "open"]])
      expect(having(200)(await call<{ interviews: ReadonlyArray<object> }>("GET", `/interviews?application_id=${id}`)).body.interviews).toEqual([])

      const interview = await scheduled(id, {
        title: "Talk", starts_at: "2040-07-02T08:00:00Z", time_zone: "UTC", planned_interview_id: talk.id, interviewers: [{ member_id: ann.id }]
      })
      expect(interview).toMatchObject({ planned_interview_id: talk.id, stage_id: to!.id })
      const opened = having(200)(await call<{ plan: ReadonlyArray<PlannedForApplication> }>("GET", `/applications/${id}/overview`)).body
      expect(opened.plan).toMatchObject([
        { planned_interview: { id: review.id }, status: "open", interview_id: null, holders: [{ member_id: bo.id, held: 0 }, { member_id: ann.id, held: 1 }] },
        { planned_interview: { id: talk.id }, status: "made", interview_id: interview.id }
      ])

      having(200)(await call("PUT", `/interviews/${interview.id}/response`, { key: ann.key, body: { response: "declined" } }))
      const offers = having(200)(await call<{ replacements: ReadonlyArray<Candidacy> }>("GET", `/interviews/${interview.id}/replacements`)).body.replacements
      expect(offers).toEqual([{ member_id: bo.id as Candidacy["member_id"], held_around: 0, is_free: true }])
      const body = { member_id: ann.id, by: bo.id }
      expect(having(200)(await call<{ interview: Interview }>("POST", `/interviews/${interview.id}/replace`, { body })).body.interview)
        .toMatchObject({ interviewers: [{ member_id: bo.id, response: "needs_action" }], starts_at: "2040-07-02T08:00:00.000Z" })
      having(404)(await call("POST", `/interviews/${interview.id}/replace`, { body }))
    })

    test.each<readonly [string, (ids: { readonly stage: string; readonly one: string; readonly stranger: string }) => JsonObject, ReadonlyArray<string | number>]>([
      ["a member who does not see the job", ({ one, stage, stranger }) => ({ stage_id: stage, title: "Talk", member_ids: [one, stranger] }), ["member_ids", 1]],
      ["more than there are members", ({ one, stage }) => ({ stage_id: stage, title: "Talk", member_ids: [one], needed: 2 }), ["needed"]],
      ["nobody", ({ stage }) => ({ stage_id: stage, title: "Talk", member_ids: [] }), ["member_ids"]]
    ])("is refused for %s", async (_, draft, path) => {
      const { id, stages } = await here.own.make.job({ is_confidential: true })
      const [one, stranger] = [await person(), await person()]
      having(200)(await call("PUT", `/jobs/${id}/team/${one.id}`, { body: { role: "interviewer" } }))
      const body = draft({ stage: stages[0]!.id, one: one.id, stranger: stranger.id })
      expect(having(400)(await call<JsonObject>("POST", `/jobs/${id}/planned-interviews`, { body })).body).toMatchObject({ error: { details: { issues: [{ path }] } } })
    })
  })
}
