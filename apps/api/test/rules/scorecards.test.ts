/**
 * Scorecards over HTTP: drafts, submission, the feedback that follows, and nobody follows a judgement that was made
 * before.
 */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { InterviewFeedback } from "@candor/domain/feedback/InterviewFeedback"
import type { Interview } from "@candor/domain/interview/Interview"
import type { WaitingScorecard } from "@candor/domain/overview/Overview"
import type { DueScorecard, OwnScorecard, Scorecard } from "@candor/domain/scorecard/Scorecard"
import type { ScorecardSummary } from "@candor/domain/scorecard/ScorecardSummary"
import type { ScorecardTemplate } from "@candor/domain/template/ScorecardTemplates"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { askForExport, rowsIn, unpacked } from "../harness/Archive.ts"
import { type CallOptions, type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { freshInterview } from "../harness/FreshInterview.ts"
import { freshEmail } from "../harness/Makers.ts"
import { openStream, readUntil } from "../harness/Stream.ts"
import { type World, world } from "../harness/World.ts"

interface Page {
  readonly scorecards: ReadonlyArray<Scorecard>
  readonly due: ReadonlyArray<DueScorecard>
}

const sections = [
  { name: "Skills", attributes: [{ name: "Concurrency", description: "Races" }, { name: "Testing" }] },
  { name: "People", attributes: [{ name: "Listening" }] }
]

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    const read = async <Body>(path: string, key = here.own.keys.admin) =>
      having(200)(await call<Body>("GET", path, { key })).body

    /** A member with a key. */
    const person = async (role = "write") => {
      const { apiKey, member } = here.own.make
      const { id } = await member({ email: freshEmail(), role })
      return { id, key: (await apiKey({ user_id: id, scope: role === "admin" ? "admin" : "write" })).key }
    }
    type Person = Awaited<ReturnType<typeof person>>

    const template = async (more: JsonObject = {}) => {
      const body = { name: crypto.randomUUID(), sections, questions: [{ text: "What next?" }], ...more }
      return having(201)(
        await call<{ scorecard_template: ScorecardTemplate }>("POST", "/scorecard-templates", { body })
      ).body.scorecard_template
    }

    const asked = async (of: ScorecardTemplate, ...people: ReadonlyArray<Person>) => {
      const { application, candidate, job } = here.own.make
      const { id } = await application((await job()).id, (await candidate()).id)
      return { application: id, interview: await interviewOf(id, of, ...people) }
    }

    const interviewOf = async (application: string, of: ScorecardTemplate, ...people: ReadonlyArray<Person>) => {
      const body = {
        ...freshInterview(""),
        interviewers: people.map(({ id }) => ({ member_id: id })),
        scorecard_template_id: of.id
      }
      return having(201)(
        await call<{ interview: Interview }>("POST", `/applications/${application}/interviews`, { body })
      ).body.interview.id
    }

    const draft = (interview: string, { key }: Person, body: JsonObject, headers = {}) =>
      call<{ scorecard: OwnScorecard } & ErrorBody>("PUT", `/interviews/${interview}/scorecard`, { key, body, headers })

    const submit = async (interview: string, who: Person, overall: string, more: JsonObject = {}) => {
      having(200)(await draft(interview, who, { overall, summary: `I say ${overall}.`, ...more }))
      return having(200)(
        await call<{ scorecard: Scorecard }>("POST", `/interviews/${interview}/scorecard/submit`, { key: who.key })
      ).body.scorecard
    }

    test("a template's scorecard is requested, drafted, submitted and revised, and keeps what it asked for", async () => {
      const of = await template()
      const ada = await person()
      const { application, interview } = await asked(of, ada)
      const path = `/interviews/${interview}/scorecard`
      const { scorecard: requested } = await read<{ scorecard: OwnScorecard }>(path, ada.key)
      expect(requested).toMatchObject({
        id: null,
        status: "requested",
        sections: of.sections,
        ratings: [],
        overall: null,
        member: { id: ada.id }
      })
      const [concurrency, testing] = of.sections[0]!.attributes.map(({ id }) => id)
      const ratings = [{ attribute_id: testing!, rating: "no" }, {
        attribute_id: concurrency!,
        rating: "Strong hire",
        note: "Knew it."
      }]
      const body = { ratings, answers: [{ question_id: of.questions[0]!.id, answer: "Systems." }] }
      const { scorecard: drafted } = having(200)(await draft(interview, ada, body)).body
      expect(drafted).toMatchObject({
        status: "draft",
        ratings: [{ attribute_id: concurrency, rating: "strong_yes", note: "Knew it." }, {
          attribute_id: testing,
          rating: "no",
          note: null
        }]
      })
      const missing = having(400)(await call<ErrorBody>("POST", `${path}/submit`, { key: ada.key })).body.error.details
        ?.["issues"]
      expect(missing).toMatchObject([{ path: ["overall"] }, { path: ["summary"] }])
      having(200)(
        await call("PATCH", `/scorecard-templates/${of.id}`, {
          body: { sections: [{ name: "Other", attributes: [{ name: "New" }] }] }
        })
      )
      const submitted = await submit(interview, ada, "yes", body)
      expect(submitted).toMatchObject({ id: drafted.id, status: "submitted", sections: of.sections, overall: "yes" })
      having(400)(await draft(interview, ada, {}))
      const { interview_feedback: [feedback] } = await read<{ interview_feedback: ReadonlyArray<InterviewFeedback> }>(
        `/applications/${application}/feedback`
      )
      expect(feedback).toMatchObject({
        scorecard_id: submitted.id,
        rating: "yes",
        body: "I say yes.",
        interview_type: "Technical interview",
        author: { id: ada.id }
      })
      having(400)(
        await call("PATCH", `/applications/${application}/feedback/${feedback!.id}`, {
          key: ada.key,
          body: { rating: "no" }
        })
      )
      having(400)(
        await call("DELETE", `/applications/${application}/feedback/${feedback!.id}`, { key: here.own.keys.admin })
      )
      const revise = (body: JsonObject) => call<{ scorecard: Scorecard }>("PATCH", path, { key: ada.key, body })
      expect(having(200)(await revise({ overall: "no" })).body.scorecard).toMatchObject({
        status: "revised",
        overall: "no",
        summary: "I say yes."
      })
      expect(
        (await read<{ interview_feedback: ReadonlyArray<InterviewFeedback> }>(`/applications/${application}/feedback`))
          .interview_feedback
      )
        .toMatchObject([{ id: feedback!.id, rating: "no" }])
      having(200)(await revise({ overall: "no_decision" }))
      expect((await read<ApplicationBody>(`/applications/${application}`)).application.interview_feedback).toEqual([])
      const { due, scorecards } = await read<Page>(`/interviews/${interview}/scorecards`)
      expect([due, scorecards.map(({ overall, status }) => [overall, status])]).toEqual([[], [[
        "no_decision",
        "revised"
      ]]])
    })

    interface ApplicationBody {
      readonly application: ApplicationDetail
    }

    test("two pages that save one draft: the second is told, and nothing of the first is lost", async () => {
      const ada = await person()
      const { interview } = await asked(await template(), ada)
      const tag = (await call("GET", `/interviews/${interview}/scorecard`, { key: ada.key })).headers.get("etag")!
      having(200)(await draft(interview, ada, { summary: "First" }, { "if-match": tag }))
      having(412)(await draft(interview, ada, { summary: "Second" }, { "if-match": tag }))
      expect((await read<{ scorecard: OwnScorecard }>(`/interviews/${interview}/scorecard`, ada.key)).scorecard.summary)
        .toBe("First")
    })

    test("a scorecard waits for its interviewer once the interview is over, until it is submitted", async () => {
      const [ada, grace] = [await person(), await person()]
      const of = await template()
      const { application } = await asked(of, ada)
      const body = {
        title: "Over",
        starts_at: "2026-01-05T10:00:00Z",
        time_zone: "UTC",
        interviewers: [ada, grace].map(({ id }) => ({ member_id: id })),
        scorecard_template_id: of.id
      }
      const { interview } =
        having(201)(await call<{ interview: Interview }>("POST", `/applications/${application}/interviews`, { body }))
          .body
      const waiting = async ({ key }: Person) =>
        (await read<{ scorecards: ReadonlyArray<WaitingScorecard> }>("/overview/waiting", key)).scorecards.map((
          one
        ) => [one.interview.id, one.application.id])
      expect(await waiting(ada)).toEqual([[interview.id, application]])
      await submit(interview.id, ada, "yes")
      expect([await waiting(ada), await waiting(grace)]).toEqual([[], [[interview.id, application]]])
    })

    test("only interviewers are asked, of interviews with a template; unknown attributes, focuses and templates are told", async () => {
      const of = await template()
      const [ada, grace] = [await person(), await person()]
      const { application, interview } = await asked(of, ada)
      having(404)(await call("GET", `/interviews/${interview}/scorecard`, { key: grace.key }))
      having(404)(await draft(interview, grace, {}))
      const unasked = (await here.own.make.interview(application)).id
      having(404)(await call("GET", `/interviews/${unasked}/scorecard`))
      const issues = async (path: string, body: JsonObject) =>
        having(400)(await call<ErrorBody>("PATCH", path, { body })).body.error.details?.["issues"] as ReadonlyArray<
          JsonObject
        >
      expect(
        await issues(`/interviews/${interview}`, { focus_attribute_ids: [of.sections[0]!.attributes[0]!.id, unasked] })
      )
        .toMatchObject([{ path: ["focus_attribute_ids", 1] }])
      expect(await issues(`/interviews/${unasked}`, { scorecard_template_id: unasked })).toMatchObject([{
        path: ["scorecard_template_id"]
      }])
      const refused =
        having(400)(await draft(interview, ada, { ratings: [{ attribute_id: unasked, rating: "yes" }] })).body.error
      expect(refused.details?.["issues"]).toMatchObject([{ path: ["ratings", 0, "attribute_id"] }])
      expect(having(400)(await call<ErrorBody>("DELETE", `/scorecard-templates/${of.id}`)).body.error.details?.["uses"])
        .toEqual(["interviews"])
    })

    /** All that tells of scorecards and feedback of an application, as a member reads it. */
    const told = async (application: string, interview: string, after: number, { key }: Person) => {
      const { candidate, job } = (await read<ApplicationBody>(`/applications/${application}`, key)).application
      const paths = [
        `/applications/${application}`,
        `/applications/${application}/feedback`,
        `/applications/${application}/scorecards`,
        `/applications/${application}/scorecard-summary`,
        `/applications/${application}/overview`,
        `/interviews/${interview}/scorecards`,
        `/jobs/${job.id}/board`,
        `/jobs/${job.id}/cards`,
        `/jobs/${job.id}/counts?rating=strong_no`,
        `/candidates/${candidate.id}/export`,
        `/events?after=${after}&limit=1000`,
        `/applications/${application}/history`
      ]
      return Promise.all(paths.map(async (path) => JSON.stringify(await read(path, key))))
    }

    // In other roles, and in all answers: ../hidden/scorecards.test.ts.
    test("who owes a scorecard is told of no other's before, and of all after; drafts are told to nobody", async () => {
      const [first, second, reader] = [await person(), await person(), await person()]
      const { application, interview } = await asked(await template(), first, second)
      const { job } = (await read<ApplicationBody>(`/applications/${application}`)).application
      having(200)(
        await call("PUT", `/jobs/${job.id}/team/${second.id}`, {
          key: here.own.keys.admin,
          body: { role: "interviewer" }
        })
      )
      const own = await interviewOf(application, await template(), second)
      const { latest } = await read<{ latest: number }>("/events?limit=1")
      having(200)(await draft(interview, first, { summary: "SECRET", overall: "strong_no" }))
      const everybody = [second, reader, { ...reader, key: here.own.keys.admin }]
      for (const one of everybody)
        expect((await told(application, interview, latest, one)).join()).not.toMatch(/SECRET|strong_no/)
      await submit(interview, first, "strong_no", { summary: "SECRET" })
      for (const body of await told(application, interview, latest, second))
        expect(body).not.toMatch(/SECRET|strong_no/)
      const name = crypto.randomUUID()
      having(201)(await call("POST", "/departments", { key: here.own.keys.admin, body: { name } }))
      await using stream = await openStream(here.server, second.key, { "last-event-id": String(latest) })
      expect(await readUntil(stream.response, new RegExp(name))).not.toMatch(/SECRET|strong_no/)
      const shown = await told(application, interview, latest, reader)
      expect(shown.filter((body) => /SECRET|strong_no/.test(body)).length).toBeGreaterThanOrEqual(8)
      await submit(own, second, "yes")
      await submit(interview, second, "yes")
      expect((await told(application, interview, latest, second)).map((body) => /SECRET|strong_no/.test(body)))
        .toEqual(shown.map((body) => /SECRET|strong_no/.test(body)))
    })

    test("a member who has applied sees no scorecard and no feedback on their own application, as an administrator either", async () => {
      const interviewer = await person()
      const [{ id, email }, { application, candidate, job }] = [
        await here.own.make.member({ email: freshEmail(), role: "admin" }),
        here.own.make
      ]
      const self = { id, key: (await here.own.make.apiKey({ user_id: id, scope: "admin" })).key }
      const { id: applied } = await application(
        (await job()).id,
        (await candidate({ primary_email: email.toUpperCase() })).id
      )
      const interview = await interviewOf(applied, await template(), interviewer)
      const { latest } = await read<{ latest: number }>("/events?limit=1")
      await submit(interview, interviewer, "strong_no", { summary: "SECRET" })
      for (const body of await told(applied, interview, latest, self)) expect(body).not.toMatch(/SECRET|strong_no/)
      const exported = async (key: string) =>
        rowsIn(await unpacked(await askForExport(here.server, key))).split("\n").filter((row) => row.includes(applied))
          .join()
      expect([await exported(self.key), await exported(here.own.keys.admin)].map((rows) => /SECRET/.test(rows)))
        .toEqual([false, true])
      expect(await read(`/applications/${applied}/scorecard-summary`, self.key)).toMatchObject({
        scorecard_summary: { recommendations: [], is_hidden: true }
      })
    })

    test("who has declined, and so reads what others say, submits nothing, also of a draft that was begun before", async () => {
      const [ada, grace] = [await person(), await person()]
      const { application, interview } = await asked(await template(), ada, grace)
      having(200)(await draft(interview, ada, { summary: "Mine", overall: "yes" }))
      having(200)(
        await call("PUT", `/interviews/${interview}/response`, { key: ada.key, body: { response: "declined" } })
      )
      having(404)(await call("POST", `/interviews/${interview}/scorecard/submit`, { key: ada.key }))
      having(404)(await draft(interview, ada, { summary: "Again" }))
      expect((await read<Page>(`/applications/${application}/scorecards`)).due.map(({ member }) => member.id)).toEqual([
        grace.id
      ])
    })

    test("a debrief has what each says of an attribute, with disagreement and gaps, and the answers to each question", async () => {
      const of = await template()
      const [ada, grace, due] = [await person(), await person(), await person()]
      const { application, interview } = await asked(of, ada, grace, due)
      const [concurrency, testing, listening] = of.sections.flatMap(({ attributes }) => attributes.map(({ id }) => id))
      await submit(interview, ada, "yes", {
        ratings: [{ attribute_id: concurrency!, rating: "yes" }, { attribute_id: testing!, note: "Did not ask." }],
        answers: [{ question_id: of.questions[0]!.id, answer: "Systems." }]
      })
      await submit(interview, grace, "mixed", { ratings: [{ attribute_id: concurrency!, rating: "strong_no" }] })
      const { scorecard_summary: summary } = await read<{ scorecard_summary: ScorecardSummary }>(
        `/applications/${application}/scorecard-summary`
      )
      expect(
        summary.attributes.map((
          { id, is_disputed, is_gap, ratings }
        ) => [id, is_disputed, is_gap, ratings.map(({ rating }) => rating)])
      ).toEqual([
        [concurrency!, true, false, ["yes", "strong_no"]],
        [testing!, false, true, [null]],
        [listening!, false, true, []]
      ])
      expect(summary.questions).toEqual([{
        ...of.questions[0]!,
        answers: [expect.objectContaining({ member: expect.objectContaining({ id: ada.id }), answer: "Systems." })]
      }])
      expect(summary).toMatchObject({
        is_disputed: false,
        is_hidden: false,
        due: [{ member: { id: due.id }, interview: { id: interview } }]
      })
    })
  })
}
