/** Whole hirings over HTTP alone, from an organization's first key to its last trace of a person. */
import * as Contents from "@candor/background/attachment/Contents"
import * as Texts from "@candor/background/attachment/Texts"
import { pdf } from "@candor/background/testing/Documents"
import type { AttachmentDetail } from "@candor/domain/attachment/Attachment"
import * as Queue from "@candor/sql/queue/Queue"
import { databases } from "@candor/sql/testing/Databases"
import { erase, tablesWith } from "@candor/sql/testing/Person"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import { fanOut } from "@candor/sql/testing/WebhookWorld"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Fiber, Layer, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { having, type JsonObject } from "./harness/Client.ts"
import { freshEmail, upload } from "./harness/Makers.ts"
import type { Ports } from "./harness/TestServer.ts"
import { type World, world } from "./harness/World.ts"

interface WithId {
  readonly id: string
}

interface OneAttachment {
  readonly attachment: AttachmentDetail
}

interface Found {
  readonly results: ReadonlyArray<
    { readonly candidate: WithId; readonly highlights: ReadonlyArray<{ readonly source: string }> }
  >
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    let working: Fiber.Fiber<never, unknown>
    beforeAll(async () => {
      here = await world(database)
      const work = Layer.merge(Contents.layer, Texts.layer).pipe(Layer.provide(Queue.layer))
      working = await here.backend.run(
        Effect.map(
          Effect.context<Ports | SqlClient.SqlClient>(),
          (context) => Effect.runFork(Effect.provide(Layer.launch(work), context))
        )
      )
    })
    afterAll(async () => {
      await Effect.runPromise(Fiber.interrupt(working))
      await here.backend.close()
    })

    /** Asks with a key, and returns the body of an answer with this status. */
    const asking =
      (key: string) =>
      async <Body = JsonObject>(status: number, method: string, path: string, body?: JsonObject | FormData) =>
        having(status)(
          await here.call<Body>(method, path, { key, ...(body instanceof FormData ? { form: body } : { body }) })
        ).body

    /** Sends a résumé with this text, and returns it once its text was extracted. */
    const resume = async (call: ReturnType<typeof asking>, application: string, text: string) => {
      const path = `/applications/${application}/attachments`
      const form = upload(new File([pdf(text)], "resume.pdf", { type: "application/pdf" }))
      const { attachment: stored } = await call<OneAttachment>(201, "POST", path, form)
      expect(stored.text_status).toBe("pending")
      const { attachment } = await Effect.runPromise(Effect.repeat(
        Effect.promise(() => call<OneAttachment>(200, "GET", `${path}/${stored.id}`)),
        { until: ({ attachment }) => attachment.text_status !== "pending", schedule: Schedule.spaced("20 millis") }
      ))
      expect(attachment.text_status).toBe("extracted")
      return attachment
    }

    test("a member gets a key, and with it publishes a job, takes an application, notes, rates and hires", async () => {
      const admin = asking(here.own.keys.admin)
      const { member } = await admin<{ member: WithId }>(201, "POST", "/members", {
        full_name: "Mary Jackson",
        email: freshEmail(),
        role: "write"
      })
      const { key } = await admin<{ key: string }>(201, "POST", "/api-keys", {
        name: "Mary's",
        scope: "write",
        user_id: member.id
      })
      const mary = asking(key)
      const { job } = await mary<{ job: WithId }>(201, "POST", "/jobs", { title: "Wind tunnel engineer" })
      await mary(200, "PATCH", `/jobs/${job.id}`, { status: "published" })
      const { application } = await mary<{ application: WithId }>(
        201,
        "POST",
        "/applications",
        {
          job_id: job.id,
          candidate: { full_name: "Dorothy Vaughan", primary_email: freshEmail() },
          answers: [{ question_text: "Which languages do you know?", answer_text: "FORTRAN" }]
        }
      )
      const path = `/applications/${application.id}`
      await mary(201, "POST", `${path}/notes`, { note: "Leads a group already." })
      await mary(201, "POST", `${path}/feedback`, {
        interview_type: "onsite",
        rating: "strong_yes",
        body: "Taught us."
      })
      await mary(200, "POST", `${path}/hire`)
      const hired = await mary<{ application: JsonObject }>(200, "GET", path)
      expect(hired.application).toMatchObject({
        status: "hired",
        stage: { name: "Hired" },
        notes: [{ body: "Leads a group already." }],
        interview_feedback: [{ rating: "strong_yes" }],
        application_answers: [{ answer_text: "FORTRAN" }]
      })
      await admin(200, "PATCH", `/members/${member.id}`, { status: "deactivated" })
      await mary(401, "GET", path)
    })

    test("of a person who was sourced, shortlisted, converted, found by the résumé, rejected and anonymised nothing is left", async () => {
      const marker = "zq8marker"
      const call = asking(here.own.keys.admin)
      const tenant = { organization_id: here.own.organization.id }
      await call(201, "POST", "/webhooks", { url: "https://receiver.example.com/events", event_types: ["*"] })
      const { job } = await call<{ job: WithId }>(201, "POST", "/jobs", { title: "Computer" })
      const { search } = await call<{ search: WithId }>(201, "POST", "/sourcing/searches", { name: "Langley" })
      const { prospects: [prospect] } = await call<{ prospects: ReadonlyArray<WithId> }>(
        201,
        "POST",
        `/sourcing/searches/${search.id}/prospects`,
        {
          prospects: [{
            full_name: marker,
            current_title: marker,
            email: `${marker}@example.com`,
            linkedin_url: `https://www.linkedin.com/in/${marker}`,
            summary: marker
          }]
        }
      )
      const at = `/sourcing/prospects/${prospect!.id}`
      await call(200, "POST", `${at}/shortlist`)
      const converted = await call<{ prospect: { application_id: string; candidate_id: string } }>(
        200,
        "POST",
        `${at}/convert`,
        {
          job_id: job.id
        }
      )
      const { application_id, candidate_id } = converted.prospect
      await call(201, "POST", `/applications/${application_id}/notes`, { note: `${marker} writes well.` })
      const { id: attachment_id } = await resume(call, application_id, `${marker} measured supersonic airfoils`)
      const { results } = await call<Found>(200, "GET", "/candidates/search?q=airfoil")
      expect(results).toMatchObject([{ candidate: { id: candidate_id }, highlights: [{ source: "attachment" }] }])
      const content = join(here.backend.folder, tenant.organization_id, attachment_id)
      expect(existsSync(content)).toBe(true)
      const { rejection_reasons: [reason] } = await call<{ rejection_reasons: ReadonlyArray<{ name: string }> }>(
        200,
        "GET",
        "/rejection-reasons"
      )
      await call(200, "POST", `/applications/${application_id}/reject`, {
        reason: reason!.name,
        note: `${marker} is too far away.`
      })
      await here.backend.run(Effect.andThen(untilSequenceable(tenant.organization_id), fanOut(tenant)))
      expect(await here.backend.run(tablesWith(marker))).toEqual(expect.arrayContaining(["attachments", "events"]))
      await call(200, "POST", `/candidates/${candidate_id}/anonymise`)
      await here.backend.run(erase(tenant))
      // Without a pause this would take the processor from what it waits for.
      while (existsSync(content)) await Bun.sleep(20)
      expect(await here.backend.run(tablesWith(marker))).toEqual([])
      expect(here.server.logs.filter((line) => line.includes(marker))).toEqual([])
      expect((await call<{ application: JsonObject }>(200, "GET", `/applications/${application_id}`)).application)
        .toMatchObject({
          status: "rejected",
          notes: [],
          source_type: "sourcing"
        })
      await call(404, "GET", at)
    })
  })
}
