/** Replies and new applicants are work until somebody does something about them, and what did not arrive is, too. */
import { ApplicationId } from "@candor/domain/Id"
import type { Message } from "@candor/domain/mail/Message"
import { databases } from "@candor/sql/testing/Databases"
import { received, refused } from "@candor/sql/testing/MailCalls"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { unreachable } from "../harness/Makers.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"

const text = { subject: "Hello", body: "Dear Maya" }

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: SharedWorld
    beforeAll(async () => {
      here = await worldWith(database)
      having(200)(await here.call("PUT", "/organization/mail", { key: here.own.keys.admin, body: unreachable }))
    })
    afterAll(() => here.backend.close())

    const send = <Body>(method: string, path: string, body?: JsonObject, key = here.own.keys.write) =>
      here.call<Body & ErrorBody>(method, path, { key, ...(body === undefined ? {} : { body }) })

    const newApplication = async () => {
      const { application, candidate, job } = here.own.make
      return application((await job()).id, (await candidate({ full_name: "Maya Okafor" })).id)
    }

    test("a reply waits until somebody answers it or marks it as done, for those who see its job; what did not arrive, too", async () => {
      const { id, job } = await newApplication()
      const others = await here.own.make.member({ role: "limited" })
      const { key } = await here.own.make.apiKey({ user_id: others.id, scope: "write" })
      const worker = { organization_id: here.own.organization.id, worker: "mails", request_id: "test" }
      const arrive = (changes = {}) => here.backend.run(received(worker, ApplicationId.make(id), changes, []))
      interface Waiting {
        readonly replies: ReadonlyArray<{ readonly message_id: string; readonly application: { readonly id: string } }>
        readonly undelivered: Waiting["replies"]
      }
      const waiting = async (key = here.own.keys.write) => {
        const { replies, undelivered } =
          having(200)(await send<Waiting>("GET", "/overview/waiting", undefined, key)).body
        const listed = having(200)(
          await send<{ messages: ReadonlyArray<Message> }>(
            "GET",
            "/messages?select=replies&limit=100",
            undefined,
            key
          )
        ).body.messages
        const counts = having(200)(await send<{ replies: number }>("GET", "/overview/mails", undefined, key)).body
        const { cards } = having(200)(
          await send<{ cards: ReadonlyArray<{ replied_at: string | null }> }>("GET", `/jobs/${job.id}/cards`)
        ).body
        const ofThis = (mails: Waiting["replies"]) =>
          mails.filter(({ application }) => application.id === id).map(({ message_id }) => message_id)
        expect([
          listed.length,
          listed.filter(({ application_id }) => application_id === id).map(({ id }): string => id)
        ]).toEqual([counts.replies, ofThis(replies)])
        return { replies: ofThis(replies), undelivered: ofThis(undelivered), hasDot: cards[0]!.replied_at !== null }
      }
      const quiet = { replies: [], undelivered: [], hasDot: false }
      const write = async () =>
        having(201)(
          await send<{ message: Message }>("POST", `/applications/${id}/messages`, { ...text, delay_seconds: 60 })
        ).body.message
      await arrive({ is_automatic: true })
      expect(await waiting()).toEqual(quiet)
      await arrive()
      const last = await arrive()
      const waits = { ...quiet, replies: [last.id], hasDot: true }
      expect([await waiting(), (await waiting(key)).replies]).toEqual([waits, []])
      // A letter that is taken back was no answer.
      const letter = await write()
      expect(await waiting()).toEqual(quiet)
      having(200)(await send("POST", `/messages/${letter.id}/cancel`))
      expect(await waiting()).toEqual(waits)
      having(403)(await send("POST", `/messages/${last.id}/done`, { is_done: true }, key))
      const done = async (message: string, is_done: boolean) =>
        having(200)(await send<{ message: Message }>("POST", `/messages/${message}/done`, { is_done })).body.message
          .handled_at
      expect([typeof await done(last.id, true), await waiting(), await done(last.id, false), await waiting()]).toEqual([
        "string",
        quiet,
        null,
        waits
      ])
      await done(last.id, true)
      const lost = await here.backend.run(refused(worker, ApplicationId.make(id)))
      expect(await waiting()).toEqual({ ...quiet, undelivered: [lost.id] })
      await done(lost.id, true)
      expect(await waiting()).toEqual(quiet)
      expect(await done((await write()).id, true)).toBe(null)
    })

    test("an applicant is new since a time, until somebody writes or moves the application", async () => {
      const { id } = await newApplication()
      const other = await newApplication()
      const arrived = async (query = "") =>
        having(200)(await send<{ new_applications: ReadonlyArray<{ id: string }> }>("GET", `/overview/waiting${query}`))
          .body.new_applications
          .map(({ id }) => id).filter((one) => one === id || one === other.id)
      expect([await arrived(), await arrived("?since=2100-01-01T00:00:00Z")]).toEqual([[other.id, id], []])
      having(201)(await send("POST", `/applications/${id}/messages`, text))
      having(200)(await send("POST", `/applications/${other.id}/withdraw`))
      expect(await arrived()).toEqual([])
    })
  })
}
