/** Over random histories, merges that are undone from the last on restore every row. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import { requestErasure } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { CandidateId } from "@candor/domain/Id"
import type { JobState } from "@candor/domain/job/Job"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { attached } from "./AttachmentCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { dump, merge, unmerge } from "./Merges.ts"
import { apply, create } from "./Person.ts"
import * as Sourcing from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

/** Numbers that a seed determines: a linear congruential generator (Numerical Recipes, section 7.1). */
const randomOf = (seed: number) => {
  let state = seed
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  return { below, one: <A>(items: ReadonlyArray<A>): A => items[below(items.length)]!, maybe: () => below(2) === 0 }
}
type Random = ReturnType<typeof randomOf>

/** Runs a step or not. */
const perhaps = <A, E, R>(random: Random, step: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => random.maybe() ? Effect.asVoid(step) : Effect.void)

/** A candidate with random fields and an application on about half of the jobs, each in a random state. */
const person = Effect.fn("person")(function*(actor: Actor, random: Random, jobs: ReadonlyArray<JobState>, n: number) {
  const given = <Field extends string>(field: Field, value: unknown) => (random.maybe() ? { [field]: value } : {})
  const { id } = yield* create(actor, {
    full_name: `Person ${n}`,
    primary_email: `person${n}@example.com`,
    ...given("linkedin_url", `https://www.linkedin.com/in/person-${n}`),
    ...given("website_url", `https://person${n}.example.com/`),
    ...given("years_experience", n),
    ...given("university", `University ${n}`),
    ...given("location", `Town ${n}`),
    ...given("given_name", `Given ${n}`),
    ...given("family_name", `Family ${n}`),
    ...given("phone_numbers", [{ number: `+49 30 90182${n}`, kind: null, is_primary: true }]),
    tags: ["cobol", "compilers", "referred", `only ${n}`].filter(() => random.maybe()).toSorted()
  })
  const applications = yield* Applications
  yield* Effect.forEach(jobs.filter(() => random.maybe()), (job) =>
    Effect.gen(function*() {
      const { id: application } = yield* apply(actor, {
        job_id: job.id,
        candidate_id: id,
        stage_id: random.one(job.stages).id,
        answers: [{ question_text: "Why?", answer_text: `Because ${n}` }]
      })
      yield* perhaps(
        random,
        Effect.flatMap(
          Notes,
          (notes) =>
            notes.create(actor, { application_id: application }, (context) =>
              Note.write({ application_id: application }, { note: `Note ${n}` }, context))
        )
      )
      yield* perhaps(
        random,
        Effect.ignore(applications.change(actor, application, (state, context) =>
          Lifecycle.reject(state, { reason: "Other" }, context)))
      )
    }))
  yield* perhaps(
    random,
    Effect.flatMap(
      Notes,
      (notes) =>
        notes.create(
          actor,
          { candidate_id: id },
          (context) => Note.write({ candidate_id: id }, { note: `Own note ${n}` }, context)
        )
    )
  )
  yield* perhaps(random, attached(actor, { candidate_id: id }))
  yield* perhaps(
    random,
    (yield* Candidates).modify(actor, id, (candidate, context) => requestErasure(candidate, null, context))
  )
  yield* perhaps(
    random,
    Effect.gen(function*() {
      const search = yield* (yield* SourcingSearches).create(actor, { name: `Search ${n}` })
      const [prospect] = yield* Sourcing.discover(actor, search.id, [{
        full_name: `Person ${n}`,
        email: `person${n}@example.com`
      }])
      yield* Sourcing.into(actor, prospect!.id, random.one(jobs))
    })
  )
  return id
})

/** Merges candidates at random, with the dump before each. */
const merges = Effect.fn("merges")(function*(actor: Actor, random: Random, people: ReadonlyArray<CandidateId>) {
  const living = [...people]
  const made: Array<{ readonly id: CandidateId; readonly before: Effect.Success<typeof dump> }> = []
  while (living.length > 1) {
    const [id] = living.splice(random.below(living.length), 1)
    const before = yield* dump
    yield* merge(actor, id!, random.one(living))
    expect((yield* dump)["candidates"]).toHaveLength(living.length)
    made.push({ id: id!, before })
  }
  return made
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`on ${database.name}`, () => {
    for (const seed of [1, 2, 3, 4]) {
      test(`of 5 people, merged into one and restored one by one, every row is as it was (seed ${seed})`, () =>
        run(Effect.gen(function*() {
          const random = randomOf(seed)
          const { actor } = yield* World.organization({ name: "Acme" })
          const jobs = [yield* newJob(actor, "Engineer"), yield* newJob(actor, "Cook"), yield* newJob(actor, "Baker")]
          const people = yield* Effect.forEach([1, 2, 3, 4, 5], (n) => person(actor, random, jobs, n))
          const made = yield* merges(actor, random, people)
          expect(made.length).toBe(4)
          for (const { before, id } of made.toReversed()) {
            yield* unmerge(actor, id)
            expect(yield* dump).toEqual(before)
          }
          const sql = yield* SqlClient.SqlClient
          expect(yield* sql`SELECT FROM candidate_merges`).toEqual([])
        })))
    }
  })
}
