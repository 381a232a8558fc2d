import type { Actor } from "@candor/domain/access/Actor"
import { CandidateSearch, maxMatches, type SearchFilter, type SearchPosition, type SearchResult } from "@candor/domain/candidate/CandidateSearch"
import { maxTextLength } from "@candor/domain/attachment/AttachmentText"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { anonymise, personWith, remove, update } from "./Person.ts"
import * as Recorder from "./Recorder.ts"
import { applied, person, summarised } from "./SearchWorld.ts"
import * as World from "./World.ts"

const search = (actor: Actor, query: string, filter: SearchFilter = {}, limit = 20, after?: SearchPosition) =>
  Effect.flatMap(CandidateSearch, (searches) => searches.search(actor.organization_id, query, filter, { limit, after }))

const named = (results: ReadonlyArray<SearchResult>) => results.map(({ candidate: { full_name } }) => full_name)

/** The names of the first results. */
const names = (actor: Actor, query: string, filter: SearchFilter = {}) =>
  Effect.map(search(actor, query, filter), ({ items }) => named(items))

/** A highlight as text, with its matches in brackets. */
const shown = ({ highlights }: SearchResult) =>
  highlights.map(({ parts, source }) =>
    `${source}: ${parts.map(({ is_match, text }) => is_match ? `[${text}]` : text).join("")}`)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Search of candidates on ${database.name}`, () => {
    test("finds names without their accents and by their beginnings, the whole name first", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        for (const name of ["José Álvarez", "Josefine Alvarez-Lund", "Łukasz Żółć", "Maria Jose"]) yield* person(actor, name)
        expect(yield* names(actor, "jose alvarez")).toEqual(["José Álvarez", "Josefine Alvarez-Lund"])
        expect(yield* names(actor, "ALVAR")).toEqual(["Josefine Alvarez-Lund", "José Álvarez"])
        expect(yield* names(actor, "lukasz zolc")).toEqual(["Łukasz Żółć"])
        const { items: [first] } = yield* search(actor, "alvarez jose")
        expect(shown(first!)).toEqual(["full_name: [José] [Álvarez]"])
      })))

    test("finds notes, answers, files, summaries, e-mail addresses, universities and tags, and words of several of them together", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const ada = yield* person(actor, "Ada Byron", { university: "Universität Zürich", tags: ["compilers"] })
        yield* person(actor, "Grace Hopper", { primary_email: "grace.hopper@navy.example" })
        yield* applied(actor, ada.id, {
          answer: "I have worked with Kubernetes.",
          note: "Speaks Español, and node.js too.",
          resume: "Curriculum vitae\nZymurgist at the Brewery of Żywiec"
        })
        yield* summarised(actor, ada.id, "Led a team of rowers.")
        for (const query of [
          "kubernetes", "espanol", "node.js", "zurich compilers", "byron kubernetes", "kubernetes espanol", "compil espan", "team rower", "ada rowers",
          "zymurgist", "brewery zywiec", "byron zymurg", "zymurgist rowers"
        ]) {
          expect([query, yield* names(actor, query)]).toEqual([query, ["Ada Byron"]])
        }
        for (const query of ["navy", "grace.hopper@navy.example", "hopper navy"]) {
          expect([query, yield* names(actor, query)]).toEqual([query, ["Grace Hopper"]])
        }
        expect(yield* names(actor, "hopper kubernetes")).toEqual([])
        const { items: [first] } = yield* search(actor, "byron espanol")
        expect(shown(first!)).toEqual(["full_name: Ada [Byron]", "note: Speaks [Español], and node.js too."])
        expect(first!.match).toBe("combined")
        const { items: [second] } = yield* search(actor, "zymurgist brewery")
        expect(shown(second!)).toEqual(["attachment: Curriculum vitae\n[Zymurgist] at the [Brewery] of Żywiec"])
      })))

    test("finds misspelt names after those that are spelt so, and marks their words", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        for (const name of ["John Smith", "Jon Smith", "Katarzyna Kowalska", "Bob Miller"]) yield* person(actor, name)
        expect(yield* names(actor, "jon smith")).toEqual(["Jon Smith", "John Smith"])
        const { items } = yield* search(actor, "katarzina kowalzka")
        expect(named(items)).toEqual(["Katarzyna Kowalska"])
        expect(shown(items[0]!)).toEqual(["full_name: [Katarzyna] [Kowalska]"])
        expect(items[0]!.match).toBe("similar")
      })))

    test("follows every change of what it finds, at once", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* person(actor, "Ada Byron")
        yield* update(actor, id, { full_name: "Ada Lovelace" })
        expect(yield* names(actor, "byron")).toEqual([])
        const { application } = yield* applied(actor, id, {})
        const notes = yield* Notes
        const note = yield* notes.create(actor, application.id, (context) => Note.write(application.id, { note: "analytical" }, context))
        expect(yield* names(actor, "analytical")).toEqual(["Ada Lovelace"])
        yield* notes.modify(actor, application.id, note.id, (one, context) => Note.edit(one, { note: "mechanical" }, context))
        expect(yield* names(actor, "analytical")).toEqual([])
        expect(yield* names(actor, "mechanical")).toEqual(["Ada Lovelace"])
        yield* notes.remove(actor, application.id, note.id, Note.remove)
        expect(yield* names(actor, "mechanical")).toEqual([])
      })))

    test("finds nothing of a deleted job, of an anonymised or a deleted candidate, or of another organization", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const [one, other] = [yield* personWith(actor, "zq7marker", "referral"), yield* personWith(stranger, "zq7marker", "referral")]
        const { items } = yield* search(actor, "zq7marker")
        expect(items.map(({ candidate: { id } }) => id)).toEqual([one.id])
        expect(yield* names(stranger, "zq7markre")).toEqual(["zq7marker now"])
        const dead = yield* person(actor, "Eve")
        const { job } = yield* applied(actor, dead.id, { note: "clandestine", answer: "clandestine", resume: "clandestine" })
        expect(yield* names(actor, "clandestine")).toEqual(["Eve"])
        yield* (yield* SqlClient.SqlClient)`UPDATE jobs SET deleted_at = now() WHERE id = ${job.id}`
        expect(yield* names(actor, "clandestine")).toEqual([])
        yield* anonymise(actor, one.id)
        expect(yield* names(actor, "zq7marker")).toEqual([])
        expect(yield* names(actor, "anonymised")).toEqual([])
        yield* remove(stranger, other.id)
        expect(yield* names(stranger, "zq7marker")).toEqual([])
      })))

    test("finds words of a text that is as long as one can be, and has as many words", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* person(actor, "Ada Byron")
        const letters = [..."abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюяあいうえおかきくけこさしすせそたちつてと"]
        const words = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)))
        yield* applied(actor, id, { resume: `${words.slice(0, maxTextLength / 4 - 2).join(" ")} zymurgy` })
        expect(yield* names(actor, "zymurgy")).toEqual(["Ada Byron"])
      })))

    test("keeps to every filter, in each kind of match", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const ada = yield* person(actor, "Ada Byron", { university: "Universität Zürich", tags: ["compilers"], years_experience: 7 })
        const other = yield* person(actor, "Ada Byronson", { university: "Zürich", tags: ["compiler"], years_experience: 6 })
        const { application, job } = yield* applied(actor, ada.id, { note: "mechanical" })
        yield* applied(actor, other.id, { note: "mechanical" })
        const filters: ReadonlyArray<SearchFilter> = [
          { years_min: 7 },
          { university: "universitat zurich" },
          { tag: "compilers" },
          { job_id: job.id },
          { stage_id: application.stage.id },
          { job_id: job.id, status: "active" },
          { years_min: 7, tag: "compilers", job_id: job.id }
        ]
        for (const filter of filters) {
          for (const query of ["ada", "mechanical", "ada byrron"]) {
            expect([query, filter, yield* names(actor, query, filter)]).toEqual([query, filter, ["Ada Byron"]])
          }
        }
        expect(yield* names(actor, "ada", { job_id: job.id, status: "rejected" })).toEqual([])
      })))

    test("a filter finds the one whom it selects among very many that have the word, in each kind of match", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor: { organization_id }, actor } = yield* World.organization({ name: "Acme" })
        yield* sql`
          INSERT INTO candidates (organization_id, id, full_name, primary_email, years_experience, version, created_at, updated_at)
          SELECT ${organization_id}, gen_random_uuid(), 'Engineer ' || n, n || '@example.com', CASE n WHEN ${maxMatches + 150}::integer THEN 30 ELSE 3 END, 1, now(), now()
          FROM generate_series(1, ${maxMatches + 200}::integer) n`
        yield* sql`
          INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
          SELECT organization_id, gen_random_uuid(), id, 'completed', '', 'Experienced manager', 1, now(), now()
          FROM candidates WHERE organization_id = ${organization_id}`
        for (const query of ["engineer", "manager", "engineer manager", "engineeer"]) {
          expect([query, yield* names(actor, query, { years_min: 30 })]).toEqual([query, [`Engineer ${maxMatches + 150}`]])
        }
      })))

    test("has every match once over all pages, in the order of one page", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        for (const name of ["Martin", "Martina", "Martin", "Marton", "Marten", "Lea Martin"]) yield* person(actor, name)
        for (const name of ["Bo", "Cy"]) yield* applied(actor, (yield* person(actor, name)).id, { note: `Knows Martin. ${name}` })
        const all = (yield* search(actor, "martin")).items.map(({ candidate: { id } }) => id)
        expect(all).toHaveLength(8)
        for (const limit of [1, 2, 3]) {
          const seen: Array<string> = []
          let after: SearchPosition | undefined
          do {
            const { items, next } = yield* search(actor, "martin", {}, limit, after)
            seen.push(...items.map(({ candidate: { id } }) => id))
            after = next
          } while (after !== undefined)
          expect(seen).toEqual(all)
        }
      })))
  })
}

/** How PostgreSQL plans the statements of a search without knowing their parameters, as it does for those that it keeps. */
const plansOf = Effect.fnUntraced(function*(actor: Actor, query: string) {
  const recorder = Recorder.make()
  yield* recorder.record("search", search(actor, query))
  const sql = yield* SqlClient.SqlClient
  const planOf = (text: string) => {
    const nulls = Array.from(new Set(text.match(/\$\d+/g)), () => "NULL").join(", ")
    return sql.withTransaction(Effect.gen(function*() {
      yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
      yield* sql.unsafe(`PREPARE searched AS ${text}`)
      const plan = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(`EXPLAIN (COSTS OFF) EXECUTE searched (${nulls})`)
      yield* sql`DEALLOCATE searched`
      return plan.map((row) => row["QUERY PLAN"]).join("\n")
    }))
  }
  return yield* Effect.forEach(recorder.statements(), (statement) => planOf(statement.sql))
})

/** As many words as a search may have, short and long. */
const eightWords = "nobody anywhere noone nowhere whoever wherever nothing elsewhere"

test("a search of eight words sends four statements at most, also where it finds candidates and texts", () =>
  runOn(pglite)(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    const { id } = yield* person(actor, "Grace Brewster Murray Hopper", { university: "Yale", tags: ["navy"] })
    yield* applied(actor, id, { note: "An admiral and a programmer." })
    const recorder = Recorder.make()
    const { items } = yield* recorder.record("search", search(actor, "grace brewster murray hopper yale navy admiral programmer"))
    expect(items.map(({ match }) => match)).toEqual(["combined"])
    expect(recorder.statements().length).toBeWithin(1, 5)
  })))

test("every kind of match uses its indexes among 2,000 candidates of two organizations", () =>
  runOn(pglite)(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const actors = yield* Effect.forEach(["Acme", "Globex"], (name) => World.organization({ name }))
    for (const { actor: { organization_id } } of actors) {
      yield* sql`
        INSERT INTO candidates (organization_id, id, full_name, primary_email, version, created_at, updated_at)
        SELECT ${organization_id}, gen_random_uuid(), 'Candidate ' || md5(n::text), n || '@example.com', 1, now(), now()
        FROM generate_series(1, 1000) n`
      yield* sql`
        INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
        SELECT organization_id, gen_random_uuid(), id, 'completed', '', 'Summary ' || full_name, 1, now(), now()
        FROM candidates WHERE organization_id = ${organization_id}`
    }
    yield* sql`ANALYZE candidates, ai_profiles`
    for (const query of ["nobody anywhere", eightWords]) {
      const plans = yield* plansOf(actors[0]!.actor, query)
      // The statement for words together is that for each word as well.
      expect(plans).toHaveLength(2)
      const [exact, similar] = plans
      for (const plan of plans) expect(plan).toContain("Bitmap Index Scan on candidates_search")
      expect(exact).toContain("Bitmap Index Scan on ai_profiles_search")
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (candidates|ai_profiles)/)
      // One scan of each index of the fields, or one for each word of the similar ones, and no more texts than the limits.
      for (const index of [/ candidates_search\b/g, / candidates_search_sample\b/g]) expect(exact?.match(index)).toHaveLength(1)
      expect(similar?.match(/Index Scan on candidates_search/g)?.length).toBeWithin(2, 17)
      for (const plan of plans) expect(plan).toContain("Limit")
    }
  })))
