/** Stored passkeys with their counts, and challenges that are redeemed once. */
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import { maxPasskeys, PasskeyExists } from "@candor/domain/authentication/Passkey"
import { Passkeys } from "@candor/domain/authentication/Passkeys"
import { sessionText } from "@candor/domain/authentication/Session"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { Events } from "@candor/domain/event/Events"
import { LimitReached } from "@candor/domain/Limit"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Exit, Option } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { addPasskey, openByPasskey, removePasskey } from "./PasskeyCalls.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import { actorOf } from "./SignInCalls.ts"
import * as World from "./World.ts"

/** Two members of an organization, each as the actor of an own session. */
const twoMembers = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { user } = yield* World.member(actor.organization_id, { email: "grace@example.com", scope: "write" })
  const { user: another } = yield* World.member(actor.organization_id, { email: "mary@example.com", scope: "write" })
  return { grace: actorOf(actor, user), mary: actorOf(actor, another) }
})

const isOpen = (text: string) =>
  Effect.flatMap(ApiKeys, (keys) => keys.authenticate(Option.getOrThrow(sessionText.parse(text)), 1000)).pipe(
    Effect.map(Option.isSome)
  )

for (const database of databases.map(forFile)) {
  describe(`on ${database.name}`, () => {
    test("a passkey is its member's, has its last use and count, and is gone with the member", () =>
      runOn(database)(Effect.gen(function*() {
        const { grace, mary } = yield* twoMembers
        const { list, withCredential } = yield* Passkeys
        yield* addPasskey(grace, "one")
        yield* addPasskey(grace, "two")
        expect(
          (yield* list(grace)).map(({ counter, credential_id, last_used_at }) => [credential_id, counter, last_used_at])
        ).toEqual([
          ["one", 0, null],
          ["two", 0, null]
        ])
        yield* openByPasskey(grace, "two", 4_294_967_295)
        const [one, two] = yield* list(grace)
        expect([one!.last_used_at, two!.counter, Date.parse(two!.last_used_at!) >= Date.parse(two!.created_at)])
          .toEqual([null, 4_294_967_295, true])
        expect(Option.getOrThrow(yield* withCredential(grace.organization_id, "two"))).toMatchObject({
          user_id: grace.user_id,
          public_key: "key"
        })
        expect(yield* list(mary)).toEqual([])
        expect(yield* Effect.flip(openByPasskey(mary, "one", 1))).toEqual(new SignIn.SignInRefused())
        expect(yield* Effect.flip(addPasskey(mary, "one"))).toEqual(new PasskeyExists())
        const { actor: elsewhere } = yield* World.organization({ name: "Other" })
        expect(yield* withCredential(elsewhere.organization_id, "one")).toEqual(Option.none())
        yield* addPasskey(elsewhere, "one")
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM api_keys WHERE organization_id = ${grace.organization_id} AND user_id = ${grace.user_id}`
        yield* sql`DELETE FROM users WHERE organization_id = ${grace.organization_id} AND id = ${grace.user_id}`
        expect(yield* withCredential(grace.organization_id, "one")).toEqual(Option.none())
        expect(yield* list(elsewhere)).toHaveLength(1)
      })))

    test("of sign-ins at a time with one count one is accepted, and of counts the largest stays", () =>
      runOn(database)(Effect.gen(function*() {
        const { grace } = yield* twoMembers
        yield* addPasskey(grace, "one")
        const same = yield* Effect.forEach(
          [5, 5, 5, 5],
          (counter) => Effect.exit(openByPasskey(grace, "one", counter)),
          { concurrency: "unbounded" }
        )
        expect(same.filter(Exit.isSuccess)).toHaveLength(1)
        yield* Effect.forEach([9, 8, 7, 6], (counter) => Effect.exit(openByPasskey(grace, "one", counter)), {
          concurrency: "unbounded"
        })
        expect((yield* (yield* Passkeys).list(grace)).map(({ counter }) => counter)).toEqual([9])
      })))

    test("a removed passkey ends all sessions of its member but the new one, also those that are opened at the time", () =>
      runOn(database)(Effect.gen(function*() {
        const { grace, mary } = yield* twoMembers
        const [passkey] = (yield* addPasskey(grace, "one")).passkeys
        yield* addPasskey(mary, "two")
        const { text: others } = yield* openByPasskey(mary, "two", 0)
        const { text: before } = yield* openByPasskey(grace, "one", 0)
        const signIn = Effect.map(Effect.exit(openByPasskey(grace, "one", 0)), Exit.getSuccess)
        const [opened, { text: kept }, late] = yield* Effect.all([
          Effect.all([signIn, signIn], { concurrency: "unbounded" }),
          removePasskey(grace, passkey!.id),
          Effect.all([signIn, signIn], { concurrency: "unbounded" })
        ], { concurrency: "unbounded" })
        const ended = [before, ...[...opened, ...late].flatMap(Option.toArray).map(({ text }) => text)]
        expect(yield* Effect.forEach(ended, isOpen)).toEqual(ended.map(() => false))
        expect(yield* Effect.forEach([kept, others], isOpen)).toEqual([true, true])
        expect(yield* Effect.flip(openByPasskey(grace, "one", 0))).toEqual(new SignIn.SignInRefused())
      })))

    test("at once with three passkeys left of ten: exactly three are added, each with an event of its member", () =>
      runOn(database)(Effect.gen(function*() {
        const { grace } = yield* twoMembers
        const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `credential ${from + n}`)
        yield* Effect.forEach(ids(0, maxPasskeys.limit - 3), (id) => addPasskey(grace, id))
        const exits = yield* Effect.forEach(ids(20, 30), (id) => Effect.exit(addPasskey(grace, id)), {
          concurrency: "unbounded"
        })
        expect(exits.filter(Exit.isSuccess)).toHaveLength(3)
        expect(yield* Effect.flip(addPasskey(grace, "one more"))).toEqual(
          new LimitReached({ ...maxPasskeys, present: 10, added: 1 })
        )
        const { passkeys: [first] } =
          (yield* removePasskey(grace, (yield* (yield* Passkeys).list(grace))[0]!.id)).signIn
        expect(first!.credential_id).toBe("credential 1")
        yield* untilSequenceable(grace.organization_id)
        const since = Timestamp.make("2000-01-01T00:00:00.000Z")
        const { events } = yield* (yield* Events).page(grace.organization_id, {
          after: 0,
          limit: 100,
          types: ["member.*"],
          except: [],
          since
        })
        const ofPasskeys = events.filter(({ type }) => type.startsWith("member.passkey"))
        expect(ofPasskeys.map(({ type }) => type)).toEqual([
          ...Array.from({ length: 10 }, () => "member.passkey_added"),
          "member.passkey_removed"
        ])
        expect(
          ofPasskeys.every(({ actor, subject_id }) => subject_id === grace.user_id && actor.user_id === grace.user_id)
        ).toBe(true)
        expect(JSON.stringify(ofPasskeys)).not.toContain("credential")
      })))

    test("a challenge is redeemed once, by whoever is first, for its purpose, within five minutes", () =>
      runOn(database)(Effect.gen(function*() {
        const { grace, mary } = yield* twoMembers
        const { issueChallenge, redeemChallenge } = yield* Passkeys
        const challenge = yield* issueChallenge("sign-in")
        expect(challenge).toMatch(/^[\w-]{43}$/)
        expect(yield* redeemChallenge(grace, challenge)).toBe(false)
        const many = yield* Effect.all(Array.from({ length: 5 }, () => redeemChallenge("sign-in", challenge)), {
          concurrency: "unbounded"
        })
        expect(many.filter((redeemed) => redeemed)).toHaveLength(1)
        const own = yield* issueChallenge(grace)
        expect([
          yield* redeemChallenge("sign-in", own),
          yield* redeemChallenge(mary, own),
          yield* redeemChallenge(grace, own)
        ]).toEqual([false, false, true])
        const late = yield* issueChallenge("sign-in")
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<
          { readonly seconds: number }
        >`SELECT extract(epoch FROM expires_at - now())::integer AS seconds FROM passkey_challenges`
        expect(row!.seconds).toBeWithin(290, 301)
        yield* sql`UPDATE passkey_challenges SET expires_at = now()`
        expect(yield* redeemChallenge("sign-in", late)).toBe(false)
      })))
  })
}
