/** The kit of an interview by the link of a mail: read and filled in without signing in, and nothing else. */
import type { Interview } from "@candor/domain/interview/Interview"
import type { OwnScorecard } from "@candor/domain/scorecard/Scorecard"
import type { ScorecardTemplate } from "@candor/domain/template/ScorecardTemplates"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { goodCall } from "../conformance/calls.ts"
import { names } from "../conformance/operations.ts"
import { type CallOptions, having, type JsonObject } from "../harness/Client.ts"
import { freshInterview } from "../harness/FreshInterview.ts"
import { kitLink } from "../harness/KitLinks.ts"
import { freshEmail, upload } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"
import { ofKey, withNobodys } from "../hidden/Reads.ts"

const sections = [{ name: "Skills", attributes: [{ name: "Concurrency" }, { name: "Testing" }] }]

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    const kit = async (role = "write", more: JsonObject = {}) => {
      const { apiKey, application, attachment, candidate, job, member } = here.own.make
      const { id: member_id } = await member({ email: freshEmail(), role })
      const { key } = await apiKey({ user_id: member_id, scope: role === "read" ? "read" : "write" })
      const { id: job_id } = await job()
      const { id } = await application(job_id, (await candidate({ full_name: "Grace <Hopper>" })).id)
      having(200)(await call("PUT", `/jobs/${job_id}/team/${member_id}`, { body: { role: "interviewer" } }))
      const file = await attachment(id)
      const letter = upload(new File(["Dear"], "letter.txt"))
      letter.set("file_type", "cover_letter")
      const other = await attachment(id, letter)
      const body = { name: crypto.randomUUID(), sections, questions: [{ text: "What next?" }] }
      const { scorecard_template } =
        having(201)(await call<{ scorecard_template: ScorecardTemplate }>("POST", "/scorecard-templates", { body }))
          .body
      const draft = {
        ...freshInterview(member_id),
        scorecard_template_id: scorecard_template.id,
        interviewer_instructions: "Be kind.",
        tells_candidate: false,
        ...more
      }
      const { interview } =
        having(201)(await call<{ interview: Interview }>("POST", `/applications/${id}/interviews`, { body: draft }))
          .body
      return {
        ...await kitLink(here, interview.id, member_id),
        application: id,
        template: scorecard_template.id,
        attribute: scorecard_template.sections[0]!.attributes[0]!.id,
        file,
        interview,
        key,
        member_id,
        other
      }
    }

    const see = async (url: string) => {
      const response = await fetch(url)
      return { status: response.status, text: await response.text(), headers: response.headers }
    }

    const send = async (url: string, fields: Readonly<Record<string, string>>) => {
      const changed_at = /name="changed_at" value="([^"]*)"/.exec((await see(url)).text)?.[1] ?? ""
      const response = await fetch(url, {
        method: "POST",
        body: new URLSearchParams({ changed_at, ...fields }),
        redirect: "manual"
      })
      return { status: response.status, text: await response.text(), location: response.headers.get("location") }
    }

    const own = async ({ interview, key }: { readonly interview: Interview; readonly key: string }) =>
      having(200)(await call<{ scorecard: OwnScorecard }>("GET", `/interviews/${interview.id}/scorecard`, { key })).body
        .scorecard

    test("an interviewer reads the résumé, saves a draft, submits it and revises it", async () => {
      const made = await kit("limited")
      const { attribute, file, other, url } = made
      const page = await see(url)
      expect([page.status, page.headers.get("cache-control"), page.headers.get("x-robots-tag")]).toEqual([
        200,
        "no-store",
        "noindex"
      ])
      for (const part of ["Grace &lt;Hopper&gt;", "Be kind.", "Concurrency", "What next?", "grace-hopper.pdf"])
        expect(page.text).toContain(part)
      expect(page.text).not.toContain("letter.txt")
      expect((await fetch(`${url}/files/${file.id}`)).headers.get("content-type")).toBe("application/pdf")
      expect((await see(`${url}/files/${other.id}`)).status).toBe(404)
      expect(
        (await send(url, { action: "draft", [`rating:${attribute}`]: "yes", [`note:${attribute}`]: "Knew it." })).status
      ).toBe(303)
      expect(await own(made)).toMatchObject({
        status: "draft",
        ratings: [{ attribute_id: attribute, rating: "yes", note: "Knew it." }]
      })
      expect((await send(url, { action: "submit", summary: "Fine." })).status).toBe(400)
      const submitted = await send(url, {
        action: "submit",
        overall: "yes",
        summary: "Fine.",
        [`rating:${attribute}`]: "yes"
      })
      expect([
        submitted.status,
        (await see(here.server.own_origin + submitted.location)).text.includes("Your scorecard was submitted.")
      ]).toEqual([303, true])
      expect((await send(url, { action: "revise", overall: "no", summary: "On reflection." })).status).toBe(303)
      const blank = await send(url, { action: "revise", overall: "no" })
      expect([
        blank.status,
        blank.text.includes("Your changes weren&#39;t saved."),
        blank.text.includes("draft was saved")
      ]).toEqual([400, true, false])
      expect(await own(made)).toMatchObject({
        status: "revised",
        overall: "no",
        summary: "On reflection.",
        ratings: []
      })
    })

    test("what programs fetch changes nothing, and what was changed elsewhere is not overwritten", async () => {
      const made = await kit()
      for (const method of ["GET", "HEAD", "OPTIONS"])
        await fetch(made.url, { method, headers: { "sec-purpose": "prefetch" } })
      expect(await own(made)).toMatchObject({ status: "requested" })
      having(200)(
        await call("PUT", `/interviews/${made.interview.id}/scorecard`, {
          key: made.key,
          body: { summary: "At the desk" }
        })
      )
      const late = await send(made.url, { action: "draft", summary: "On the <phone>", changed_at: "" })
      expect([late.status, late.text.includes("On the &lt;phone&gt;"), (await own(made)).summary]).toEqual([
        409,
        true,
        "At the desk"
      ])
      const long = await send(made.url, { action: "draft", summary: "x".repeat(10_001) })
      expect([long.status, long.text.includes("too long"), (await own(made)).summary]).toEqual([
        400,
        true,
        "At the desk"
      ])
    })

    test("what was typed for a template that was changed meanwhile stays on the page, and nothing is saved without it", async () => {
      const made = await kit()
      const typed = {
        action: "submit",
        overall: "yes",
        summary: "Fine.",
        [`note:${made.attribute}`]: "Lost an <update>."
      }
      having(200)(
        await call("PATCH", `/scorecard-templates/${made.template}`, {
          body: { sections: [{ name: "Other", attributes: [{ name: "New" }] }] }
        })
      )
      const first = await send(made.url, typed)
      expect([
        first.status,
        first.text.includes("Lost an &lt;update&gt;."),
        first.text.includes("Fine."),
        (await own(made)).status
      ]).toEqual([409, true, true, "requested"])
      having(200)(await call("PATCH", `/interviews/${made.interview.id}`, { body: { scorecard_template_id: null } }))
      const second = await send(made.url, typed)
      expect([second.status, second.text.includes("Lost an &lt;update&gt;."), second.text.includes("Fine.")]).toEqual([
        400,
        true,
        true
      ])
    })

    test("the link opens this kit alone: it is no key, and no other interview's, member's or organization's", async () => {
      const [made, other] = [await kit(), await kit()]
      const swapped = made.reference.replace(
        made.interview.id.replaceAll("-", ""),
        other.interview.id.replaceAll("-", "")
      )
      const foreign = made.reference.replace(
        here.own.organization.id.replaceAll("-", ""),
        here.foreign.organization.id.replaceAll("-", "")
      )
      const nobody = made.reference.replace(
        here.own.organization.id.replaceAll("-", ""),
        crypto.randomUUID().replaceAll("-", "")
      )
      for (const reference of [swapped, foreign, nobody, made.reference.slice(1), `${made.reference}0`, "x"]) {
        expect((await see(`${here.server.own_origin}/interviews/${reference}`)).status).toBe(404)
      }
      expect((await see(`${made.url}/files/${other.file.id}`)).status).toBe(404)
      const ids = withNobodys({
        id: made.application,
        interviewId: made.interview.id,
        attachmentId: made.file.id,
        jobId: made.interview.application.job.id
      })
      for (const name of names) {
        const { method, options, path } = goodCall(name, ofKey(made.reference), ids)
        expect((await call(method, path, options)).status, name).toBe(401)
      }
      for (const path of ["/mcp", `/calendars/${made.reference}.ics`, `/careers/-/schedule/${made.reference}`]) {
        const response = await fetch(here.server.own_origin + path, {
          method: "POST",
          headers: { authorization: `Bearer ${made.reference}` },
          redirect: "manual"
        })
        expect([401, 404, 405], path).toContain(response.status)
      }
      expect((await fetch(made.url, { method: "DELETE" })).status).toBe(405)
    })

    test("it ends with the interview's cancelation, the interviewer's removal, refusal or deactivation, and the end of their sight", async () => {
      const statusOf = async ({ url }: { readonly url: string }) => (await see(url)).status
      const [cancelled, removed, declined, gone, unseen, submitted] = [
        await kit(),
        await kit(),
        await kit(),
        await kit(),
        await kit(),
        await kit()
      ]
      expect(await Promise.all([cancelled, removed, declined, gone, unseen, submitted].map(statusOf))).toEqual([
        200,
        200,
        200,
        200,
        200,
        200
      ])
      having(200)(await call("POST", `/interviews/${cancelled.interview.id}/cancel`, { body: {} }))
      having(200)(await call("PATCH", `/interviews/${removed.interview.id}`, { body: { interviewers: [] } }))
      having(200)(
        await call("PUT", `/interviews/${declined.interview.id}/response`, {
          key: declined.key,
          body: { response: "declined" }
        })
      )
      having(200)(
        await call("PATCH", `/members/${gone.member_id}`, { key: here.own.keys.admin, body: { status: "deactivated" } })
      )
      having(200)(await call("DELETE", `/jobs/${unseen.interview.application.job.id}/team/${unseen.member_id}`))
      having(200)(
        await call("PATCH", `/jobs/${unseen.interview.application.job.id}`, { body: { is_confidential: true } })
      )
      having(200)(
        await call("POST", `/candidates/${submitted.interview.application.candidate.id}/anonymise`, {
          key: here.own.keys.admin
        })
      )
      expect(await Promise.all([cancelled, removed, declined, gone, unseen, submitted].map(statusOf))).toEqual([
        404,
        404,
        404,
        404,
        404,
        404
      ])
      const late = await send(removed.url, { action: "draft", summary: "Still <here>" })
      const forged = await send(`${removed.url}0`, { action: "draft", summary: "Still <here>" })
      expect([late, forged].map(({ status, text }) => [status, text.includes("Still &lt;here&gt;")])).toEqual([[
        404,
        true
      ], [404, false]])
    })

    test("who may only read does not fill in", async () => {
      const made = await kit("read")
      expect((await see(made.url)).text).not.toContain("<form")
      expect((await send(made.url, { action: "draft", summary: "No" })).status).toBe(403)
      expect(await own(made)).toMatchObject({ status: "requested" })
    })
  })
}
