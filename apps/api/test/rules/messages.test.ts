/** Mail: templates, letters, and the inbox of what belongs to nobody. */
import type { Event } from "@candor/domain/event/Event"
import { ApplicationId, UserId } from "@candor/domain/Id"
import type { MailTemplate } from "@candor/domain/mail/MailTemplate"
import { maxWaiting, type Message } from "@candor/domain/mail/Message"
import { databases } from "@candor/sql/testing/Databases"
import { copies, received } from "@candor/sql/testing/MailCalls"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type CallOptions, type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"

const text = { subject: "Hello", body: "**Dear** {{ candidate.first_name }}" }

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: SharedWorld
    beforeAll(async () => {
      here = await worldWith(database, "queuedMessageId", "templateId", "freeCandidateId")
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })
    const send = <Body>(method: string, path: string, body?: JsonObject, key = here.own.keys.write) =>
      call<Body & ErrorBody>(method, path, { key, ...(body === undefined ? {} : { body }) })
    const admin = <Body>(method: string, path: string, body?: JsonObject) =>
      send<Body>(method, path, body, here.own.keys.admin)
    const sql = <A, E>(run: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      here.backend.run(Effect.flatMap(SqlClient.SqlClient, run))

    const newApplication = async (more: JsonObject = {}) => {
      const { application, candidate, job } = here.own.make
      return application((await job()).id, (await candidate({ full_name: "Maya Okafor", ...more })).id)
    }
    const mailsOf = async (application: string) =>
      having(200)(await call<{ messages: ReadonlyArray<Message> }>("GET", `/applications/${application}/messages`)).body
        .messages
    const newTemplate = (more: JsonObject) =>
      send<{ mail_template: MailTemplate }>("POST", "/mail-templates", { name: crypto.randomUUID(), ...text, ...more })

    test("a template has known variables alone, a name of its own, and stays while a rule of automatic emails names it", async () => {
      for (
        const body of [
          "{{ candidate.salary }}",
          "{% include 'x' %}",
          "{{ candidate",
          "{% for c in candidate %}{% endfor %}"
        ]
      ) {
        expect(having(400)(await newTemplate({ body })).body.error.details?.["issues"]).toMatchObject([{
          path: ["body"],
          message: expect.any(String)
        }])
      }
      const { mail_template: { id, name } } = having(201)(await newTemplate({})).body
      expect(having(400)(await newTemplate({ name: name.toUpperCase() })).body.error.details).toEqual({
        reason: "already_exists",
        failure: "name_taken",
        mail_template_id: id
      })
      const { mail_rule } = having(201)(
        await admin<{ mail_rule: JsonObject }>("POST", "/mail-rules", { name, trigger: "rejected", template_id: id })
      ).body
      expect(having(400)(await send("DELETE", `/mail-templates/${id}`)).body.error.details).toMatchObject({
        uses: ["template_id"]
      })
      having(404)(await admin("PATCH", `/mail-rules/${mail_rule["id"]}`, { template_id: here.foreign.ids.templateId }))
      having(200)(await admin("DELETE", `/mail-rules/${mail_rule["id"]}`))
      having(200)(await send("DELETE", `/mail-templates/${id}`))
    })

    test("what a rejection would send is told for its reason, and a forecast counts what a rule would have followed", async () => {
      const { mail_template: { id: template_id } } = having(201)(await newTemplate({})).body
      const { id, job } = await newApplication()
      const letter = async (reason: string) =>
        having(200)(
          await call<{ rejection_letter: JsonObject }>(
            "GET",
            `/applications/${id}/rejection-letter?reason=${encodeURIComponent(reason)}`
          )
        ).body.rejection_letter
      const [{ name: reason } = { name: "" }, other] =
        having(200)(await call<{ rejection_reasons: ReadonlyArray<{ name: string }> }>("GET", "/rejection-reasons"))
          .body.rejection_reasons
      const scope = {
        trigger: "rejected",
        job_id: job.id,
        conditions: [{ field: "rejection_reason", is: [reason.toUpperCase()] }],
        delay_minutes: 90
      }
      having(201)(await admin("POST", "/mail-rules", { name: crypto.randomUUID(), template_id, ...scope }))
      expect([await letter(reason), await letter(other!.name)]).toEqual([{ template_id, delay_minutes: 90 }, {
        template_id: null,
        delay_minutes: 1440
      }])
      const forecast = async (more: JsonObject = {}) =>
        having(200)(await admin<{ forecast: JsonObject }>("POST", "/mail-rules/forecast", { ...scope, ...more })).body
          .forecast
      having(200)(await send("POST", `/applications/${id}/reject`, { reason, mail_template_id: null }))
      expect(await forecast()).toEqual({
        count: 1,
        is_partial: false,
        waiting: 0,
        applications: [{ id, full_name: "Maya Okafor", job_title: job.title }]
      })
      expect(await forecast({ conditions: [{ field: "rejection_reason", is: [other!.name] }] })).toMatchObject({
        count: 0
      })
    })

    test("a reason for a rejection, and a rejection, name a template of the organization, which then stays", async () => {
      const { mail_template: { id } } = having(201)(await newTemplate({})).body
      const name = crypto.randomUUID()
      const unknown = {
        reason: "invalid_input",
        issues: [{
          path: ["mail_template_id"],
          message: "Expected the id of a mail template of the organization",
          reason: "unknown_reference",
          values: {}
        }]
      }
      const foreign = here.foreign.ids.templateId
      expect(
        having(400)(await admin("POST", "/rejection-reasons", { name, mail_template_id: foreign })).body.error.details
      ).toEqual(unknown)
      const { rejection_reason: reason } = having(201)(
        await admin<{ rejection_reason: JsonObject }>("POST", "/rejection-reasons", { name, mail_template_id: id })
      ).body
      expect(reason).toMatchObject({ name, mail_template_id: id })
      expect(having(400)(await send("DELETE", `/mail-templates/${id}`)).body.error.details).toMatchObject({
        uses: ["rejection_reasons"]
      })
      const application = await newApplication()
      const path = `/applications/${application.id}/reject`
      expect(having(400)(await send("POST", path, { reason: name, mail_template_id: foreign })).body.error.details)
        .toEqual(unknown)
      having(200)(await send("POST", path, { reason: name, mail_template_id: null }))
      const { events } = having(200)(
        await admin<{ events: ReadonlyArray<{ subject_id: string; data: JsonObject }> }>(
          "GET",
          "/events?types=application.rejected&limit=1000"
        )
      ).body
      expect(events.find(({ subject_id }) => subject_id === application.id)?.data).toMatchObject({
        rejection_reason: name,
        mail_template_id: null
      })
      having(200)(await admin("PATCH", `/rejection-reasons/${String(reason["id"])}`, { mail_template_id: null }))
      having(200)(await send("DELETE", `/mail-templates/${id}`))
    })

    test("a mail of a template has the values of its application; own text is sent as it is; a dry run shows either, and stores nothing", async () => {
      const { id } = await newApplication()
      const { mail_template: { id: template_id } } = having(201)(await newTemplate({})).body
      const path = `/applications/${id}/messages`
      const shown = having(200)(await send<{ mail: JsonObject }>("POST", `${path}/preview`, { template_id })).body.mail
      expect(shown).toMatchObject({
        body: "**Dear** Maya",
        html: "<p><strong>Dear</strong> Maya</p>\n",
        recipient: { name: "Maya Okafor" }
      })
      const tried =
        having(201)(await send<{ message: Message }>("POST", `${path}?dry_run=true`, { template_id })).body.message
      expect([tried.body, await mailsOf(id)]).toEqual(["**Dear** Maya", []])
      const { candidate } =
        having(200)(await call<{ application: { candidate: { id: string } } }>("GET", `/applications/${id}`)).body
          .application
      having(200)(await send("PATCH", `/candidates/${candidate.id}`, { given_name: "Maya Ngozi" }))
      expect(
        having(200)(await send<{ mail: JsonObject }>("POST", `${path}/preview`, { template_id })).body.mail["body"]
      ).toBe("**Dear** Maya Ngozi")
      having(200)(await send("PATCH", `/candidates/${candidate.id}`, { given_name: " " }))
      const { message } = having(201)(await send<{ message: Message }>("POST", path, { template_id })).body
      expect(message).toMatchObject({
        status: "queued",
        purpose: "letter",
        subject: "Hello",
        body: "**Dear** Maya",
        template_id,
        author: { full_name: "Ada Lovelace" }
      })
      const own = having(201)(await send<{ message: Message }>("POST", path, text)).body.message
      expect([own.body, own.in_reply_to, own.reference_ids]).toEqual([text.body, message.internet_message_id, [
        message.internet_message_id
      ]])
      expect((await mailsOf(id)).map(({ id }) => id)).toEqual([own.id, message.id])
    })

    test("what a mail lacks, or names that is not there, is refused", async () => {
      const { id } = await newApplication()
      const other = await newApplication()
      const path = `/applications/${id}/messages`
      const file = await here.own.make.attachment(other.id)
      const { message } =
        having(201)(await send<{ message: Message }>("POST", `/applications/${other.id}/messages`, text)).body
      for (
        const [status, body, where] of [
          [400, { body: "Hello" }, "subject"],
          [400, { subject: "Hello" }, "body"],
          [400, { ...text, attachment_ids: [file.id] }, "attachment_ids"],
          [400, { ...text, send_at: "2100-01-01T00:00:00Z" }, "send_at"],
          [400, { ...text, delay_seconds: -1 }, "delay_seconds"],
          [400, { ...text, delay_seconds: 301 }, "delay_seconds"],
          [404, { ...text, reply_to_id: message.id }, "mail"],
          [404, { template_id: here.foreign.ids.templateId }, "template"]
        ] as const
      ) expect(having(status)(await send("POST", path, body)).body.error.message).toContain(where)
      const gone = await newApplication()
      having(200)(await send("POST", `/candidates/${gone.candidate.id}/anonymise`))
      having(400)(await send("POST", `/applications/${gone.id}/messages`, text))
      expect(await mailsOf(id)).toEqual([])
      const stranger = await here.foreign.make.job()
      const foreign = await here.foreign.make.application(stranger.id, here.foreign.ids.freeCandidateId)
      having(200)(await here.call("PUT", "/organization/mail", { key: here.foreign.keys.admin, body: {} }))
      const unset = await here.call<ErrorBody>("POST", `/applications/${foreign.id}/messages`, {
        key: here.foreign.keys.write,
        body: text
      })
      expect(having(400)(unset).body.error.message).toContain("PUT /organization/mail")
    })

    test("a mail waits for a delay that the server adds, in which it is stopped", async () => {
      const { id } = await newApplication()
      const written = await send<{ message: Message & { send_at: string; created_at: string } }>(
        "POST",
        `/applications/${id}/messages`,
        {
          ...text,
          delay_seconds: 12
        }
      )
      const { message } = having(201)(written).body
      expect(Date.parse(message.send_at) - Date.parse(message.created_at)).toBe(12_000)
      const { message: stopped } =
        having(200)(await send<{ message: Message }>("POST", `/messages/${message.id}/cancel`)).body
      expect(stopped.status).toBe("cancelled")
    })

    test("a mail is written once for an idempotency key, stopped while it waits, and its events have neither text nor address", async () => {
      const { id } = await newApplication()
      const body = { ...text, send_at: new Date(Date.now() + 86_400_000).toISOString() }
      const headers = { "idempotency-key": crypto.randomUUID() }
      const write = () => call<{ message: Message }>("POST", `/applications/${id}/messages`, { body, headers })
      const answers = [await write(), await write()]
      expect(new Set(answers.map((answer) => having(201)(answer).body.message.id)).size).toBe(1)
      const [mail] = await mailsOf(id)
      for (let n = 0; n < 2; n++)
        expect(
          having(200)(await send<{ message: Message }>("POST", `/messages/${mail!.id}/cancel`)).body.message.status
        ).toBe("cancelled")
      having(400)(await send("POST", `/messages/${mail!.id}/retry`))
      having(400)(await send("DELETE", `/messages/${mail!.id}`))
      const { events } =
        having(200)(await call<{ events: ReadonlyArray<Event> }>("GET", "/events?types=message.*&limit=1000")).body
      const own = events.filter(({ subject_id }) => subject_id === mail!.id)
      expect(own.map(({ data, type }) => [type, data?.["status"], data?.["application_id"]])).toEqual([
        ["message.queued", "queued", id],
        ["message.cancelled", "cancelled", id]
      ])
      expect(JSON.stringify(own)).not.toMatch(/Dear|Hello|@/)
    })

    test(`an organization has at most ${maxWaiting.limit} mails that wait`, async () => {
      const { id } = await newApplication()
      const { message } =
        having(201)(await send<{ message: Message }>("POST", `/applications/${id}/messages`, text)).body
      await here.backend.run(copies(message.id, maxWaiting.limit))
      const other = await newApplication()
      const { body } = having(400)(await send("POST", `/applications/${other.id}/messages`, text))
      expect(body.error.details).toMatchObject({ reason: "limit_reached", limit: maxWaiting.limit })
      await sql((sql) => sql`DELETE FROM messages WHERE application_id = ${id}`)
      having(201)(await send("POST", `/applications/${other.id}/messages`, text))
    })

    test("what belongs to nobody is given to an application or deleted, and a limited member sees none of it", async () => {
      const { id } = await newApplication()
      const inbox = async (key?: string) =>
        having(200)(
          await send<{ messages: ReadonlyArray<Message> }>(
            "GET",
            "/messages?select=unassigned&limit=100",
            undefined,
            key
          )
        ).body.messages.map(({ id }) => id)
      const [one, other] = [
        await here.own.makeOthers(new Set(["messageId"])),
        await here.own.makeOthers(new Set(["messageId"]))
      ].map(({ messageId }) => messageId!)
      const person = await here.own.make.member({ role: "limited" })
      const { key } = await here.own.make.apiKey({ user_id: person.id, scope: "write" })
      expect([await inbox(), await inbox(key)]).toEqual([expect.arrayContaining([one, other]), []])
      having(404)(await send("GET", `/messages/${one}`, undefined, key))
      const { message } =
        having(200)(await send<{ message: Message }>("POST", `/messages/${one}/assign`, { application_id: id })).body
      expect([message.application_id, (await mailsOf(id)).map(({ id }) => String(id))]).toEqual([id, [one!]])
      const second = await newApplication()
      expect(
        having(400)(await send("POST", `/messages/${one}/assign`, { application_id: second.id })).body.error.details
      ).toMatchObject({ application_id: id })
      having(200)(await send("DELETE", `/messages/${other}`))
      having(404)(await send("GET", `/messages/${other}`))
      expect((await inbox()).some((id) => id === other)).toBe(false)
    })

    test("a forwarded reply is filed by a member's answer alone, asks those who see its application, and goes with its person", async () => {
      const address = `${crypto.randomUUID()}@mail.example`
      const { application, candidate, job, member } = here.own.make
      const person = await candidate({ full_name: "Maya Okafor", primary_email: address })
      const { id } = await application((await job()).id, person.id)
      const user = await member({})
      const forwarded = {
        member: { id: UserId.make(user.id), full_name: "Jonas" },
        application_id: ApplicationId.make(id),
        sender: { name: "Maya", email: address },
        subject: "Re: Hello",
        body: "Yes",
        sent_at: null,
        answer: "asked"
      } as const
      const worker = { organization_id: here.own.organization.id, worker: "mails", request_id: "test" }
      const arrived = () =>
        here.backend.run(received(worker, null, { sender: { name: null, email: "jonas@acme.example" } }, [], forwarded))
      const answer = (message: string, is_reply: boolean) =>
        send<{ message: Message }>("POST", `/messages/${message}/forwarded`, { is_reply })
      const [one, other, third] = [await arrived(), await arrived(), await arrived()]
      expect(await mailsOf(id)).toEqual([])
      expect(having(200)(await answer(other.id, false)).body.message).toMatchObject({
        application_id: null,
        forwarded: { answer: "declined" }
      })
      for (let n = 0; n < 2; n++) {
        expect(having(200)(await answer(one.id, true)).body.message).toMatchObject({
          application_id: id,
          sender: { email: "jonas@acme.example" },
          forwarded: { answer: "accepted", body: "Yes" }
        })
      }
      having(400)(await answer(one.id, false))
      const { messageId } = await here.own.makeOthers(new Set(["messageId"]))
      expect(having(400)(await answer(messageId!, true)).body.error.details).toMatchObject({ reason: "invalid_state" })
      expect(having(200)(await answer(messageId!, false)).body.message).toMatchObject({
        application_id: null,
        forwarded: null
      })
      const { events } =
        having(200)(await call<{ events: ReadonlyArray<Event> }>("GET", "/events?types=message.*&limit=1000")).body
      const told = events.filter(({ subject_id }) => subject_id === one.id || subject_id === other.id)
      expect(told.map(({ type }) => type)).toEqual([
        "message.received",
        "message.received",
        "message.forward_declined",
        "message.assigned"
      ])
      expect(JSON.stringify(told)).not.toMatch(/Yes|Maya|@/)
      having(200)(await admin("POST", `/candidates/${person.id}/anonymise`))
      for (const gone of [one, other, third]) having(404)(await send("GET", `/messages/${gone.id}`))
    })

    test("a member who does not see the application that a forwarded reply names answers neither way", async () => {
      const { apiKey, application, candidate, job, member } = here.own.make
      const { id: job_id } = await job()
      const { id } = await application(
        job_id,
        (await candidate({ full_name: "Maya Okafor", primary_email: `${crypto.randomUUID()}@mail.example` })).id
      )
      const user = await member({ role: "write" })
      const { key } = await apiKey({ user_id: user.id, scope: "write" })
      const forwarded = {
        member: { id: UserId.make(user.id), full_name: "Jonas" },
        application_id: ApplicationId.make(id),
        sender: { name: "Maya", email: "maya@home.example" },
        subject: "Re: Hello",
        body: "Yes",
        sent_at: null,
        answer: "asked"
      } as const
      const worker = { organization_id: here.own.organization.id, worker: "mails", request_id: "test" }
      const mail = await here.backend.run(
        received(worker, null, { sender: { name: null, email: "jonas@acme.example" } }, [], forwarded)
      )
      having(200)(await admin("PATCH", `/jobs/${job_id}`, { is_confidential: true }))
      for (const is_reply of [true, false])
        having(404)(await send("POST", `/messages/${mail.id}/forwarded`, { is_reply }, key))
      const { message } = having(200)(await admin<{ message: Message }>("GET", `/messages/${mail.id}`)).body
      expect(message).toMatchObject({ application_id: null, forwarded: { answer: "asked" } })
      having(200)(await admin("DELETE", `/messages/${mail.id}`))
    })

    test("a mail as it was formatted runs nothing, asks no other server, and is in no other page's frame", async () => {
      const { messageId } = await here.own.makeOthers(new Set(["messageId"]))
      const { headers, text } = having(200)(await send("GET", `/messages/${messageId}/html`))
      expect([headers.get("content-type"), text]).toEqual([
        "text/html; charset=utf-8",
        expect.stringContaining("<p>Dear Acme</p>")
      ])
      const policy = headers.get("content-security-policy")!
      for (
        const part of [
          "sandbox allow-popups ",
          "default-src 'none'",
          "img-src data:",
          "form-action 'none'",
          "frame-ancestors 'self'"
        ]
      ) expect(policy).toContain(part)
      expect(policy).not.toMatch(/allow-(?:scripts|same-origin|forms)|https?:/)
      expect([headers.get("referrer-policy"), headers.get("x-dns-prefetch-control")]).toEqual(["no-referrer", "off"])
      having(404)(await send("GET", `/messages/${here.own.ids.queuedMessageId}/html`))
    })

    test("a limited member writes where they are recruiter, and every member chooses what they are told", async () => {
      const { id, job } = await newApplication()
      const person = await here.own.make.member({ role: "limited" })
      const { key } = await here.own.make.apiKey({ user_id: person.id, scope: "write" })
      const { key: reading } = await here.own.make.apiKey({ user_id: person.id, scope: "read" })
      for (const [role, status] of [["interviewer", 403], ["recruiter", 201]] as const) {
        having(200)(await send("PUT", `/jobs/${job.id}/team/${person.id}`, { role }))
        having(status)(await send("POST", `/applications/${id}/messages`, text, key))
      }
      const chosen = async (key: string) =>
        having(200)(await send<{ mail_notices: ReadonlyArray<string> }>("GET", "/me/mail-notices", undefined, key)).body
          .mail_notices
      const all = [
        "mention",
        "feedback_request",
        "team",
        "reply",
        "digest",
        "scorecard",
        "missing_scorecard",
        "declined_interview"
      ]
      expect(await chosen(reading)).toEqual(all)
      having(200)(await send("PUT", "/me/mail-notices", { mail_notices: ["team", "team"] }, reading))
      expect([await chosen(key), await chosen(here.own.keys.read)]).toEqual([["team"], all])
      having(400)(await send("PUT", "/me/mail-notices", { mail_notices: ["everything"] }, reading))
    })
  })
}
