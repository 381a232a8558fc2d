/** Sign-in links that work once, and sessions that end with what they were opened by. */
import type { Actor } from "@candor/domain/access/Actor"
import { scopeOf as scopeOfRole } from "@candor/domain/access/MemberRole"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import { maxSessions, sessionText } from "@candor/domain/authentication/Session"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import { Events } from "@candor/domain/event/Events"
import type { OrganizationId } from "@candor/domain/Id"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Exit, Option } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import {
  actorOf,
  issue,
  linkIdentity,
  open,
  openByIdentity,
  parsedLink,
  redeem,
  unlinkIdentity
} from "./SignInCalls.ts"
import * as World from "./World.ts"

/** The scope that a session has at a request; none where it is refused. */
const scopeOf = (text: string) =>
  Effect.flatMap(ApiKeys, (keys) => keys.authenticate(Option.getOrThrow(sessionText.parse(text)), 1000)).pipe(
    Effect.map(Option.map(({ principal }) => principal.api_key.scope)),
    Effect.map(Option.getOrUndefined)
  )

const scopesOf = (texts: ReadonlyArray<string>) => Effect.forEach(texts, scopeOf)

/** A member who has set a password by a link, with the session of that. */
const signedIn = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { user } = yield* World.member(actor.organization_id, { email: "Grace@Example.com", scope: "write" })
  const { text } = yield* redeem(actor, user, (yield* issue(actor, user)).text, "hash")
  return { actor, user, text }
})

for (const database of databases.map(forFile)) {
  describe(`on ${database.name}`, () => {
    test("a link works once, however many use it at a time, and a new one ends the one before", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { user } = yield* World.member(actor.organization_id, { email: "grace@example.com", scope: "write" })
        const { text: before } = yield* issue(actor, user)
        const { text } = yield* issue(actor, user)
        const { withLink } = yield* SignIns
        expect(yield* withLink(parsedLink(before))).toEqual(Option.none())
        expect(yield* withLink(parsedLink(text))).toEqual(Option.some(user.id))
        const attempts = yield* Effect.forEach(
          [before, text, text, text, text],
          (link, index) => Effect.exit(redeem(actor, user, link, `hash ${index}`)),
          { concurrency: "unbounded" }
        )
        expect(attempts.filter(Exit.isSuccess)).toHaveLength(1)
        expect(attempts[0]).toEqual(Exit.fail(new SignIn.SignInLinkEnded()))
        expect(yield* withLink(parsedLink(text))).toEqual(Option.none())
      })))

    test("a session has its member's role, and ends by signing out, deactivation, a new password and more than ten others", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor, text: first, user } = yield* signedIn
        const { endSession } = yield* SignIns
        const { modify } = yield* Members
        const become = (patch: Member.MemberPatch) => modify(actor, user.id, (member) => Member.update(member, patch))
        expect(yield* scopeOf(first)).toBe(scopeOfRole(user.role))
        yield* become({ role: "read" })
        expect(yield* scopeOf(first)).toBe("read")
        const { text: second } = yield* open(actor, user, "hash")
        yield* endSession(Option.getOrThrow(sessionText.parse(second)))
        expect(yield* scopesOf([first, second])).toEqual(["read", undefined])
        yield* become({ status: "deactivated" })
        expect(yield* Effect.flip(open(actor, user, "hash"))).toEqual(new SignIn.SignInRefused())
        yield* become({ status: "active" })
        expect(yield* scopeOf(first)).toBeUndefined()
        const many = yield* Effect.forEach(Array.from({ length: maxSessions + 1 }), () => open(actor, user, "hash"))
        const [oldest, ...others] = many.map(({ text }) => text)
        expect(yield* scopesOf([oldest!, ...others])).toEqual([undefined, ...others.map(() => "read" as const)])
        const { open: opened } = yield* SignIns
        const change = { compared: "hash", password_hash: "another hash" }
        const { text: last } = yield* opened(
          actorOf(actor, user),
          undefined,
          (signIn, context) => SignIn.changePassword(signIn, change, context)
        )
        expect(yield* scopesOf([...others, last])).toEqual([...others.map(() => undefined), "read"])
        expect(yield* Effect.flip(open(actor, user, "hash"))).toEqual(new SignIn.SignInRefused())
      })))

    test("of sign-ins and a change of the password at a time, no session of the old password is left", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor, text, user } = yield* signedIn
        const { open: opened } = yield* SignIns
        const change = { compared: "hash", password_hash: "another hash" }
        const changed = opened(
          actorOf(actor, user),
          undefined,
          (signIn, context) => SignIn.changePassword(signIn, change, context)
        )
        const signIn = Effect.map(Effect.exit(open(actor, user, "hash")), Exit.getSuccess)
        const [before, { text: kept }, after] = yield* Effect.all([
          Effect.all([signIn, signIn, signIn], { concurrency: "unbounded" }),
          changed,
          Effect.all([signIn, signIn, signIn], { concurrency: "unbounded" })
        ], { concurrency: "unbounded" })
        const old = [...before, ...after].flatMap(Option.toArray).map((session) => session.text)
        expect(yield* scopesOf([text, ...old])).toEqual([text, ...old].map(() => undefined))
        expect(yield* scopeOf(kept)).toBe(scopeOfRole(user.role))
      })))

    test("a session that is not used ends after 12 hours, one that is used after 30 days, and old ones are removed", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor, text, user } = yield* signedIn
        const sql = yield* SqlClient.SqlClient
        const { extendSession } = yield* SignIns
        const sessions = sql<{ readonly id: string; readonly hours: number }>`
          SELECT id, round(extract(epoch FROM expires_at - now()) / 3600)::integer AS hours FROM api_keys
          WHERE organization_id = ${actor.organization_id} AND is_session ORDER BY id
        `
        const age = (hours: number) =>
          sql`
          WITH aged AS (
            SELECT id, created_at - ${hours} * interval '1 hour' AS created_at, expires_at - ${hours} * interval '1 hour' AS expires_at
            FROM api_keys WHERE organization_id = ${actor.organization_id} AND is_session
          )
          UPDATE api_keys k SET created_at = aged.created_at, expires_at = aged.expires_at FROM aged
          WHERE k.organization_id = ${actor.organization_id} AND k.id = aged.id
        `
        const [{ hours, id } = { hours: 0, id: "" }] = yield* sessions
        expect(hours).toBe(12)
        yield* age(11)
        yield* extendSession(actor.organization_id, id as never)
        expect((yield* sessions)[0]?.hours).toBe(12)
        yield* sql`UPDATE api_keys SET created_at = now() - interval '30 days' + interval '2 hours' WHERE organization_id = ${actor.organization_id} AND is_session`
        yield* extendSession(actor.organization_id, id as never)
        expect((yield* sessions)[0]?.hours).toBe(2)
        yield* age(3)
        yield* extendSession(actor.organization_id, id as never)
        expect(yield* scopeOf(text)).toBeUndefined()
        yield* open(actor, user, "hash")
        expect(yield* sessions).toHaveLength(2)
        yield* age(24)
        yield* open(actor, user, "hash")
        expect(yield* sessions).toHaveLength(2)
      })))

    test("sessions are in no list of keys, and events name the member without a key", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor, user } = yield* signedIn
        const keys = yield* ApiKeys
        const { items } = yield* keys.list(actor.organization_id, { limit: 100, offset: 0 })
        expect(items.map(({ name }) => name).toSorted()).toEqual([
          "admin of ada@example.com",
          "write of Grace@Example.com"
        ])
        const session = (yield* open(actor, user, "hash")).signIn.session!
        expect((yield* Effect.flip(keys.get(actor.organization_id, session.id)))._tag).toBe("ApiKeyNotFound")
        yield* untilSequenceable(actor.organization_id)
        const since = Timestamp.make("2000-01-01T00:00:00.000Z")
        const { events } = yield* (yield* Events).page(actor.organization_id, {
          after: 0,
          limit: 100,
          types: ["member.*"],
          except: [],
          since
        })
        const none = { worker: null }
        expect(events.filter(({ type }) => /password|link/.test(type)).map(({ actor, type }) => [type, actor])).toEqual(
          [
            ["member.sign_in_link_created", { user_id: actor.user_id, api_key_id: actor.api_key_id, ...none }],
            ["member.password_set", { user_id: user.id, api_key_id: null, ...none }]
          ]
        )
      })))

    test("an e-mail address is found in any case of letters, in three organizations at most, where its member is active, and those with a password first", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor, user } = yield* signedIn
        const { withEmail } = yield* SignIns
        const others = yield* Effect.forEach(Array.from({ length: 5 }), () => signedIn)
        const found = yield* withEmail("grace@example.COM", undefined)
        const all = [{ actor, user }, ...others].map(({ actor, user }) => ({
          organization_id: actor.organization_id,
          user_id: user.id,
          password_hash: "hash"
        }))
        expect(found).toEqual(all.slice(0, 3))
        yield* (yield* Members).modify(actor, user.id, (member) => Member.update(member, { status: "deactivated" }))
        expect(yield* withEmail("grace@example.com", undefined)).toEqual(all.slice(1, 4))
        expect(yield* withEmail("grace@example.com", others[4]!.actor.organization_id)).toEqual(all.slice(5))
        expect((yield* withEmail("ada@example.com", undefined)).map(({ password_hash }) => password_hash)).toEqual([
          null,
          null,
          null
        ])
        expect(yield* withEmail("nobody@example.com", undefined)).toEqual([])
      })))

    test("an identity is that of the member who linked it last, of each organization, while the member is active", () =>
      runOn(database)(Effect.gen(function*() {
        const { withIdentity } = yield* SignIns
        const identity = { issuer: "https://id.example", subject: crypto.randomUUID() }
        const [acme, globex] = [yield* signedIn, yield* signedIn]
        const link = ({ actor }: { readonly actor: Actor }, member: Pick<Member.Member, "id">) =>
          Effect.flatMap(issue(actor, member), ({ text }) => linkIdentity(actor, member, text, identity))
        const holders = (organization?: OrganizationId) =>
          Effect.map(
            withIdentity(identity, organization),
            (found) => found.map(({ organization: { id }, user_id }) => `${id} ${user_id}`)
          )
        expect(yield* holders()).toEqual([])
        yield* link(acme, acme.user)
        yield* link(globex, globex.user)
        const holderOf = ({ actor, user }: typeof acme) => `${actor.organization_id} ${user.id}`
        expect(yield* holders()).toEqual([holderOf(acme), holderOf(globex)])
        expect(yield* holders(globex.actor.organization_id)).toEqual([holderOf(globex)])
        expect(yield* withIdentity({ ...identity, issuer: "https://other.example" }, undefined)).toEqual([])
        yield* link(acme, { id: acme.actor.user_id })
        expect(yield* holders(acme.actor.organization_id)).toEqual([
          `${acme.actor.organization_id} ${acme.actor.user_id}`
        ])
        yield* (yield* Members).modify(
          globex.actor,
          globex.user.id,
          (member) => Member.update(member, { status: "deactivated" })
        )
        expect(yield* holders(globex.actor.organization_id)).toEqual([])
      })))

    test("an unlinked identity opens no session, and ends all of its member but the new one, also that of a sign-in at the time", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor, text: first, user } = yield* signedIn
        const grace = actorOf(actor, user)
        const [one, two] = [{ issuer: "https://id.example", subject: "1" }, {
          issuer: "https://id.example",
          subject: "2"
        }]
        for (const identity of [one, two]) yield* linkIdentity(actor, user, (yield* issue(actor, user)).text, identity)
        const { identities } = yield* SignIns
        expect(yield* identities(grace)).toMatchObject([one, two])
        const { text: before } = yield* openByIdentity(grace, one)
        expect(yield* Effect.flip(meanwhile(unlinkIdentity(grace, one), openByIdentity(grace, one)))).toEqual(
          new SignIn.SignInRefused()
        )
        expect(yield* scopesOf([first, before])).toEqual([undefined, undefined])
        expect(yield* identities(grace)).toMatchObject([two])
        expect(yield* scopeOf((yield* openByIdentity(grace, two)).text)).toBe(scopeOfRole(user.role))
      })))
  })
}
