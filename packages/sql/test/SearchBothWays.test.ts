/** What is written as one word or as several, in one script or another, finds the other: in fields and in texts. */
import type { Actor } from "@candor/domain/access/Actor"
import { searchedColumns } from "@candor/domain/search/SearchedFields"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { person, search } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** Spellings that find each other, in names and in notes. */
const spellings: ReadonlyArray<readonly [one: string, other: string]> = [
  ["Mc Donald", "McDonald"],
  ["van der Berg", "vanderberg"],
  ["van der Berg", "Vander Berg"],
  ["De La Cruz", "delacruz"],
  ["El Sayed", "Elsayed"],
  ["O'Neill", "ONeill"],
  ["Anne-Marie", "Annemarie"],
  ["Đorđević", "Djordjevic"],
  ["Müller", "Mueller"],
  ["Sørensen", "Soerensen"],
  ["Node.js", "nodejs"],
  ["CI/CD", "CICD"],
  ["CI / CD", "cicd"],
  ["U.S.A", "USA"],
  ["front-end", "frontend"],
  ["たなか", "タナカ"],
  ["たなか", "ﾀﾅｶ"],
  ["Иванов", "Ivanov"],
  ["Дмитрий", "Dmitry"],
  ["Алексей", "Alexey"],
  ["Щербакова", "Shcherbakova"],
  ["Юлия", "Yulia"],
  ["Юлия", "Iuliia"],
  ["Чехов", "Tschechow"],
  ["Ђорђевић", "Đorđević"],
  ["Ђорђевић", "Djordjevic"],
  ["Њежић", "Njezic"],
  ["Їжакевич", "Yizhakevych"],
  ["Ганна", "Hanna"],
  ["Володимир", "Volodymyr"],
  ["Сергій", "Serhii"],
  ["Христо Търнов", "Hristo Tarnov"],
  ["Щерев", "Shterev"],
  ["Παπαδόπουλος", "Papadopoulos"],
  ["Γιώργος", "Giorgos"],
  ["张伟", "張偉"],
  ["刘国强", "劉國強"],
  ["软件工程师", "軟件工程師"],
  ["泽边广", "澤邊廣"]
]

/** Neighbouring words of no kind: joined in fields, which are short, and in queries. */
const neighbours: ReadonlyArray<readonly [apart: string, joined: string]> = [["Mary Ann", "Maryann"], [
  "front end",
  "frontend"
], ["full stack", "fullstack"]]

/** Stores candidates with these names, and a note on each that has one; returns their ids. */
const stored = Effect.fnUntraced(function*(
  { organization_id, user_id }: Actor,
  people: ReadonlyArray<{ readonly name: string; readonly note: string }>
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string }>`
    WITH made AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, p.* FROM unnest(${people.map(({ name }) => name)}::text[],
        ${people.map(({ note }) => note)}::text[]) WITH ORDINALITY p (name, note, nth)
    ), people AS (
      INSERT INTO candidates (organization_id, id, full_name, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, id, name, 1, now(), now() FROM made
    ), noted AS (
      INSERT INTO notes (organization_id, candidate_id, id, author_id, body, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, id, id, ${user_id}::uuid, note, 1, now(), now() FROM made WHERE note <> ''
    )
    SELECT id FROM made ORDER BY nth`
  return rows.map(({ id }) => id)
})

for (const database of databases.map(forFile)) {
  const run = runOn(database)

  test(`on ${database.name}, spellings of names, tags and notes find each other, both ways round`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const both = ([one, other]: readonly [string, string]) => [[one, other], [other, one]] as const
      const inNames = [...spellings, ...neighbours].flatMap(both)
      const inNotes = [...spellings.flatMap(both), ...neighbours.map(([one, other]) => [other, one] as const)]
      const texts = [...new Set(inNames.map(([text]) => text))]
      const named = yield* stored(actor, texts.map((text) => ({ name: `Pat ${text}`, note: "" })))
      const noted = yield* stored(actor, texts.map((text) => ({ name: "Ann Onymous", note: `Knows ${text} well.` })))
      // Without statistics the words of all would be compared instead of looked up.
      yield* (yield* SqlClient.SqlClient)`ANALYZE candidates, notes`
      const missed: Array<string> = []
      const look = Effect.fnUntraced(function*(query: string, wanted: ReadonlyArray<readonly [string, string]>) {
        const { items } = yield* search(actor, query, {}, 50)
        const found = new Set<string>(
          items.filter(({ match }) => match !== "similar").map(({ candidate }) => candidate.id)
        )
        for (const [what, id] of wanted) if (!found.has(id)) missed.push(`${query} in ${what}`)
      })
      const isInNotes = new Set(inNotes.map((pair) => pair.join("\0")))
      for (const [text, query] of inNames) {
        const at = texts.indexOf(text)
        const notes = isInNotes.has(`${text}\0${query}`) ? [[`a note "${text}"`, noted[at]!] as const] : []
        yield* look(query, [[`the name "${text}"`, named[at]!], ...notes])
      }
      // Beside another word, which is read the same way round or the other.
      for (const [text, query] of [...spellings, ...neighbours])
        yield* look(`pat ${query}`, [[`the name "${text}"`, named[texts.indexOf(text)]!]])
      expect(missed).toEqual([])
    })))

  test(`on ${database.name}, short words that were joined are no beginnings of others`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      yield* person(actor, "Abigail User")
      const names = (query: string) =>
        Effect.map(
          search(actor, query),
          ({ items }) => items.filter(({ match }) => match !== "similar").map(({ candidate }) => candidate.full_name)
        )
      expect(yield* names("a bi")).toEqual([])
      expect(yield* names("U/S")).toEqual([])
    })))

  test(`on ${database.name}, the location is found and is a filter, and so is every field that its declaration says`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { id } = yield* person(actor, "Ada Zz", { location: "Frankfurt am Main" })
      yield* person(actor, "Bob Zz", { location: "Frankfort" })
      const ids = (query: string, location?: string) =>
        Effect.map(
          search(actor, query, location === undefined ? {} : { location }),
          ({ items }) => items.map(({ candidate }) => candidate.id)
        )
      for (const query of ["frankfurt am main", "Frankfurt", "frankfurtammain", "ada frankfurt"]) {
        expect((yield* ids(query))[0]).toBe(id)
      }
      const { items: [first] } = yield* search(actor, "frankfurt")
      expect([first?.match, first?.highlights.map(({ source }) => source)]).toEqual(["fields", ["location"]])
      for (const location of ["Frankfurt am Main", "FRANKFURT", "main frankfurt", "Frankfurt-am-Main"]) {
        expect([location, yield* ids("", location)]).toEqual([location, [id]])
        expect([location, yield* ids("zz", location)]).toEqual([location, [id]])
      }
      expect(yield* ids("", "Berlin")).toEqual([])
      expect(searchedColumns.map(({ column }) => column)).toEqual([
        "full_name",
        "given_name",
        "family_name",
        "university",
        "location"
      ])
    })))

  test(`on ${database.name}, the index of another declaration is dropped once the new one is built, and no other one`, () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const named = yield* sql<
        { readonly relname: string }
      >`SELECT relname FROM pg_class WHERE relname ~ '^candidates_(found|texts|lexemes)' ORDER BY relname`
      expect(named.map(({ relname }) => relname)).toEqual([
        expect.stringMatching(/^candidates_found_[0-9a-f]{8}$/),
        expect.stringMatching(/^candidates_found_[0-9a-f]{8}_sample$/)
      ])
    })))
}
