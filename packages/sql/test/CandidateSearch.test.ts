import type { Actor } from "@candor/domain/access/Actor"
import { maxTextLength } from "@candor/domain/attachment/TextLength"
import { OrganizationId } from "@candor/domain/Id"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import {
  maxMatches,
  type SearchFilter,
  type SearchPosition,
  type SearchResult
} from "@candor/domain/search/CandidateSearch"
import { later } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { anonymise, personWith, remove, update } from "./Person.ts"
import { applied, person, search, summarised, written } from "./SearchWorld.ts"
import * as World from "./World.ts"

const named = (results: ReadonlyArray<SearchResult>) => results.map(({ candidate: { full_name } }) => full_name)

/** The names of the first results. */
const names = (actor: Actor, query: string, filter: SearchFilter = {}) =>
  Effect.map(search(actor, query, filter), ({ items }) => named(items))

/** A highlight as text, with its matches in brackets. */
const shown = ({ highlights }: SearchResult) =>
  highlights.map(({ parts, source }) =>
    `${source}: ${parts.map(({ is_match, text }) => is_match ? `[${text}]` : text).join("")}`
  )

/** The ids of all matches, from pages of this many. */
const paged = Effect.fnUntraced(function*(actor: Actor, query: string, limit: number) {
  const seen: Array<string> = []
  let after: SearchPosition | undefined
  do {
    const { items, next } = yield* search(actor, query, {}, limit, after)
    seen.push(...items.map(({ candidate: { id } }) => id))
    after = next
  } while (after !== undefined)
  return seen
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Search of candidates on ${database.name}`, () => {
    test("finds names without their accents and by their beginnings, the whole name first", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        for (const name of ["José Álvarez", "Josefine Alvarez-Lund", "Łukasz Żółć", "Maria Jose"])
          yield* person(actor, name)
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
        for (
          const query of [
            "kubernetes",
            "espanol",
            "node.js",
            "zurich compilers",
            "byron kubernetes",
            "kubernetes espanol",
            "compil espan",
            "team rower",
            "ada rowers",
            "zymurgist",
            "brewery zywiec",
            "byron zymurg",
            "zymurgist rowers"
          ]
        ) {
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

    test("finds words of a candidate's own notes and files, which have no application, by filters too", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id: candidate_id } = yield* person(actor, "Ada Byron", { tags: ["navy"] })
        yield* person(actor, "Grace Hopper")
        yield* written(actor, { candidate_id }, {
          note: "Speaks Español.",
          resume: "Zymurgist at the Brewery of Żywiec"
        })
        for (const query of ["espanol", "zymurgist", "espanol zywiec", "byron brewery"]) {
          expect([query, yield* names(actor, query)]).toEqual([query, ["Ada Byron"]])
          expect([query, yield* names(actor, query, { tag: "navy" })]).toEqual([query, ["Ada Byron"]])
        }
        expect(yield* names(actor, "ada -zymurgist")).toEqual([])
        const { items: [first] } = yield* search(actor, "brewery")
        expect(shown(first!)).toEqual(["attachment: Zymurgist at the [Brewery] of Żywiec"])
        expect(first!.highlights[0]!.application_id).toBe(null)
        yield* remove(actor, candidate_id)
        expect(yield* names(actor, "espanol")).toEqual([])
      })))

    test("finds words of scripts whose words the parser takes apart", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* person(actor, "สมชาย ใจดี")
        yield* person(actor, "राजेश कुमार")
        expect(yield* names(actor, "สมชาย")).toEqual(["สมชาย ใจดี"])
        expect(yield* names(actor, "राजेश कुमार")).toEqual(["राजेश कुमार"])
      })))

    test("finds nothing of an organization whose id has the same end", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const twin = {
          ...actor,
          organization_id: OrganizationId.make(`${crypto.randomUUID().slice(0, 28)}${actor.organization_id.slice(28)}`)
        }
        yield* sql`
          INSERT INTO organizations SELECT (jsonb_populate_record(o, jsonb_build_object('id', ${twin.organization_id}::text))).*
          FROM organizations o WHERE id = ${actor.organization_id}`
        const { id } = yield* person(actor, "Katherine Johnson")
        yield* summarised(actor, id, "Computes orbits.")
        for (const query of ["katherine", "orbits", "johnson orbits", "katherina johnsen"]) {
          expect([query, yield* names(actor, query)]).toEqual([query, ["Katherine Johnson"]])
          expect([query, yield* names(twin, query)]).toEqual([query, []])
        }
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
        const note = yield* notes.create(actor, { application_id: application.id }, (context) =>
          Note.write({ application_id: application.id }, { note: "analytical" }, context))
        expect(yield* names(actor, "analytical")).toEqual(["Ada Lovelace"])
        yield* notes.modify(actor, { application_id: application.id }, note.id, (one, context) =>
          Note.edit(one, { note: "mechanical" }, context))
        expect(yield* names(actor, "analytical")).toEqual([])
        expect(yield* names(actor, "mechanical")).toEqual(["Ada Lovelace"])
        yield* notes.remove(actor, { application_id: application.id }, note.id, Note.remove)
        expect(yield* names(actor, "mechanical")).toEqual([])
      })))

    test("finds nothing of a deleted job, of an anonymised or a deleted candidate, or of another organization", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const [one, other] = [
          yield* personWith(actor, "zq7marker", "referral"),
          yield* personWith(stranger, "zq7marker", "referral")
        ]
        const { items } = yield* search(actor, "zq7marker")
        expect(items.map(({ candidate: { id } }) => id)).toEqual([one.id])
        expect(yield* names(stranger, "zq7markre")).toEqual(["zq7marker now"])
        const dead = yield* person(actor, "Eve")
        const { job } = yield* applied(actor, dead.id, {
          note: "clandestine",
          answer: "clandestine",
          resume: "clandestine"
        })
        expect(yield* names(actor, "clandestine")).toEqual(["Eve"])
        yield* (yield* SqlClient.SqlClient)`UPDATE jobs SET deleted_at = now() WHERE id = ${job.id}`
        expect(yield* names(actor, "clandestine")).toEqual([])
        yield* anonymise(actor, one.id)
        expect(yield* names(actor, "zq7marker")).toEqual([])
        expect(yield* names(actor, "anonymised")).toEqual([])
        yield* summarised(actor, one.id, "A summary that came late.")
        expect(yield* names(actor, "summary late")).toEqual([])
        yield* remove(stranger, other.id)
        expect(yield* names(stranger, "zq7marker")).toEqual([])
      })))

    test("finds words of a text that is as long as one can be, and has as many words", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* person(actor, "Ada Byron")
        const letters = [
          ..."abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюяあいうえおかきくけこさしすせそたちつてと"
        ]
        const words = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => one + two + three)))
        yield* applied(actor, id, { resume: `${words.slice(0, maxTextLength / 4 - 2).join(" ")} zymurgy` })
        expect(yield* names(actor, "zymurgy")).toEqual(["Ada Byron"])
      })))

    test("keeps to every filter, in each kind of match", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const ada = yield* person(actor, "Ada Byron", {
          university: "Universität Zürich",
          tags: ["compilers"],
          years_experience: 7
        })
        const other = yield* person(actor, "Ada Byronson", {
          university: "Zürich",
          tags: ["compiler"],
          years_experience: 6
        })
        const { application, job } = yield* applied(actor, ada.id, { note: "mechanical" })
        yield* applied(actor, other.id, { note: "mechanical" })
        const filters: ReadonlyArray<SearchFilter> = [
          { years_min: 7 },
          { university: "universitat zurich" },
          { tag: "compilers" },
          { job_id: job.id },
          { stage_id: application.stage.id },
          { job_id: job.id, status: "active" },
          {
            job_id: job.id,
            source_type: application.source_type.toUpperCase(),
            created_after: later(application.created_at, -1),
            created_before: later(application.created_at, 1)
          },
          { years_min: 7, tag: "compilers", job_id: job.id }
        ]
        for (const filter of filters) {
          for (const query of ["ada", "mechanical", "ada byrron"]) {
            expect([query, filter, yield* names(actor, query, filter)]).toEqual([query, filter, ["Ada Byron"]])
          }
        }
        for (
          const more of [
            { status: "rejected" },
            { source_type: "nobody's" },
            { created_after: application.created_at },
            { created_before: application.created_at }
          ] as const
        ) {
          expect(yield* names(actor, "ada", { job_id: job.id, ...more })).toEqual([])
        }
      })))

    test("a filter finds the one whom it selects among very many that have the word, in each kind of match", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor: { organization_id }, actor } = yield* World.organization({ name: "Acme" })
        yield* sql`
          INSERT INTO candidates (organization_id, id, full_name, primary_email, years_experience, university, tags, version, created_at, updated_at)
          SELECT ${organization_id}, gen_random_uuid(), 'Engineer ' || n, n || '@example.com', CASE WHEN selected THEN 30 ELSE 3 END,
            CASE WHEN selected THEN 'Ulm' END, CASE WHEN selected THEN ARRAY['rare'] ELSE '{}' END, 1, now(), now()
          FROM (SELECT n, n = ${maxMatches + 150}::integer AS selected FROM generate_series(1, ${
          maxMatches + 200
        }::integer) n) numbered`
        yield* sql`
          INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
          SELECT organization_id, gen_random_uuid(), id, 'completed', '', 'Experienced manager', 1, now(), now()
          FROM candidates WHERE organization_id = ${organization_id}`
        yield* sql`ANALYZE candidates, ai_profiles`
        for (const filter of [{ years_min: 30 }, { university: "ulm" }, { tag: "rare" }]) {
          for (const query of ["engineer", "manager", "engineer manager", "engineeer"]) {
            expect([query, filter, yield* names(actor, query, filter)]).toEqual([query, filter, [
              `Engineer ${maxMatches + 150}`
            ]])
          }
        }
      })))

    test("takes letters that are written as apostrophes for what is between words", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* person(actor, "Ada Byron", { primary_email: "ada@example.com" })
        for (const query of ["aʼ b", "ʼ b", "ʹʹ a b"])
          expect([query, yield* names(actor, query)]).toEqual([query, ["Ada Byron"]])
        for (const query of ["ʹʹ", "ŉ"])
          expect([query, yield* names(actor, query)]).toEqual([query, []])
      })))

    test("finds a name among very many who have its word elsewhere, and among very many who were anonymised", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* sql`
          INSERT INTO candidates (organization_id, id, full_name, primary_email, university, anonymised_at, version, created_at, updated_at)
          SELECT ${actor.organization_id}, gen_random_uuid(), CASE n % 2 WHEN 0 THEN 'Candidate' ELSE 'Ada Byron' END, n || '@example.com',
            'University of Oxford', CASE n % 2 WHEN 0 THEN now() END, 1, now(), now()
          FROM generate_series(1, ${3 * maxMatches}::integer) n`
        yield* sql`ANALYZE candidates`
        yield* person(actor, "Leland Oxford")
        yield* person(actor, "Candidate Hopper")
        const first = (query: string) => Effect.map(names(actor, query), ([name]) => name)
        expect([yield* first("oxford"), yield* first("oxf"), yield* first("candidate")]).toEqual([
          "Leland Oxford",
          "Leland Oxford",
          "Candidate Hopper"
        ])
      })))

    test("has every match once over all pages, in the order of one page", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        for (const name of ["Martin", "Martina", "Martin", "Marton", "Marten", "Lea Martin"]) yield* person(actor, name)
        for (const name of ["Bo", "Cy"])
          yield* applied(actor, (yield* person(actor, name)).id, { note: `Knows Martin. ${name}` })
        const all = (yield* search(actor, "martin")).items.map(({ candidate: { id } }) => id)
        expect(all).toHaveLength(8)
        for (const limit of [1, 2, 3]) expect(yield* paged(actor, "martin", limit)).toEqual(all)
      })))

    test("has the matches of each kind once over all pages, without those of anonymised candidates and of deleted jobs", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const noted = Effect.fnUntraced(function*(name: string, note: string, answer?: string) {
          const { id } = yield* person(actor, name)
          return { id, job: (yield* applied(actor, id, { note, ...(answer === undefined ? {} : { answer }) })).job }
        })
        for (const name of ["Lisbon Martin", "Martina Lisbonne"]) yield* person(actor, name)
        for (const name of ["Ada", "Bea", "Cleo"]) yield* person(actor, name, { university: "Martin College Lisbon" })
        for (const name of ["Dora", "Emil", "Fay"]) yield* noted(name, "Met Martin in Lisbon.")
        const anonymised = yield* noted("Gil", "Met Martin in Lisbon.")
        yield* sql`UPDATE candidates SET anonymised_at = now() WHERE id = ${anonymised.id}`
        const deleted = yield* noted("Hal", "Met Martin in Lisbon.")
        yield* sql`UPDATE jobs SET deleted_at = now(), public_slug = NULL WHERE id = ${deleted.job.id}`
        for (const name of ["Martin Ito", "Martin Kay"]) yield* noted(name, "Lives in Lisbon.")
        for (const name of ["Lou", "Mia"]) yield* noted(name, "Lives in Lisbon.", "Martin told me of you.")
        const { items } = yield* search(actor, "lisbon martin")
        expect(items.map(({ candidate, match }) => [candidate.full_name, match])).toEqual([
          ["Lisbon Martin", "fields"],
          ["Martina Lisbonne", "fields"],
          ...["Cleo", "Bea", "Ada"].map((name) => [name, "fields"]),
          ...["Fay", "Emil", "Dora"].map((name) => [name, "text"]),
          ...["Mia", "Lou", "Martin Kay", "Martin Ito"].map((name) => [name, "combined"])
        ])
        const all = items.map(({ candidate: { id } }) => id)
        for (const limit of [1, 2, 3, 5]) expect(yield* paged(actor, "lisbon martin", limit)).toEqual(all)
      })))
  })
}
