/** Members: what their role and status do to their keys, and what holds when several changes come at once. */
import type { Actor } from "@candor/domain/access/Actor"
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import type { UserId } from "@candor/domain/Id"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import { describe, expect, test } from "bun:test"
import { Effect, Exit, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as Access from "./Access.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const draft = { full_name: "Grace Hopper", email: "Grace@example.com", role: "admin" } as const

const add = (actor: Actor, more: Partial<Member.MemberDraft> = {}) =>
  Effect.flatMap(Members, (members) => {
    const wanted = { ...draft, ...more }
    return members.add(actor, wanted.email, (existing, context) => Member.add(wanted, existing, context))
  })

const update = (actor: Actor, id: UserId, patch: Member.MemberPatch) =>
  Effect.flatMap(Members, (members) => members.modify(actor, id, (member) => Member.update(member, patch)))

const createKey = (actor: Actor, user_id: UserId, scope: ApiKey.ApiKey["scope"] = "read") =>
  Effect.flatMap(
    ApiKeys,
    (keys) =>
      keys.create(actor, user_id, (issuing, context) => ApiKey.create({ name: "A key", scope }, issuing, context))
  )

/** The scope with which a key is authenticated; undefined where it is not. */
const authenticatedScope = (text: string) =>
  Effect.flatMap(ApiKeys, (keys) => keys.authenticate(Option.getOrThrow(ApiKeyText.parse(text)), 1000)).pipe(
    Effect.map((authentication) => Option.getOrUndefined(authentication)?.principal.api_key.scope)
  )

const eventTypes = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ type: string }>`SELECT type FROM events WHERE organization_id = ${organization_id} ORDER BY id`,
      (events) => events.map(({ type }) => type)
    ))

const atOnce = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.forEach(effects, Effect.exit, { concurrency: "unbounded" })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Members on ${database.name}`, () => {
    test("an e-mail address that 10 requests add at once is that of one member, in any case of letters", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const emails = Array.from({ length: 10 }, (_, n) => n % 2 === 0 ? draft.email : draft.email.toLowerCase())
        const results = yield* Effect.forEach(emails, (email) => Effect.result(add(actor, { email })), {
          concurrency: "unbounded"
        })
        const added = results.filter((result) => result._tag === "Success")
        expect(added.length).toBe(1)
        const refused = results.filter((result) => result._tag === "Failure").map(({ failure }) => failure)
        expect(refused).toEqual(refused.map(() => new Member.MemberExists({ member_id: added[0]!.success.id })))
        expect(yield* eventTypes(actor)).toEqual(["member.added"])
      })))

    test("of two last admins who demote or deactivate each other at once, one is left, every time", () =>
      run(Effect.gen(function*() {
        const { actor, user: ada } = yield* World.organization({ name: "Acme" })
        const grace = yield* add(actor)
        const changes = [{ role: "write" }, { status: "deactivated" }] as const
        for (let round = 0; round < 20; round++) {
          const outcomes = yield* atOnce([
            update(actor, ada.id, changes[round % 2]!),
            update({ ...actor, user_id: grace.id }, grace.id, changes[(round >> 1) % 2]!)
          ])
          expect(outcomes.filter(Exit.isSuccess).length).toBe(1)
          const { items } = yield* (yield* Members).list(actor.organization_id, { limit: 10, offset: 0 })
          const admins = items.filter(({ role, status }) => role === "admin" && status === "active")
          expect(admins.length).toBe(1)
          for (const { id } of items) yield* update(actor, id, { role: "admin", status: "active" })
        }
        yield* update(actor, ada.id, { status: "deactivated" })
        expect(yield* Effect.flip(update(actor, grace.id, { role: "read" }))).toEqual(
          new Member.LastAdmin({ member_id: grace.id })
        )
      })))

    test("keys follow the role and the status of their member from the next request on", () =>
      run(Effect.gen(function*() {
        const { actor, key, user } = yield* World.organization({ name: "Acme" })
        yield* add(actor)
        const read = yield* Access.key(actor.organization_id, { user_id: user.id, scope: "read" })
        const keys = yield* ApiKeys
        const watched = (["admin", "write"] as const).map((scope) => ({
          organization_id: actor.organization_id,
          id: key.id,
          scope,
          job_access: "all" as const,
          hides_feedback: false
        }))
        const seen = Effect.all([authenticatedScope(key.text), authenticatedScope(read.text), keys.isActive(watched)])
        expect(yield* seen).toEqual(["admin", "read", [true, true]])
        yield* update(actor, user.id, { role: "write" })
        expect(yield* seen).toEqual(["write", "read", [false, true]])
        yield* update(actor, user.id, { status: "deactivated" })
        expect(yield* seen).toEqual([undefined, undefined, [false, false]])
        yield* update(actor, user.id, { status: "active", role: "admin" })
        expect(yield* seen).toEqual(["admin", "read", [true, true]])
      })))

    test("a key that is made while its member is deactivated is refused, or made before", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* add(actor)
        for (let round = 0; round < 10; round++) {
          const [made] = yield* Effect.all(
            [Effect.exit(createKey(actor, id)), update(actor, id, { status: "deactivated" })],
            { concurrency: "unbounded" }
          )
          const types = (yield* eventTypes(actor)).slice(-2)
          expect(types).toEqual(
            Exit.isSuccess(made)
              ? ["api_key.created", "member.deactivated"]
              : [round === 0 ? "member.added" : "member.reactivated", "member.deactivated"]
          )
          yield* update(actor, id, { status: "active" })
        }
      })))
  })

  describe(`Keys of members on ${database.name}`, () => {
    test("a key is read as it was made, and shows the hour of its latest request", () =>
      run(Effect.gen(function*() {
        const { actor, user } = yield* World.organization({ name: "Acme" })
        const keys = yield* ApiKeys
        const { api_key, text } = yield* createKey(actor, user.id)
        expect(yield* keys.get(actor.organization_id, api_key.id)).toEqual(api_key)
        expect(api_key.last_used_at).toBeNull()
        expect(yield* authenticatedScope(text)).toBe("read")
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ hour: string; stored: boolean }>`
          SELECT date_trunc('hour', now()) AS hour, EXISTS (
            SELECT FROM api_keys WHERE id = ${api_key.id} AND hash = sha256(${text}::text::bytea)
          ) AS stored`
        expect(row!.stored).toBe(true)
        expect((yield* keys.get(actor.organization_id, api_key.id)).last_used_at as string).toBe(row!.hour)
        const { items } = yield* keys.list(actor.organization_id, { limit: 1, offset: 0 })
        expect(items.map(({ id }) => id)).toEqual([api_key.id])
        expect(JSON.stringify(yield* sql`SELECT data FROM events`)).not.toContain(text)
      })))

    test("with room for 3 more keys, of 12 requests at once exactly 3 succeed", () =>
      run(Effect.gen(function*() {
        const { actor, user } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        // One key there is already, and keys that have ended make room.
        yield* sql`
          INSERT INTO api_keys (organization_id, id, user_id, name, scope, hash, created_at, expires_at, revoked_at)
          SELECT ${actor.organization_id}, gen_random_uuid(), ${user.id}, 'One of many', 'read', sha256(n::text::bytea), now(),
            CASE n WHEN 1 THEN now() END, CASE n WHEN 2 THEN now() END
          FROM generate_series(1, ${ApiKey.maxKeys.limit + 2 - 4}::integer) n`
        const outcomes = yield* Effect.forEach(Array.from({ length: 12 }, (_, n) => n), () =>
          Effect.result(createKey(actor, user.id)), {
          concurrency: "unbounded"
        })
        expect(
          outcomes.filter((outcome) =>
            outcome._tag === "Success"
          ).length
        ).toBe(3)
        const refused = outcomes.filter((outcome) => outcome._tag === "Failure").map(({ failure }) => failure)
        expect(refused).toMatchObject(refused.map(() => ({ _tag: "LimitReached", present: ApiKey.maxKeys.limit })))
      })))

    test("both keys of a rotation work until the overlap ends, and of two rotations at once one succeeds", () =>
      run(Effect.gen(function*() {
        const { actor, user } = yield* World.organization({ name: "Acme" })
        const keys = yield* ApiKeys
        const { api_key: { id }, text } = yield* createKey(actor, user.id, "write")
        const rotate = (rotation: ApiKey.ApiKeyRotation) =>
          keys.rotate(actor, id, (key, issuing, context) => ApiKey.rotate(key, rotation, issuing, context))
        const outcomes = yield* Effect.forEach([1, 2], () => Effect.result(rotate({})), { concurrency: "unbounded" })
        const [rotated] = outcomes.flatMap((outcome) => outcome._tag === "Success" ? [outcome.success] : [])
        expect(outcomes.filter((outcome) => outcome._tag === "Failure").map(({ failure }) => failure))
          .toEqual([new ApiKey.ApiKeyEnded({ reason: "replaced" })])
        expect((yield* keys.get(actor.organization_id, id)).replaced_by).toBe(rotated!.api_key.id)
        expect(yield* authenticatedScope(text)).toBe("write")
        expect(yield* authenticatedScope(rotated!.text)).toBe("write")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE api_keys SET expires_at = now() WHERE id = ${id}`
        expect(yield* authenticatedScope(text)).toBeUndefined()
        expect(yield* authenticatedScope(rotated!.text)).toBe("write")
      })))
  })
}
