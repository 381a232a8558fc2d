/**
 * What people do by the link of their application: see it, withdraw it, ask to be erased; and what becomes of those who
 * apply again.
 */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import type { Interview } from "@candor/domain/interview/Interview"
import type { JobDetail } from "@candor/domain/job/Job"
import type { AskedErasure, Card, Withdrawn } from "@candor/domain/overview/Overview"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { formOf, onCareersSite, pdf, person } from "../harness/CareersSite.ts"
import { having, type JsonObject } from "../harness/Client.ts"

/** Stores the letter of a rejection as if it was sent. */
const letterSent = (organization: string, application: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    INSERT INTO messages (
      organization_id, id, application_id, status, purpose, sender, recipients, copies, subject, body, has_html, files, internet_message_id,
      reference_ids, is_automatic, attempts, created_at, updated_at, version
    ) VALUES (
      ${organization}, gen_random_uuid(), ${application}, 'sent', 'rejection', '{}', '[]', '[]', '', '', false, '[]', '<1@example.com>', '[]', true, 1,
      now(), now(), 1
    )`)

onCareersSite((site, here) => {
  test("by the reference people see what they sent, withdraw it, and ask to be erased; a forged one is as unknown as another", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const { reference, url } = await site.accepted(slug, { ...person(), cover_letter: "<script>alert(1)</script>" })
    expect(url).toBe(`${here.server.origin}/careers/applications/${reference}`)
    const page = async (at: string, method = "GET", action?: string) => {
      const response = await fetch(`${here.server.own_origin}/careers/applications/${at}`, {
        method,
        ...(action === undefined ? {} : { body: new URLSearchParams({ action }) })
      })
      return [response.status, await response.text()] as const
    }
    const [status, text] = await page(reference)
    expect([status, text.includes("Grace Hopper"), text.includes("<script>")]).toEqual([200, true, false])
    await site.run()
    expect(await page(reference, "POST", "withdraw")).toMatchObject([200, expect.stringContaining("withdraw")])
    for (let n = 0; n < 2; n++)
      expect(await page(reference, "POST", "erase")).toMatchObject([200, expect.stringContaining("your data deleted")])
    const [application] = await site.applications(id)
    expect(application).toMatchObject({ status: "withdrawn", candidate: { full_name: "Grace Hopper" } })
    expect(await site.types(id)).toEqual(["application.received", "application.withdrawn"])
    const another = `${reference.slice(0, -1)}${reference.endsWith("0") ? "1" : "0"}`
    const forged = [another, another.replace(/(?<=sent_).{32}/, "0".repeat(32)), "x", `${reference}0`]
    const answers = [...await Promise.all(forged.map((one) => page(one))), await page(another, "POST", "erase")]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]![0]).toBe(404)
    expect(here.server.logs.join("\n")).not.toContain(reference)
  })

  const own = (reference: string) => `${here.server.own_origin}/careers/applications/${reference}`
  const act = async (reference: string, action: "erase" | "withdraw") =>
    expect((await fetch(own(reference), { method: "POST", body: new URLSearchParams({ action }) })).status).toBe(200)
  const seenBy = async (reference: string) => (await fetch(own(reference))).text()
  const asking = async (key = here.own.keys.write) =>
    having(200)(await here.call<{ erasure_requests: ReadonlyArray<AskedErasure> }>("GET", "/overview/waiting", { key }))
      .body.erasure_requests
      .map(({ candidate }) => candidate.id)

  test("who asks to be erased waits for those who may erase, is told why not, may ask again, and is gone once erased", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const who = person()
    const { reference } = await site.accepted(slug, who)
    const { reference: strangers } = await site.accepted(slug, { ...who, full_name: "Mallory" })
    await site.run()
    const [application] = await site.applications(id)
    const candidate = application!.candidate.id
    await act(reference, "erase")
    expect(await asking()).toContain(candidate)
    expect(await asking(here.own.keys.read)).toEqual([])
    expect(await asking(here.foreign.keys.admin)).not.toContain(candidate)
    expect(await seenBy(reference)).toContain("decided yet")
    const decline = (key: string, body: JsonObject) =>
      here.call<{ candidate: CandidateDetail }>("POST", `/candidates/${candidate}/decline-erasure`, { key, body })
    having(403)(await decline(here.own.keys.read, { reason: "No." }))
    having(404)(await decline(here.foreign.keys.admin, { reason: "No." }))
    having(400)(await decline(here.own.keys.write, { reason: " " }))
    expect(
      having(200)(await decline(here.own.keys.write, { reason: "A claim <is> possible." })).body.candidate
        .erasure_request
    ).toMatchObject({
      reason: "A claim <is> possible.",
      declined_at: expect.any(String)
    })
    expect(await asking()).not.toContain(candidate)
    expect(await seenBy(reference)).toContain("A claim &lt;is&gt; possible.")
    expect(await seenBy(strangers)).not.toContain("claim")
    await act(reference, "erase")
    expect(await asking()).toContain(candidate)
    const audit = having(200)(
      await here.call<{ entries: ReadonlyArray<{ type: string }> }>("GET", `/audit-log?subject_id=${candidate}`, {
        key: here.own.keys.admin
      })
    ).body
    expect(audit.entries.map(({ type }) => type).filter((type) => type.includes("erasure")).toReversed()).toEqual([
      "candidate.erasure_requested",
      "candidate.erasure_declined",
      "candidate.erasure_requested"
    ])
    having(200)(await here.call("POST", `/candidates/${candidate}/anonymise`, { key: here.own.keys.write }))
    expect(await asking()).not.toContain(candidate)
    having(400)(await decline(here.own.keys.write, { reason: "No." }))
  })

  const read = (text: string) => /<p class="standing">(?:<span[^>]*>)?([^<]*)/.exec(text)?.[1]

  test("who applied reads how it stands in the words of the stage, never its name, and no rejection before a letter; a stranger reads nothing of it", async () => {
    const { id, slug } = await site.open({ resume: "optional" }, { language: "de" })
    const write = async (method: string, path: string, body: JsonObject = {}) =>
      having(200)(await here.call<JsonObject>(method, path, { key: here.own.keys.write, body }))
    const { stages } =
      having(200)(await here.call<{ job: JobDetail }>("GET", `/jobs/${id}`, { key: here.own.keys.read })).body.job
    await write("PATCH", `/jobs/${id}/stages/${stages[0]!.id}`, { name: "Pile of hopeless cases" })
    await write("PATCH", `/jobs/${id}/stages/${stages[1]!.id}`, { candidate_label: "Wir lesen <b>Ihre</b> Bewerbung" })
    const who = person()
    const { reference } = await site.accepted(slug, who)
    expect(read(await seenBy(reference))).toBe("Ihre Bewerbung wird geprüft.")
    await site.run()
    expect([read(await seenBy(reference)), (await seenBy(reference)).includes("hopeless")]).toEqual([
      "Ihre Bewerbung wird geprüft.",
      false
    ])
    const [application] = await site.applications(id)
    await write("POST", `/applications/${application!.id}/move`, { stage_id: stages[1]!.id })
    expect(read(await seenBy(reference))).toBe("Wir lesen &lt;b&gt;Ihre&lt;/b&gt; Bewerbung")
    await write("POST", `/applications/${application!.id}/reject`, { reason: "Other" })
    expect(read(await seenBy(reference))).toBe("Wir lesen &lt;b&gt;Ihre&lt;/b&gt; Bewerbung")
    const { reference: strangers } = await site.accepted(slug, who)
    await site.run()
    expect(read(await seenBy(strangers))).toBe("Ihre Bewerbung wird geprüft.")
    // Who withdraws learns nothing either, and the organization hears of it.
    await act(reference, "withdraw")
    expect(await seenBy(reference)).toContain("zurückgezogen")
    expect((await site.types(id)).at(-1)).toBe("submission.withdrawal_requested")
  })

  test("who is rejected reads it once the letter was sent", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const { reference } = await site.accepted(slug, person())
    await site.run()
    const [application] = await site.applications(id)
    having(200)(
      await here.call("POST", `/applications/${application!.id}/reject`, {
        key: here.own.keys.write,
        body: { reason: "Other" }
      })
    )
    expect(read(await seenBy(reference))).toBe("Your application is in review.")
    await here.backend.run(letterSent(here.own.organization.id, application!.id))
    const page = await seenBy(reference)
    expect([read(page), page.includes("<summary>Withdraw")]).toEqual([
      "We&#39;ve decided not to move forward with your application.",
      false
    ])
  })

  test("interviews to come are on the page, in the zone in which they were booked, with where to choose another, those that nobody tells of are not, and who withdraws cancels them all", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const { reference } = await site.accepted(slug, person())
    await site.run()
    const [application] = await site.applications(id)
    const add = async (title: string, more: JsonObject) =>
      having(201)(
        await here.call("POST", `/applications/${application!.id}/interviews`, {
          key: here.own.keys.write,
          body: { title, local_start: "2041-03-05T14:30", time_zone: "Europe/Berlin", location: "Pier 4", ...more }
        })
      )
    await add("Meet the crew", {})
    await add("Secret talk", { tells_candidate: false, local_start: "2041-03-06T14:30" })
    const { user } =
      having(200)(await here.call<{ user: { id: string } }>("GET", "/me", { key: here.own.keys.write })).body
    having(201)(
      await here.call("POST", `/applications/${application!.id}/scheduling-links`, {
        key: here.own.keys.write,
        body: { meetings: [{ title: "Talk", member_ids: [user.id] }], time_zone: "Europe/Berlin" }
      })
    )
    const page = await seenBy(reference)
    expect([
      page.includes("Meet the crew"),
      page.includes("March 5, 2041 at 2:30"),
      page.includes("Pier 4"),
      page.includes("Secret talk")
    ]).toEqual([true, true, true, false])
    const [, path] = /href="(\/careers\/-\/schedule\/[^"]+)">Choose a time/.exec(page)!
    const choose = here.server.own_origin + path
    const [, start] = /name="start" value="([^"]+)"/.exec(await (await fetch(choose)).text())!
    await fetch(`${choose}?zone=Asia/Kathmandu`, {
      method: "POST",
      body: new URLSearchParams({ action: "book", start: start! })
    })
    expect(await seenBy(reference)).toContain("UTC+05:45")
    expect(await seenBy(reference)).toContain("cancel your interviews")
    await act(reference, "withdraw")
    const { interviews } = having(200)(
      await here.call<{ interviews: ReadonlyArray<Interview> }>(
        "GET",
        `/interviews?application_id=${application!.id}`,
        {
          key: here.own.keys.write
        }
      )
    ).body
    const { withdrawals } = having(200)(
      await here.call<{ withdrawals: ReadonlyArray<Withdrawn> }>("GET", "/overview/waiting", {
        key: here.own.keys.write
      })
    ).body
    expect(withdrawals.find((one) => one.application.id === application!.id)?.is_requested).toBe(false)
    expect(interviews.map(({ cancel_reason, status }) => [status, cancel_reason])).toEqual(
      Array.from({ length: 3 }, () => ["cancelled", "The candidate withdrew the application."])
    )
  })

  test("who is hired is not told of a meeting to come, and cancels none by trying to withdraw", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const { reference } = await site.accepted(slug, person())
    await site.run()
    const [application] = await site.applications(id)
    const key = here.own.keys.write
    const { id: interview } = having(201)(
      await here.call<{ interview: Interview }>("POST", `/applications/${application!.id}/interviews`, {
        key,
        body: { title: "First day", starts_at: "2047-07-02T08:00:00Z", time_zone: "Europe/Berlin" }
      })
    ).body.interview
    expect(await seenBy(reference)).toContain("look forward to meeting you")
    having(200)(await here.call("POST", `/applications/${application!.id}/hire`, { key }))
    expect(await seenBy(reference)).not.toContain("look forward to meeting you")
    await act(reference, "withdraw")
    const stored = await here.call<{ interview: Interview }>("GET", `/interviews/${interview}`, { key })
    expect(having(200)(stored).body.interview.status).toBe("scheduled")
  })

  test("a request to be erased outlives the application and the job that it came by, and goes with the candidate", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const { reference } = await site.accepted(slug, person())
    await site.run()
    const [application] = await site.applications(id)
    await act(reference, "erase")
    having(200)(await here.call("DELETE", `/jobs/${id}`, { key: here.own.keys.write }))
    expect(await asking()).toContain(application!.candidate.id)
    having(200)(await here.call("DELETE", `/candidates/${application!.candidate.id}`, { key: here.own.keys.write }))
    expect(await asking()).not.toContain(application!.candidate.id)
  })

  test.each(
    [
      "withdrawn",
      "rejected"
    ] as const
  )(
    "who is %s and applies again stays so; the files and answers are added, and application and card say when",
    async (before) => {
      const { id, questions: [why], slug } = await site.open({ questions: [{ label: "Why?", type: "text" }] })
      const who = person()
      const { reference } = await site.accepted(slug, formOf({ ...who, resume: pdf("one") }))
      await site.run()
      const [first] = await site.applications(id)
      const { stages } =
        having(200)(await here.call<{ job: JobDetail }>("GET", `/jobs/${id}`, { key: here.own.keys.read })).body.job
      const post = (action: string, body: JsonObject) =>
        here.call("POST", `/applications/${first!.id}/${action}`, { key: here.own.keys.write, body })
      having(200)(await post("move", { stage_id: stages[1]!.id }))
      const end = {
        withdrawn: () => act(reference, "withdraw"),
        rejected: async () => having(200)(await post("reject", { reason: "Other" }))
      }
      await end[before]()
      await site.accepted(slug, formOf({ ...who, resume: pdf("two"), [`question:${why!}`]: "I have changed my mind." }))
      await site.run()
      const [again] = await site.applications(id)
      expect(again).toMatchObject({
        id: first!.id,
        status: before,
        stage: { id: stages[1]!.id },
        applied_again_at: expect.any(String)
      })
      expect([again!.attachments.length, again!.application_answers.map(({ answer_text }) => answer_text)]).toEqual([
        2,
        ["I have changed my mind."]
      ])
      expect(await site.types(id)).toEqual([
        "application.received",
        "application.moved",
        `application.${before}`,
        "application.updated",
        "application.resubmitted"
      ])
      const { cards } = having(200)(
        await here.call<{ cards: ReadonlyArray<Card> }>("GET", `/jobs/${id}/cards`, { key: here.own.keys.read })
      ).body
      expect(cards).toMatchObject([{ id: first!.id, applied_again_at: again!.applied_again_at }])
      expect(
        having(200)(
          await here.call<{ application: object }>("POST", `/applications/${first!.id}/reopen`, {
            key: here.own.keys.write
          })
        ).body.application
      ).toMatchObject({ status: "active", stage: { id: stages[1]!.id } })
    }
  )

  test("the page of who has withdrawn says so and leads to the form while the job is open; a stranger's with the same address tells nothing", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const who = person()
    const { reference } = await site.accepted(slug, who)
    await site.run()
    expect(await seenBy(reference)).toMatch(/<summary>Withdraw/)
    await act(reference, "withdraw")
    const form = `href="/careers/${site.board}/${slug}"`
    const withdrawn = await seenBy(reference)
    expect(withdrawn).toMatch(/withdrawn your application.*\d{4}\)/)
    expect([
      withdrawn.includes("<summary>Withdraw"),
      withdrawn.includes("<summary>Request deletion"),
      withdrawn.includes(form)
    ]).toEqual([false, true, true])
    const { reference: strangers } = await site.accepted(slug, who)
    await site.run()
    const [application] = await site.applications(id)
    having(200)(await here.call("POST", `/applications/${application!.id}/withdraw`, { key: here.own.keys.write }))
    expect(await seenBy(strangers)).toMatch(/<summary>Withdraw/)
    await act(strangers, "withdraw")
    expect(await seenBy(strangers)).toContain("withdrawn your application")
    having(200)(await here.call("PATCH", `/jobs/${id}`, { key: here.own.keys.write, body: { status: "closed" } }))
    expect(await seenBy(strangers)).not.toContain(form)
  })

  test("who sent what was released late asks to withdraw an application that a member had added by hand, and withdraws their own", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const [known, unknown] = [person(), person()]
    const [late, own] = [
      await site.accepted(slug, { ...known, website: "x" }),
      await site.accepted(slug, { ...unknown, website: "x" })
    ]
    having(201)(
      await here.call("POST", "/applications", {
        key: here.own.keys.write,
        body: { job_id: id, candidate: { full_name: known.full_name, primary_email: known.email } }
      })
    )
    for (const { id: submission } of await site.quarantined(id)) {
      having(200)(await here.call("POST", `/quarantine/${submission}/release`, { key: here.own.keys.write }))
    }
    await site.run()
    for (const { reference } of [late, own]) {
      expect(await seenBy(reference)).toMatch(/<summary>Withdraw/)
      await act(reference, "withdraw")
      expect(await seenBy(reference)).toContain("withdrawn your application")
    }
    const statuses = Object.fromEntries(
      (await site.applications(id)).map((one) => [one.candidate.primary_email, one.status])
    )
    expect(statuses).toEqual({ [known.email]: "active", [unknown.email]: "withdrawn" })
    expect((await site.types(id)).filter((type) => type.endsWith("withdrawal_requested"))).toHaveLength(1)
    const asked = (await site.applications(id)).find(({ candidate }) => candidate.primary_email === known.email)!.id
    const key = here.own.keys.write
    const waits = async () =>
      having(200)(await here.call<{ withdrawals: ReadonlyArray<Withdrawn> }>("GET", "/overview/waiting", { key })).body
        .withdrawals.filter(({ application }) => application.id === asked).length
    const seen = [await waits()]
    for (const is_done of [true, false]) {
      having(200)(
        await here.call("POST", `/applications/${asked}/withdrawal-request/done`, { key, body: { is_done } })
      )
      seen.push(await waits())
    }
    expect(seen).toEqual([1, 0, 1])
  })

  test("what nobody has looked at is deleted when its sender withdraws it", async () => {
    const { id, slug } = await site.open()
    const { reference } = await site.accepted(slug, formOf({ ...person(), website: "x", resume: pdf("one") }))
    const at = `${here.server.own_origin}/careers/applications/${reference}`
    expect((await fetch(at, { method: "POST", body: new URLSearchParams({ action: "withdraw" }) })).status).toBe(200)
    const gone = await fetch(at)
    expect([gone.status, await gone.text()]).toEqual([
      404,
      expect.stringContaining(`href="/careers/${site.board}">All jobs`)
    ])
    expect(await site.quarantined(id)).toEqual([])
    expect(await site.orphans()).toEqual([])
  })
})
