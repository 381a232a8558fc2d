/**
 * People who apply in the name of another person: they learn nothing of that person, and change nothing that is theirs.
 */
import type { SubmissionListItem } from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { withdrawOrErase } from "../../src/careers/OwnApplication.ts"
import { formOf, onCareersSite, pdf, person } from "../harness/CareersSite.ts"
import { having, type JsonObject } from "../harness/Client.ts"

onCareersSite((site, here) => {
  test("the same form of a page again is one submission; who sends what another person sent gets no reference of theirs", async () => {
    const { slug } = await site.open({ resume: "optional" })
    const who = { ...person(), started_at: "1790000000000" }
    const sent = async (address: string, changed: JsonObject = {}) => {
      const { url } = await site.send(`/careers/${site.board}/${slug}`, formOf({ ...who, ...changed as object }), {
        "x-forwarded-for": address
      })
      return /candor_sent_[0-9a-f]+/.exec(url)![0]
    }
    const [own, again, ...others] = [
      await sent("192.0.2.7"),
      await sent("192.0.2.7"),
      await sent("192.0.2.8"),
      await sent("192.0.2.7", { started_at: "1790000000001" })
    ]
    expect(again).toBe(own)
    expect(new Set([own, ...others]).size).toBe(3)
  })

  test("the answer comes before anybody looks whether the person is known: its time cannot tell", async () => {
    const { slug } = await site.open({ resume: "optional" })
    const renamed = (from: string, to: string) =>
      here.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE ${sql(from)} RENAME TO ${sql(to)}`))
    await renamed("candidates", "nobody")
    const answer = await site.apply(slug, person())
    await renamed("nobody", "candidates")
    expect(answer.status, answer.text).toBe(202)
    await site.run()
  })

  test("who applies with the address of another person withdraws nothing, and is told nothing of them", async () => {
    const { id, slug } = await site.open({ resume: "optional" })
    const withdrawn = async (reference: string) => {
      const answer = await fetch(`${here.server.own_origin}/careers/applications/${reference}`, {
        method: "POST",
        body: new URLSearchParams({ action: "withdraw" })
      })
      return `${answer.status} ${(await answer.text()).replace(reference, "")}`
    }
    const seen = async ({ reference }: { readonly reference: string }) =>
      /<p>You[^<]*withdrawn.*<\/p>|<summary>Withdraw/.exec(
        await (await fetch(`${here.server.own_origin}/careers/applications/${reference}`)).text()
      )![0]
    const [known, added, unknown] = [person(), person(), person()]
    const first = await site.accepted(slug, known)
    having(201)(
      await here.call("POST", "/applications", {
        key: here.own.keys.write,
        body: { job_id: id, candidate: { full_name: "Ada", primary_email: added.email } }
      })
    )
    await site.run()
    const sent: Array<{ readonly reference: string }> = []
    for (const { email } of [known, added, unknown])
      sent.push(await site.accepted(slug, { full_name: "Mallory", email, consent: "1" }))
    await site.run()
    const answers = []
    for (const { reference } of [...sent, first]) answers.push(await withdrawn(reference))
    expect(new Set(answers).size).toBe(1)
    const all = await site.applications(id)
    const states = await Promise.all([known, added, unknown].map(async ({ email }) => {
      const { id, status } = all.find(({ candidate }) => candidate.primary_email === email)!
      return [
        status,
        (await site.submissionsOf(id)).map(({ withdrawal_requested_at }) => withdrawal_requested_at !== null)
      ]
    }))
    expect(states).toEqual([["active", [true, true]], ["active", [true]], ["withdrawn", [false]]])
    const pages = async () => new Set(await Promise.all(sent.map(seen)))
    const before = await pages()
    for (const { email } of [known, added, unknown])
      await site.accepted(slug, { full_name: "Mallory", email, consent: "1", cover_letter: "Again." })
    await site.run()
    expect([...before]).toEqual([expect.stringContaining("withdrawn your application")])
    expect(await pages()).toEqual(before)
  })

  test("who withdraws twice at a time is told the same twice", async () => {
    const { id, slug } = await site.open()
    await site.accepted(slug, formOf({ ...person(), website: "x", resume: pdf("one") }))
    const organization_id = here.own.organization.id
    const [{ id: quarantined }] = await site.quarantined(id) as [SubmissionListItem]
    const submission = await here.backend.run(
      Effect.flatMap(Submissions, (submissions) => submissions.get(organization_id, quarantined))
    )
    const outcome = () => here.backend.run(withdrawOrErase({ organization_id, submission }, "withdraw", ""))
    expect([await outcome(), await outcome()]).toEqual(["deleted", "deleted"])
  })
})
