/** People who apply: who is known is found, who is not is made once, and stages that are stored get their types. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationDetail } from "@candor/domain/application/Application"
import { AlreadyApplied } from "@candor/domain/application/Submission"
import type { ApplicantDraft } from "@candor/domain/application/Applicant"
import { Applications } from "@candor/domain/application/Applications"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { AiProfileDetail } from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import type { CandidateDraft } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { decodeWith } from "@candor/domain/Encoded"
import type { ApplicationId } from "@candor/domain/Id"
import { merge } from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { anonymise, apply, create, update } from "./Person.ts"
import { discover, into, world } from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const grace = { full_name: "Grace Hopper", primary_email: "grace@example.com" }
const linkedin_url = "https://www.linkedin.com/in/grace"
const other_url = "https://www.linkedin.com/in/other"

const read = (actor: Actor, id: ApplicationId) =>
  Effect.flatMap(Applications, (applications) => applications.get(actor.organization_id, id)).pipe(
    Effect.flatMap(decodeWith(ApplicationDetail))
  )

const people = (actor: Actor) =>
  Effect.flatMap(Candidates, (candidates) => candidates.list(actor.organization_id, {}, { limit: 99, offset: 0 })).pipe(
    Effect.map(({ items }) => items.toReversed())
  )

/** An application of the person on a job of its own. */
const arrive = Effect.fn("arrive")(
  function*(actor: Actor, candidate: ApplicantDraft, more: { readonly candidate_match?: "new" } = {}) {
    const job = yield* newJob(actor, "Engineer")
    return yield* apply(actor, { job_id: job.id, candidate, ...more })
  }
)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`A person who applies on ${database.name}`, () => {
    test.each<[string, Partial<CandidateDraft>, Partial<ApplicantDraft>, "found" | "new"]>([
      ["the same address", {}, {}, "found"],
      ["the same address in capitals", {}, { primary_email: "GRACE@Example.COM" }, "found"],
      ["the same address and another name", {}, { full_name: "Grace Murray" }, "found"],
      [
        "the same LinkedIn URL and another address",
        { linkedin_url },
        { linkedin_url, primary_email: "g@navy.example" },
        "found"
      ],
      [
        "the same LinkedIn URL, written in another way",
        { linkedin_url },
        { linkedin_url: "LinkedIn.com/in/Grace/?utm_source=x", primary_email: "g@navy.example" },
        "found"
      ],
      ["the same address, and no LinkedIn URL", { linkedin_url }, {}, "found"],
      ["the same address, and a first LinkedIn URL", {}, { linkedin_url }, "found"],
      ["the same address, and a link that is none", { linkedin_url }, { linkedin_url: "ask me" }, "found"],
      ["the same address, and another LinkedIn URL", { linkedin_url }, { linkedin_url: other_url }, "new"],
      ["another address", {}, { primary_email: "g@navy.example" }, "new"],
      ["the same name alone", { university: "Yale" }, { university: "Yale", primary_email: "g@navy.example" }, "new"],
      ["an address with a part after a plus", {}, { primary_email: "grace+jobs@example.com" }, "new"]
    ])("with %s", (_, before, after, expected) =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const stored = yield* create(actor, { ...grace, ...before })
        const application = yield* arrive(actor, { ...grace, ...after })
        expect(application.candidate_match).toBe(expected)
        expect(application.candidate.id === stored.id).toBe(expected === "found")
        expect((yield* people(actor)).length).toBe(expected === "found" ? 1 : 2)
        expect(yield* read(actor, application.id)).toMatchObject({
          candidate_match: expected,
          candidate: { id: application.candidate.id }
        })
      })))

    test("is the one with the LinkedIn URL before the one with the address, and the oldest of several", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [byAddress] = [yield* create(actor, grace), yield* create(actor, grace)]
        const byLink = yield* create(actor, { ...grace, primary_email: "g@navy.example", linkedin_url })
        expect((yield* arrive(actor, { ...grace, linkedin_url })).candidate.id).toBe(byLink.id)
        expect((yield* arrive(actor, grace)).candidate.id).toBe(byAddress.id)
      })))

    test("is not who was anonymised, nor anybody of another organization; of merged ones it is the survivor", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const other = (yield* World.organization({ name: "Other" })).actor
        yield* create(other, { ...grace, linkedin_url })
        yield* anonymise(actor, (yield* create(actor, { ...grace, linkedin_url })).id)
        const [first, second] = [
          yield* create(actor, { ...grace, linkedin_url }),
          yield* create(actor, { ...grace, primary_email: "g@navy.example", linkedin_url: other_url })
        ]
        yield* (yield* CandidateMerges).merge(actor, first.id, second.id, merge)
        for (const addresses of [grace, { ...grace, primary_email: "new@example.com", linkedin_url }]) {
          expect(yield* arrive(actor, addresses)).toMatchObject({
            candidate_match: "found",
            candidate: { id: second.id }
          })
        }
        expect(yield* arrive(actor, { ...grace, primary_email: "anonymised@candor.invalid" })).toMatchObject({
          candidate_match: "new"
        })
      })))

    test("gets what was not known, with an event and a profile; what differs stays with the application", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const stored = yield* create(actor, { ...grace, university: "Vassar" })
        const person = {
          ...grace,
          full_name: "G. Hopper",
          university: "Yale",
          linkedin_url,
          website_url: "my blog",
          years_experience: 9
        }
        const application = yield* arrive(actor, { ...person, tags: ["", "x".repeat(51)] })
        expect(yield* read(actor, application.id)).toMatchObject({
          candidate: {
            id: stored.id,
            full_name: "Grace Hopper",
            university: "Vassar",
            linkedin_url,
            website_url: null,
            years_experience: 9
          },
          ai_profiles: [{ status: "pending", is_current: true }],
          unapplied: [
            { field: "website_url", value: "my blog", reason: "unrecognized" },
            { field: "tags", value: "x".repeat(51), reason: "unrecognized" },
            { field: "full_name", value: "G. Hopper", reason: "differs" },
            { field: "university", value: "Yale", reason: "differs" }
          ]
        })
        const moved = yield* (yield* Applications).change(actor, application.id, Lifecycle.withdraw)
        expect(yield* decodeWith(ApplicationDetail)(moved)).toMatchObject({
          unapplied: application.unapplied,
          candidate_match: "found"
        })
        const profiles = yield* (yield* AiProfiles).list(actor.organization_id, stored.id)
        expect((yield* decodeWith(Schema.Array(AiProfileDetail))(profiles)).length).toBe(1)
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql<{ data: object }>`SELECT data FROM events WHERE type = 'candidate.updated'`
        expect(events).toMatchObject([{ data: { id: stored.id, linkedin_url, version: 2 } }])
        expect(JSON.stringify(yield* sql`SELECT data FROM events`)).not.toContain("my blog")
      })))

    test("is made again where the request says so", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const made = [yield* arrive(actor, grace), yield* arrive(actor, grace, { candidate_match: "new" })]
        expect(made.map(({ candidate_match }) => candidate_match)).toEqual(["new", "new"])
        expect((yield* people(actor)).length).toBe(2)
      })))

    test("for many jobs at once, and as a prospect too, is made once; on one job the others are told of the application", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const jobs = yield* Effect.forEach(Array.from({ length: 20 }), () => newJob(actor, "Engineer"))
        const [prospect] = yield* discover(actor, search, [{
          full_name: "Grace",
          linkedin_url,
          email: "GRACE@example.com"
        }])
        const ways = [{ ...grace, linkedin_url }, grace, { ...grace, primary_email: "Grace@Example.com" }]
        const arrivals = jobs.map((job, n) => apply(actor, { job_id: job.id, candidate: ways[n % 3]! }))
        const job = yield* newJob(actor, "Designer")
        yield* Effect.all([into(actor, prospect!.id, job), ...arrivals], { concurrency: "unbounded" })
        expect(yield* people(actor)).toMatchObject([{
          primary_email: expect.stringMatching(/^grace@example.com$/i),
          linkedin_url
        }])
        const ada = { full_name: "Ada", primary_email: "ada@example.com" }
        const outcomes = yield* Effect.all(
          Array.from({ length: 20 }, () => Effect.result(apply(actor, { job_id: job.id, candidate: ada }))),
          { concurrency: "unbounded" }
        )
        const made = outcomes.flatMap((outcome) => outcome._tag === "Success" ? [outcome.success] : [])
        expect(made.map(({ candidate_match }) => candidate_match)).toEqual(["new"])
        const refused = new AlreadyApplied({ application_id: made[0]!.id, candidate_id: made[0]!.candidate.id })
        expect(outcomes.flatMap((outcome) => outcome._tag === "Failure" ? [outcome.failure] : [])).toEqual(
          Array.from({ length: 19 }, () => refused)
        )
        expect((yield* people(actor)).length).toBe(2)
      })))

    test("is found again with the change that came meanwhile", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const stored = yield* create(actor, grace)
        const jobs = yield* Effect.forEach(Array.from({ length: 6 }), () => newJob(actor, "Engineer"))
        yield* Effect.all([
          ...jobs.map((job, n) => apply(actor, { job_id: job.id, candidate: { ...grace, tags: [`tag ${n}`] } })),
          update(actor, stored.id, { university: "Yale" })
        ], { concurrency: "unbounded" })
        expect(yield* people(actor)).toMatchObject([{
          id: stored.id,
          university: "Yale",
          tags: jobs.map((_, n) => `tag ${n}`)
        }])
      })))
  })
}
