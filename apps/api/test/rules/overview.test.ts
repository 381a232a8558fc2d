/** Overviews say what lists and histories say: who is where, since when, and who waits. */
import type {
  Card,
  JobOverview,
  Mention,
  Named,
  PersonOverview,
  StageCount,
  Unanswered
} from "@candor/domain/overview/Overview"
import type { Note } from "@candor/domain/note/Note"
import type { FeedbackRequest } from "@candor/domain/request/FeedbackRequest"
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

    const get = async <Body>(path: string) =>
      having(200)(await here.call<Body>("GET", path, { key: here.own.keys.write })).body
    const post = (path: string, body?: Readonly<Record<string, string>>) =>
      here.call("POST", path, { key: here.own.keys.write, ...(body === undefined ? {} : { body }) })

    /** A job with two applications, of which the older one came nine days ago. */
    const jobWithTwo = async () => {
      const { application, candidate, job } = here.own.make
      const { id, stages } = await job({ title: `Überblick ${crypto.randomUUID()}` })
      const older = await application(id, (await candidate({ tags: ["rust"] })).id)
      const newer = await application(id, (await candidate()).id)
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql`WITH moved AS (UPDATE application_history SET entered_at = (entered_at AT TIME ZONE 'UTC' - interval '9 days') AT TIME ZONE 'UTC' WHERE application_id = ${older.id})
          UPDATE applications SET created_at = (created_at AT TIME ZONE 'UTC' - interval '9 days') AT TIME ZONE 'UTC' WHERE id = ${older.id}`
        )
      )
      return { id, stages, older, newer }
    }

    const overviewOf = async (title: string) =>
      (await get<{ jobs: ReadonlyArray<JobOverview> }>(`/overview/jobs?q=${encodeURIComponent(title)}`)).jobs

    test("a job's overview counts active applications by stage and new ones, and names who waits longest", async () => {
      const { id, newer, older, stages } = await jobWithTwo()
      const title = (await get<{ job: { title: string } }>(`/jobs/${id}`)).job.title
      const active = async () =>
        (await overviewOf(title.toUpperCase()))[0]!.stages.map(({ active_applications }) => active_applications)
      expect(await active()).toEqual([2, 0, 0, 0, 0])
      expect((await overviewOf(title))[0]).toMatchObject({
        id,
        new_applications: 1,
        waits_longest: { id: older.id, stage: { id: stages[0]!.id } }
      })
      having(200)(await post(`/applications/${older.id}/move`, { stage_id: stages[2]!.id }))
      expect(await active()).toEqual([1, 0, 1, 0, 0])
      expect((await overviewOf(title))[0]!.waits_longest?.id).toBe(newer.id)
      having(200)(await post(`/applications/${newer.id}/withdraw`))
      expect(await active()).toEqual([0, 0, 1, 0, 0])
    })

    test("a card tells the time in the stage, ratings, tags and open requests for feedback", async () => {
      const { id, older, stages } = await jobWithTwo()
      const { feedback, member } = here.own.make
      await feedback(older.id, { rating: "no" })
      await feedback(older.id, { rating: "strong_yes" })
      having(201)(await post(`/applications/${older.id}/feedback-requests`, { member_id: (await member()).id }))
      const cards = async (query: string) =>
        (await get<{ cards: ReadonlyArray<Card> }>(`/jobs/${id}/cards${query}`)).cards
      expect(await cards("?limit=1&offset=1")).toEqual([
        expect.objectContaining({
          id: older.id,
          ratings: ["no", "strong_yes"],
          tags: ["rust"],
          asked: 1,
          headline: null,
          status: "active"
        })
      ])
      const [before] = await cards(`?stage_id=${stages[0]!.id}&limit=1&offset=1`)
      expect(before!.entered_at).toBe(before!.created_at)
      having(200)(await post(`/applications/${older.id}/move`, { stage_id: stages[1]!.id }))
      const [after] = await cards(`?stage_id=${stages[1]!.id}&status=active`)
      expect(after!.entered_at > before!.entered_at).toBe(true)
    })

    test("what is undone within minutes leaves the time in the stage as it was; what stood for longer does not", async () => {
      const { id, older, stages } = await jobWithTwo()
      await here.own.make.reason("Not now")
      const history = (shift: string, status: string) =>
        here.backend.run(
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            sql`UPDATE application_history SET entered_at = (entered_at AT TIME ZONE 'UTC' - ${shift}::interval) AT TIME ZONE 'UTC' WHERE application_id = ${older.id} AND status = ${status}`)
        )
      const entered = async () =>
        (await get<{ cards: ReadonlyArray<Card> }>(`/jobs/${id}/cards?stage_id=${stages[0]!.id}`)).cards
          .find((card) => card.id === older.id)!.entered_at
      await history("9 days", "active")
      const before = await entered()
      having(200)(await post(`/applications/${older.id}/reject`, { reason: "Not now" }))
      expect(await entered() > before).toBe(true)
      having(200)(await post(`/applications/${older.id}/reopen`))
      expect(await entered()).toBe(before)
      having(200)(await post(`/applications/${older.id}/move`, { stage_id: stages[1]!.id }))
      having(200)(await post(`/applications/${older.id}/move`, { stage_id: stages[0]!.id }))
      expect(await entered()).toBe(before)
      await history("1 hour", "rejected")
      expect(await entered() > before).toBe(true)
    })

    /**
     * A job with four applicants, the first one the newest: `found` returns their names in the order of a query, which
     * the counts have too.
     */
    const jobWithFour = async () => {
      const { application, candidate, feedback, job, note } = here.own.make
      const { id, stages } = await job()
      const people = [
        {
          full_name: "Ada Filter",
          tags: ["rust"],
          source_type: "Referral",
          answers: [{ question_text: "When?", answer_text: "In JANUARY" }],
          days: 1
        },
        { full_name: "Ben Filter", tags: ["rust", "go"], source_type: "careers_site", answers: [], days: 30 },
        { full_name: "Cal Filter", tags: [], source_type: "careers_site", answers: [], days: 8 },
        { full_name: "Dot Filter", tags: [], source_type: "careers_site", answers: [], days: 0 }
      ]
      const ids: Array<string> = []
      for (const { answers, full_name, source_type, tags } of people.toReversed()) {
        ids.unshift((await application(id, (await candidate({ full_name, tags })).id, { source_type, answers })).id)
      }
      await feedback(ids[1]!, { rating: "strong_yes" })
      await feedback(ids[1]!, { rating: "no" })
      await feedback(ids[2]!, { rating: "yes" })
      await note(ids[2]!, "Knows COBOL and McDonald")
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            Effect.forEach(
              people,
              ({ days }, at) =>
                sql`UPDATE application_history SET entered_at = (entered_at AT TIME ZONE 'UTC' - make_interval(days => ${days})) AT TIME ZONE 'UTC' WHERE application_id = ${ids[
                  at
                ]!}`
            )
        )
      )
      const found = async (query: Readonly<Record<string, string>>) => {
        const walk = async (path: string): Promise<ReadonlyArray<Card>> => {
          const { cards, next_cursor } = await get<{ cards: ReadonlyArray<Card>; next_cursor: string | null }>(path)
          return next_cursor === null
            ? cards
            : [...cards, ...await walk(`${path.split("&cursor")[0]}&cursor=${next_cursor}`)]
        }
        const names = (await walk(`/jobs/${id}/cards?${new URLSearchParams({ ...query, limit: "1" })}`)).map((
          { candidate }
        ) => candidate.full_name.slice(0, 3))
        const { sort: _, ...filter } = query
        const { counts } = await get<{ counts: ReadonlyArray<StageCount> }>(
          `/jobs/${id}/counts?${new URLSearchParams(filter)}`
        )
        expect(counts.reduce((sum, { applications }) => sum + applications, 0)).toBe(names.length)
        return names.join(" ")
      }
      return { id, stages, ids, found }
    }

    test("cards and counts are filtered and sorted alike, page by page", async () => {
      const { found, id, stages } = await jobWithFour()
      for (
        const [query, names] of [
          [{}, "Ada Ben Cal Dot"],
          [{ tag: "RUST" }, "Ada Ben"],
          [{ tag: "rust", source_type: "careers site" }, "Ben"],
          [{ rating: "Strong yes" }, "Ben"],
          [{ answer: "january" }, "Ada"],
          [{ answer: "March" }, ""],
          [{ days_in_stage: "8" }, "Ben Cal"],
          [{ q: "filter" }, "Ada Ben Cal Dot"],
          [{ q: "cal cobol" }, "Cal"],
          [{ q: "Mc Donald" }, "Cal"],
          [{ q: "rust -ben" }, "Ada"],
          [{ q: "-rust" }, "Cal Dot"],
          [{ q: "nowhere" }, ""],
          [{ q: "filter", stage_id: stages[1]!.id }, ""],
          [{ sort: "oldest" }, "Dot Cal Ben Ada"],
          [{ sort: "longest in stage" }, "Ben Cal Ada Dot"],
          [{ sort: "name", q: "rust" }, "Ada Ben"],
          [{ sort: "rating", days_in_stage: "1" }, "Cal Ben Ada"]
        ] as const
      ) expect([query, await found(query)]).toEqual([query, names])
      const { next_cursor } = await get<{ next_cursor: string }>(`/jobs/${id}/cards?sort=name&limit=1`)
      for (
        const query of [
          `sort=oldest&cursor=${next_cursor}`,
          `cursor=${next_cursor}`,
          "sort=random",
          "rating=good",
          "days_in_stage=0",
          "q=!!"
        ]
      ) {
        having(400)(await here.call("GET", `/jobs/${id}/cards?${query}`, { key: here.own.keys.read }))
      }
    })

    test("an answer to a choice is compared as a whole, and one to yes or no by its value", async () => {
      const { application, candidate, job } = here.own.make
      const { id } = await job()
      const question_id = crypto.randomUUID()
      const answers = [["single_choice", "Java", "Java"], ["multiple_choice", "Go, JavaScript", ["Go", "JavaScript"]], [
        "yes_no",
        "Ja",
        true
      ], ["short_text", "yes, Java", "yes, Java"]] as const
      const ids: Array<string> = []
      for (const [type, answer_text, value] of answers) {
        ids.push(
          (await application(id, (await candidate()).id, {
            answers: [{ question_text: type, answer_text, question_id, type, value }]
          })).id
        )
      }
      const found = async (query: string) =>
        (await get<{ cards: ReadonlyArray<Card> }>(`/jobs/${id}/cards?${query}`)).cards.map((card) =>
          answers[ids.indexOf(card.id)]![0]
        ).toSorted()
      expect(await found("answer=Java")).toEqual(["short_text", "single_choice"])
      expect(await found("answer=JavaScript")).toEqual(["multiple_choice"])
      expect(await found("answer=YES")).toEqual(["short_text", "yes_no"])
      expect(await found(`answer=yes&question_id=${crypto.randomUUID()}`)).toEqual([])
      expect(await found(`question_id=${question_id}`)).toHaveLength(4)
    })

    test("people are listed with their newest active application, or the newest that matches a filter, their last mail and their recruiter", async () => {
      const { application, candidate, job, member } = here.own.make
      const [first, second, recruiter] = [await job(), await job(), await member()]
      having(200)(
        await here.call("PUT", `/jobs/${first.id}/team/${recruiter.id}`, {
          key: here.own.keys.write,
          body: { role: "recruiter" }
        })
      )
      const person = await candidate()
      const active = await application(first.id, person.id)
      const closed = await application(second.id, person.id)
      having(200)(await post(`/applications/${closed.id}/withdraw`))
      const nobody = await candidate()
      const people = async (...ids: ReadonlyArray<string>) =>
        (await get<{ candidates: ReadonlyArray<PersonOverview> }>(`/overview/candidates?ids=${ids.join()}`)).candidates
      const found = await people(person.id, nobody.id, crypto.randomUUID())
      expect(found.toSorted((one, other) => other.applications - one.applications)).toEqual<unknown>([
        {
          id: person.id,
          application: {
            id: active.id,
            status: "active",
            stage: expect.objectContaining({ id: first.stages[0]!.id }),
            job: { id: first.id, title: first.title, is_confidential: false }
          },
          applications: 2,
          last_contact_at: null,
          owner: { id: recruiter.id, full_name: recruiter.full_name }
        },
        { id: nobody.id, application: null, applications: 0, last_contact_at: null, owner: null }
      ])
      const chosen = async (filter: string) => (await people(`${person.id}&${filter}`))[0]!
      expect(await chosen(`job_id=${second.id}`)).toMatchObject({ application: { id: closed.id }, applications: 2 })
      expect(await chosen("status=withdrawn")).toMatchObject({ application: { id: closed.id } })
      expect(await chosen(`job_id=${first.id}&status=withdrawn`)).toMatchObject({ application: null })
      for (const ids of ["", "x", Array.from({ length: 51 }, () => person.id).join()]) {
        having(400)(await here.call("GET", `/overview/candidates?ids=${ids}`, { key: here.own.keys.read }))
      }
    })

    test("ids of applications, candidates and jobs have names", async () => {
      const { application, candidate, job } = here.own.make
      const { id: jobId, title } = await job()
      const { full_name, id: candidateId } = await candidate()
      const { id } = await application(jobId, candidateId)
      const names = (ids: ReadonlyArray<string>) =>
        here.call<{ names: ReadonlyArray<Named> }>("GET", `/overview/names?ids=${ids.join()}`, {
          key: here.own.keys.read
        })
      const { body } = having(200)(await names([id, candidateId, jobId, jobId, crypto.randomUUID()]))
      expect(body.names.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual([
        { id, candidate: full_name, job: title },
        { id: candidateId, candidate: full_name, job: null },
        { id: jobId, candidate: null, job: title }
      ].toSorted((one, other) => one.id.localeCompare(other.id)))
      for (const ids of [[""], ["x"], Array.from({ length: 51 }, () => id)]) having(400)(await names(ids))
    })

    test.each([
      ["received", "2036-01-01", "2026-11-02"],
      ["received", "2006-01-01", "2026-11-02"],
      ["received", null, "2026-11-02"],
      ["sent", "2026-11-03", "2026-11-03"],
      ["delivered", "2026-11-03", "2026-11-03"],
      ["queued", null, null]
    ])(
      "the last contact by a mail that is %s, with %s as the time of sending, is on %s",
      async (status, sent_at, day) => {
        const { application, candidate, job, message } = here.own.make
        const person = await candidate()
        const mail = await message((await application((await job()).id, person.id)).id)
        await here.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql`
        UPDATE messages SET status = ${status}, created_at = '2026-11-02', sent_at = ${sent_at}::text::timestamptz WHERE id = ${mail.id}`))
        const { candidates } = await get<{ candidates: ReadonlyArray<PersonOverview> }>(
          `/overview/candidates?ids=${person.id}`
        )
        expect(candidates[0]!.last_contact_at?.slice(0, 10) ?? null).toBe(day)
      }
    )

    test("the counts of a job are those of its applications by stage and status", async () => {
      const { id, older, stages } = await jobWithTwo()
      const counts = async () => (await get<{ counts: ReadonlyArray<StageCount> }>(`/jobs/${id}/counts`)).counts
      expect(await counts()).toEqual([{ stage_id: stages[0]!.id, status: "active", applications: 2 }])
      having(200)(await post(`/applications/${older.id}/hire`))
      expect(new Set(await counts())).toEqual(
        new Set([
          { stage_id: stages[0]!.id, status: "active", applications: 1 },
          { stage_id: stages[4]!.id, status: "hired", applications: 1 }
        ])
      )
      expect(await get<{ counts: unknown }>(`/jobs/${(await here.own.make.job()).id}/counts`)).toEqual({ counts: [] })
    })

    test("requests to the caller wait, and applications that nobody has answered for so many days", async () => {
      const { older } = await jobWithTwo()
      const waiting = async (query = "") => {
        const { feedback_requests, unanswered } = await get<
          { feedback_requests: ReadonlyArray<FeedbackRequest>; unanswered: ReadonlyArray<Unanswered> }
        >(`/overview/waiting${query}`)
        return {
          requests: feedback_requests.map(({ application }) => application.id),
          unanswered: unanswered.map(({ id }) => id)
        }
      }
      const request = await here.own.make.request(older.id)
      expect((await waiting()).requests).toContain(older.id)
      having(200)(await post(`/feedback-requests/${request.id}/withdraw`))
      expect((await waiting()).requests).not.toContain(older.id)
      expect((await waiting()).unanswered).toContain(older.id)
      expect((await waiting("?days=10")).unanswered).not.toContain(older.id)
      having(200)(await post(`/applications/${older.id}/withdraw`))
      expect((await waiting()).unanswered).not.toContain(older.id)
    })

    test("a note waits for those it mentions until they have seen it, and for nobody else", async () => {
      const { keys, make } = here.own
      const application = await make.application((await make.job()).id, (await make.candidate()).id)
      const { candidate } = application
      const userOf = async (key: string) =>
        (await here.call<{ user: { id: string } }>("GET", "/me", { key })).body.user.id
      const [ada, alan] = [await userOf(keys.write), await userOf(keys.other_author)]
      const waiting = async (key: string) =>
        having(200)(await here.call<{ mentions: ReadonlyArray<Mention> }>("GET", "/overview/waiting", { key })).body
          .mentions
      const write = async (path: string, body: Readonly<Record<string, string>>, method = "POST") =>
        (await here.call<{ note: Note }>(method, path, { key: keys.write, body })).body.note
      const see = async ({ id }: Pick<Note, "id">, key: string) =>
        having(200)(await here.call("POST", `/overview/mentions/${id}/seen`, { key }))

      const text =
        `[@Alan](member:${alan}), [@Ada](member:${ada}), [@Nobody](member:${crypto.randomUUID()}): what do you think?`
      const note = await write(`/applications/${application.id}/notes`, { note: text, visibility: "Team" })
      expect(note).toMatchObject({ body: text, visibility: "team", mentioned_member_ids: [alan, ada] })
      expect(await waiting(keys.other_author)).toEqual([{
        note_id: note.id,
        author: note.author,
        excerpt: "@Alan, @Ada, @Nobody: what do you think?",
        visibility: "team",
        created_at: note.created_at,
        candidate: { id: candidate.id, full_name: candidate.full_name },
        application: {
          id: application.id,
          job: { id: application.job.id, title: application.job.title, is_confidential: false }
        }
      }])
      expect(await waiting(keys.write)).toEqual([])
      await see(note, keys.write)
      expect(await waiting(keys.other_author)).toHaveLength(1)
      await see(note, keys.other_author)
      await see(note, keys.other_author)
      expect(await waiting(keys.other_author)).toEqual([])

      const path = `/applications/${application.id}/notes/${note.id}`
      expect(await write(path, { note: `[@Alan](member:${alan}), are you sure?` }, "PATCH")).toMatchObject({
        visibility: "team",
        mentioned_member_ids: [alan]
      })
      expect(await write(path, { note: `[@Alan](member:${alan}), are you sure?`, visibility: "everyone" }, "PATCH"))
        .toMatchObject({ visibility: "everyone", mentioned_member_ids: [alan] })
      expect(await waiting(keys.other_author)).toEqual([])

      const ofCandidate = await write(`/candidates/${candidate.id}/notes`, { note: `For [@Alan](member:${alan}).` })
      having(200)(
        await here.call("POST", `/applications/${application.id}/reject`, {
          key: keys.write,
          body: { reason: "Other", note: `[@Alan](member:${alan}), sorry.` }
        })
      )
      expect((await waiting(keys.other_author)).map(({ application, excerpt }) => [application?.id ?? null, excerpt]))
        .toEqual([[application.id, "@Alan, sorry."], [null, "For @Alan."]])
      await see(ofCandidate, keys.other_author)
      expect(await waiting(keys.other_author)).toHaveLength(1)
      having(400)(
        await here.call("POST", `/candidates/${candidate.id}/notes`, {
          key: keys.write,
          body: { note: "For the team", visibility: "team" }
        })
      )
    })
  })
}
