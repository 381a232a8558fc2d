/**
 * Any of a person's addresses and numbers finds it: in filters, the search, duplicates, intake and conversion, and
 * after a merge.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { EmailAddresses, PhoneNumbers } from "@candor/domain/candidate/ContactDetails"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { CandidateId } from "@candor/domain/Id"
import { merge } from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { unmerge } from "@candor/domain/person/CandidateUnmerge"
import { CandidateSearch } from "@candor/domain/search/CandidateSearch"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { apply, create } from "./Person.ts"
import { discover, into, world } from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const emails = (...addresses: ReadonlyArray<string>) =>
  Schema.decodeUnknownSync(EmailAddresses)(addresses.map((address) => ({ address })))
const phones = (...numbers: ReadonlyArray<string>) =>
  Schema.decodeUnknownSync(PhoneNumbers)(numbers.map((number) => ({ number })))

const ada = {
  full_name: "Ada Lovelace",
  email_addresses: emails("ada@example.com", "a.lovelace@work.example"),
  phone_numbers: phones("+49 (0)30 901820")
}

const listed = (actor: Actor, filter: { readonly email?: string; readonly phone?: string }) =>
  Effect.flatMap(Candidates, (candidates) => candidates.list(actor.organization_id, filter, { limit: 9, offset: 0 }))
    .pipe(
      Effect.map(({ items }) => items.map(({ id }) => id))
    )

const found = (actor: Actor, query: string) =>
  Effect.flatMap(CandidateSearch, (search) => search.search(actor.organization_id, query, {}, { limit: 9 })).pipe(
    Effect.map(({ items }) => items.map(({ candidate }) => candidate.id))
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  /** The ways to a person by each address and number, and what they find. */
  const ways = (actor: Actor) =>
    Effect.all({
      primary: listed(actor, { email: "ADA@example.com" }),
      other: listed(actor, { email: "A.Lovelace@work.example" }),
      phone: listed(actor, { phone: "030/901820" }),
      word: found(actor, "a.lovelace@work.example"),
      number: found(actor, "+4930901820"),
      national: found(actor, "030901820")
    })
  const all = (id: CandidateId) => ({
    primary: [id],
    other: [id],
    phone: [id],
    word: [id],
    number: [id],
    national: [id]
  })

  describe(`A person's addresses on ${database.name}`, () => {
    test("find it, each of them, and no other organization's", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: other } = yield* World.organization({ name: "Other" })
        const { id } = yield* create(actor, ada)
        yield* create(actor, {
          full_name: "Grace Hopper",
          primary_email: "grace@example.com",
          phone_numbers: phones("+1 415 555 2671")
        })
        expect(yield* ways(actor)).toEqual(all(id))
        expect(Object.values(yield* ways(other)).flat()).toEqual([])
      })))

    test.each([
      ["+49 30 901820", "030901820"],
      ["030 / 90 18 20", "+49-30-901820"],
      ["+1 (415) 555-2671", "415.555.2671"],
      ["00 49 170 1234567", "0170 1234567 ext. 12"],
      ["555-0134", "5550134"],
      ["7654321", "76 54 321"]
    ])("a number given as %s is the number %s", (number, same) =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* create(actor, { full_name: "A", primary_email: null, phone_numbers: phones(number) })
        const { id: other } = yield* create(actor, { full_name: "B", primary_email: null, phone_numbers: phones(same) })
        expect(yield* listed(actor, { phone: same })).toEqual([other, id])
        const duplicates = yield* (yield* Candidates).duplicates(actor.organization_id, id)
        expect(duplicates.map(({ candidate, reasons }) => [candidate.id, reasons])).toEqual([[other, ["phone"]]])
      })))

    test.each(["555-0134", "5550134", "555 0134", "55 50 134"])(
      "the local number %s is kept as it is, and found in every grouping",
      (number) =>
        run(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const { id, phone_numbers } = yield* create(actor, {
            full_name: "A",
            primary_email: null,
            phone_numbers: phones(number)
          })
          expect(phone_numbers.map((one) => one.number)).toEqual([number])
          for (const query of ["555-0134", "5550134", "555 0134", "555.0134"]) {
            expect([query, yield* found(actor, query), yield* listed(actor, { phone: query })]).toEqual([query, [id], [
              id
            ]])
          }
        }))
    )

    test("find it when it applies again, which adds the others, and when a prospect is converted", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const { id } = yield* create(actor, ada)
        const job = yield* newJob(actor, "Engineer")
        const applied = yield* apply(actor, {
          job_id: job.id,
          candidate: {
            full_name: "Ada King",
            primary_email: "new@example.com,A.LOVELACE@work.example",
            phone_numbers: [{ number: "0170 1234567" }]
          }
        })
        expect([applied.candidate.id, applied.candidate_match]).toEqual([id, "found"])
        expect(
          (yield* (yield* Candidates).get(actor.organization_id, id)).email_addresses.map(({ address }) => address)
        )
          .toEqual(["ada@example.com", "a.lovelace@work.example", "new@example.com"])
        const [prospect] = yield* discover(actor, search, [{ full_name: "A. Lovelace", email: "new@example.com" }])
        expect((yield* into(actor, prospect!.id, yield* newJob(actor, "Cook"))).candidate_id).toBe(id)
      })))

    test("find the survivor of a merge by the other's too, until it is undone", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [candidates, merges] = [yield* Candidates, yield* CandidateMerges]
        const { id } = yield* create(actor, ada)
        const { id: survivor } = yield* create(actor, { full_name: "Ada King", primary_email: "king@example.com" })
        yield* merges.merge(actor, id, survivor, merge)
        expect(yield* ways(actor)).toEqual(all(survivor))
        expect((yield* candidates.get(actor.organization_id, survivor)).primary_email).toBe("king@example.com")
        yield* merges.unmerge(actor, id, unmerge)
        expect(yield* ways(actor)).toEqual(all(id))
      })))

    test("written by the version before, which knows the primary one alone, are read", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* create(actor, ada)
        yield* sql`UPDATE candidates SET primary_email = 'x@example.com' WHERE id = ${id}`
        const { email_addresses } = yield* (yield* Candidates).get(actor.organization_id, id)
        expect(email_addresses).toEqual(emails("x@example.com", "a.lovelace@work.example"))
        expect(yield* listed(actor, { email: "x@example.com" })).toEqual([id])
      })))
  })
}
