import type { Actor } from "@candor/domain/access/Actor"
import type { Candidates } from "@candor/domain/candidate/Candidates"
import type { CandidateId } from "@candor/domain/Id"
import type { Jobs } from "@candor/domain/job/Jobs"
import type { Organizations } from "@candor/domain/organization/Organizations"
import type { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { maxRelated, type RelatedReason, TooManyRelated } from "@candor/domain/person/Related"
import { relatedErasure, RelatedRecords, type Subject } from "@candor/domain/person/RelatedRecords"
import type { Prospects } from "@candor/domain/sourcing/Prospects"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { merge } from "./Merges.ts"
import { anonymise, create, erase, personWith, remove, tablesWith } from "./Person.ts"
import * as Sourcing from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

interface Addresses {
  readonly email?: string
  readonly linkedin?: string
}

const person = (
  actor: Actor,
  full_name: string,
  { email = `${crypto.randomUUID()}@example.com`, linkedin }: Addresses
) =>
  Effect.map(
    create(actor, {
      full_name,
      primary_email: email,
      linkedin_url: linkedin === undefined ? null : Sourcing.url(linkedin)
    }),
    ({ id }) => id
  )

/** A prospect of a search of its own. */
const found = Effect.fn("found")(function*(actor: Actor, full_name: string, { email, linkedin }: Addresses) {
  const search = yield* (yield* SourcingSearches).create(actor, { name: "Anybody" })
  const [prospect] = yield* Sourcing.discover(actor, search.id, [{
    full_name,
    email: email ?? null,
    linkedin_url: linkedin === undefined ? null : Sourcing.url(linkedin)
  }])
  return prospect!.id
})

const ada = { email: "ada@example.com", linkedin: "ada" }

type Ports = CandidateMerges | Candidates | Jobs | Organizations | Prospects | SourcingSearches | SqlClient.SqlClient

/** Makes others beside the candidate Ada, and says which of them are related to her. */
type Case = readonly [
  name: string,
  others: (actor: Actor, ada: CandidateId) => Effect.Effect<unknown, unknown, Ports>,
  related: Readonly<Record<string, ReadonlyArray<RelatedReason>>>
]

const cases: ReadonlyArray<Case> = [
  ["nobody", () => Effect.void, {}],
  ["a candidate with the e-mail address", (actor) => person(actor, "B", { email: ada.email }), { B: ["email"] }],
  ["a candidate with it in other letters", (actor) => person(actor, "B", { email: "ADA@Example.com" }), {
    B: ["email"]
  }],
  [
    "somebody with a sub-address of it, as an agency gives",
    (actor) => person(actor, "B", { email: "ada+jobs@example.com" }),
    {}
  ],
  ["a candidate with the LinkedIn URL", (actor) => person(actor, "B", { linkedin: "ada" }), { B: ["linkedin_url"] }],
  ["a candidate with both", (actor) => person(actor, "B", ada), { B: ["linkedin_url", "email"] }],
  ["a prospect with the e-mail address", (actor) => found(actor, "P", { email: "Ada@example.com" }), { P: ["email"] }],
  ["a prospect with the LinkedIn URL", (actor) => found(actor, "P", { linkedin: "ada" }), { P: ["linkedin_url"] }],
  ["prospects of two searches", (actor) => Effect.all([found(actor, "P", ada), found(actor, "Q", ada)]), {
    P: ["linkedin_url", "email"],
    Q: ["linkedin_url", "email"]
  }],
  ["those with an address of a related one", (actor) =>
    Effect.all([
      person(actor, "B", { email: ada.email, linkedin: "ada-2" }),
      found(actor, "P", { linkedin: "ada-2", email: "ada@work.example" }),
      person(actor, "C", { email: "ADA@work.example" })
    ]), { B: ["email"], C: ["email"], P: ["linkedin_url"] }],
  ["a candidate who was merged from one with the address", (actor) =>
    Effect.gen(function*() {
      const [gone, into] = [yield* person(actor, "Gone", { email: ada.email }), yield* person(actor, "B", {})]
      yield* merge(actor, gone, into)
    }), { B: ["email"] }],
  ["one with an address of a candidate that was merged into her", (actor, id) =>
    Effect.gen(function*() {
      yield* merge(actor, yield* person(actor, "Gone", { email: "maiden@example.com" }), id)
      yield* found(actor, "P", { email: "maiden@example.com" })
    }), { P: ["email"] }],
  ["a candidate whom a related prospect became", (actor) =>
    Effect.gen(function*() {
      const prospect = yield* found(actor, "P", { email: "other@example.com", linkedin: "ada-2" })
      yield* Sourcing.into(actor, prospect, yield* newJob(actor, "Engineer"))
      yield* Sourcing.update(actor, prospect, { email: ada.email, linkedin_url: null })
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE candidates SET full_name = 'B' WHERE full_name = 'P'`
    }), { B: ["conversion"], P: ["email"] }],
  ["one with an address of a prospect that she was, which is part of her", (actor) =>
    Effect.gen(function*() {
      const prospect = yield* found(actor, "Was she", { email: ada.email })
      yield* Sourcing.into(actor, prospect, yield* newJob(actor, "Engineer"))
      yield* Sourcing.update(actor, prospect, { email: "new@example.com" })
      yield* person(actor, "B", { email: "new@example.com" })
    }), { B: ["email"] }],
  ["not an anonymised one", (actor) => Effect.flatMap(person(actor, "B", ada), (id) => anonymise(actor, id)), {}],
  ["not one with the same name", (actor) => Effect.all([person(actor, "Ada", {}), found(actor, "Ada", {})]), {}],
  [
    "not one with another address",
    (actor) => Effect.all([person(actor, "B", { email: "ida@example.com", linkedin: "ida" })]),
    {}
  ],
  ["not one of another organization", () =>
    Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Globex" })
      yield* person(actor, "B", ada)
      yield* found(actor, "P", ada)
    }), {}]
]

const find = (actor: Actor, subject: Subject) =>
  Effect.flatMap(RelatedRecords, ({ find }) => find(actor.organization_id, subject))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Related records on ${database.name}`, () => {
    test.each(cases)("of a candidate: %s", (_, others, expected) =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const id = yield* person(actor, "Ada", ada)
        yield* others(actor, id)
        const { candidates, has_more, prospects } = yield* find(actor, { candidate: id })
        const all = [...candidates, ...prospects].map(({ full_name, reasons }) => [full_name, reasons])
        expect(Object.fromEntries(all)).toEqual(expected)
        expect([all.length, has_more]).toEqual([Object.keys(expected).length, false])
      })))

    test("of a prospect: the candidate that it became, and all others; none of a record that is not there", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const prospect = yield* found(actor, "P", ada)
        expect(yield* find(actor, { prospect })).toEqual({ candidates: [], prospects: [], has_more: false })
        const { candidate_id } = yield* Sourcing.into(actor, prospect, yield* newJob(actor, "Engineer"))
        const other = yield* found(actor, "Q", { linkedin: "ada" })
        const related = yield* find(actor, { prospect })
        expect(related.candidates).toEqual([{
          id: candidate_id!,
          full_name: "P",
          reasons: ["linkedin_url", "email", "conversion"]
        }])
        expect(related.prospects).toMatchObject([{ id: other, reasons: ["linkedin_url"] }])
        yield* Sourcing.remove(actor, prospect)
        expect((yield* find(actor, { prospect })).candidates).toEqual([])
      })))

    test(`beyond ${maxRelated} the first ones are named, and none is erased`, () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const ids = yield* Effect.forEach(Array.from({ length: maxRelated + 2 }), () =>
          person(actor, "Agency", { email: ada.email }))
        const related = yield* find(actor, { candidate: ids[0]! })
        expect(related.candidates.length).toBe(maxRelated)
        expect(related.has_more).toBe(true)
        const eraseRelated = yield* relatedErasure
        const failure = yield* Effect.flip(eraseRelated(actor, { candidate: ids[0]! }, true, () =>
          Effect.die("It was erased")))
        expect(failure).toBeInstanceOf(TooManyRelated)
      })))

    test.each([["deleted", remove], ["anonymised", anonymise]] as const)(
      "with them, a person who is %s is gone from every table once the events are erased; without them, they stay",
      (_, way) =>
        run(Effect.gen(function*() {
          const marker = "zq7marker"
          const { actor } = yield* World.organization({ name: "Acme" })
          const { id } = yield* personWith(actor, marker, "referral")
          const second = yield* person(actor, `${marker} second`, {
            email: `${marker}@Example.com`,
            linkedin: `${marker}-work`
          })
          yield* found(actor, `${marker} third`, { email: `${marker}@example.com` })
          const fourth = yield* found(actor, `${marker} fourth`, { linkedin: `${marker}-work` })
          yield* Sourcing.into(actor, fourth, yield* newJob(actor, "Baker"))
          const stranger = yield* person(actor, "Grace Hopper", {})
          const eraseRelated = yield* relatedErasure
          const subject = { candidate: second }
          const named = yield* eraseRelated(actor, subject, false, (id) => way(actor, id))
          expect([named.candidates.map((one) => one.id), named.prospects.length]).toEqual([[id], 2])
          expect(yield* eraseRelated(actor, subject, true, (id) => way(actor, id))).toEqual(named)
          yield* way(actor, second)
          yield* erase(actor)
          expect(yield* tablesWith(marker)).toEqual([])
          expect(yield* tablesWith(stranger)).toContain("candidates")
        }))
    )
  })
}
