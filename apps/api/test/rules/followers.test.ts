/** Readers that stay: streams and waiting requests, their keys, their number, and what a restored feed tells them. */
import { maxFollowersOfOrganization, maxStreamsOfKey } from "@candor/contract/Events"
import { ApiKeys, type KeyAddress } from "@candor/domain/authentication/ApiKeys"
import { Events } from "@candor/domain/event/Events"
import { ApiKeyId, OrganizationId } from "@candor/domain/Id"
import { databases } from "@candor/sql/testing/Databases"
import * as Access from "@candor/sql/testing/Access"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, Effect } from "effect"
import { Followers } from "../../src/streams/Followers.ts"
import { client, type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { freshEmail } from "../harness/Makers.ts"
import { openStream, readUntil } from "../harness/Stream.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

interface Page {
  readonly events: ReadonlyArray<{ readonly sequence: number; readonly data: JsonObject }>
  readonly next: number
  readonly has_more: boolean
}

test("an organization has so many streams and waiting requests, and no more", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { stream, wait } = yield* Followers
      const key = (organization: string): KeyAddress => ({
        organization_id: OrganizationId.make(organization),
        id: ApiKeyId.make(crypto.randomUUID()),
        scope: "read",
        job_access: "all",
        hides_feedback: false
      })
      const acme = crypto.randomUUID()
      const several = (count: number, organization: string) =>
        Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) =>
          (n % 2 === 0 ? stream : wait)(key(organization)))
      const refused = (organization: string) =>
        Effect.map(Effect.flip(wait(key(organization))), ({ error }) =>
          error.details?.["limit"])
      yield* Effect.scoped(Effect.gen(function*() {
        yield* several(maxFollowersOfOrganization, acme)
        expect(yield* refused(acme)).toBe(maxFollowersOfOrganization)
      }))
      yield* Effect.scoped(several(1, acme))
    }).pipe(Effect.scoped, Effect.provide(Followers.layer))
  ))

for (const database of databases) {
  describe(`who stays, on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
      await here.backend.run(
        Effect.forEach([here.own, here.foreign], ({ organization }) => untilSequenceable(organization.id))
      )
    })
    afterAll(() => here.backend.close())

    const page = async (query: string) =>
      having(200)(await here.call<Page>("GET", `/events${query}`, { key: here.own.keys.admin }))

    test("a request that waits ends with 401 when its key is revoked, and tells nothing of what happened since", async () => {
      const { keys, organization } = here.foreign
      const bothWait = Promise.withResolvers<void>()
      let waits = 0
      const server = await here.backend.serve({
        replacePorts: (ports) => {
          const events = Context.get(ports, Events)
          const changed = (id: OrganizationId, after: number) => {
            if (++waits === 2) bothWait.resolve()
            return events.changed(id, after)
          }
          return Context.add(ports, Events, { ...events, changed })
        }
      })
      const other = client(server.base_url)
      const { body: { next } } = having(200)(await other<Page>("GET", "/events?after=0&limit=1000", { key: keys.read }))
      const silent = other("GET", `/events?after=${next}&wait=15&types=note.deleted`, { key: keys.read })
      const woken = other("GET", `/events?after=${next}&wait=15`, { key: keys.read })
      await bothWait.promise
      await here.backend.run(Access.revokeAll(organization.id, "read"))
      having(201)(
        await other("POST", "/candidates", {
          key: keys.admin,
          body: { full_name: "Edsger Dijkstra", primary_email: freshEmail() }
        })
      )
      for (const answer of [await woken, await silent]) {
        having(401)(answer)
        expect(answer.text).not.toContain("Dijkstra")
      }
    })

    test("the keys of all streams are looked up together, by one statement at a time", async () => {
      const looks: Array<ReadonlyArray<KeyAddress>> = []
      let atOnce = 0
      let most = 0
      let third = () => {}
      const looked = new Promise<void>((resolve) => third = resolve)
      const server = await here.backend.serve({
        replacePorts: (ports) => {
          const keys = Context.get(ports, ApiKeys)
          const isActive = (watched: ReadonlyArray<KeyAddress>) => {
            if (looks.push(watched) === 4) third()
            most = Math.max(most, ++atOnce)
            return Effect.ensuring(keys.isActive(watched), Effect.sync(() => atOnce--))
          }
          return Context.add(ports, ApiKeys, { ...keys, isActive })
        }
      })
      const { admin, other_author } = here.own.keys
      const streams = await Promise.all(
        Array.from({ length: 60 }, (_, n) => openStream(server, n % 2 === 0 ? admin : other_author))
      )
      expect(streams.map(({ response }) => response.status)).toEqual(streams.map(() => 200))
      await looked
      expect(most).toBe(1)
      expect(looks.every((keys) => keys.length <= 2)).toBe(true)
      expect(new Set(looks.at(-1)!.map(({ id }) => id)).size).toBe(2)
      for (const { end } of streams) end()
      await server.close()
    })

    test("a key has so many streams and no more, and may open another when one is closed", async () => {
      const server = await here.backend.serve()
      const key = here.own.keys.admin
      const streams = await Promise.all(Array.from({ length: maxStreamsOfKey }, () => openStream(server, key)))
      expect(streams.every(({ response }) => response.status === 200)).toBe(true)
      const { response } = await openStream(server, key)
      expect(response.status).toBe(429)
      const refused = await response.json() as ErrorBody
      expect(refused.error).toMatchObject({ code: "rate_limit_exceeded", details: { limit: maxStreamsOfKey } })
      const other = await openStream(server, here.own.keys.other_author)
      expect(other.response.status).toBe(200)
      streams[0]!.end()
      const freed = async (): Promise<number> => {
        const { end, response } = await openStream(server, key)
        end()
        return response.status === 429 ? freed() : response.status
      }
      expect(await freed()).toBe(200)
      for (const { end } of [...streams, other]) end()
      await server.close()
    })

    test("the Link of a page leads on, until the feed is restored: then its refusal differs from that of every other lost cursor", async () => {
      const link = ({ headers }: { readonly headers: Headers }) =>
        /^<\/api\/v1(.+)>; rel="next"$/.exec(headers.get("link") ?? "")![1]!
      const key = here.own.keys.admin
      const first = await page("?after=0&limit=2&types=job.*,candidate.*")
      const second = having(200)(await here.call<Page>("GET", link(first), { key }))
      expect(second.body).toEqual((await page(`?after=${first.body.next}&limit=2&types=job.*,candidate.*`)).body)
      const epoch = await here.backend.run(Effect.flatMap(Events, ({ startEpoch }) => startEpoch))
      const latest = (await page("?after=0&limit=1000&types=note.deleted")).body.next
      const lost = { reason: "feed_restored", failure: "cursor_lost", after: first.body.next, latest }
      const refusal = having(400)(await here.call<ErrorBody>("GET", link(first), { key }))
      expect(refusal.body.error.details).toEqual(lost)
      const stale = await openStream(here.server, key, { "last-event-id": String(first.body.next) })
      expect((await stale.response.json() as ErrorBody).error.details).toEqual(lost)
      // The sequence alone says nothing of an epoch.
      const again = await page(`?after=${first.body.next}&limit=2`)
      having(200)(await here.call("GET", link(again), { key }))
      const { response } = await openStream(here.server, key, { "last-event-id": `${epoch}-${latest - 1}` })
      expect(await readUntil(response, /^id: .*$/m)).toContain(`id: ${epoch}-${latest}\n`)
      having(400)(await here.call("GET", `/events?cursor=${epoch}-1&after=1`, { key }))
      having(400)(await here.call("GET", "/events?cursor=nonsense", { key }))
    })
  })
}
