/** Which spellings are the same, wherever texts are compared, and whatever the locale of the database. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { locales, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { queries, searched } from "./SearchQueries.ts"
import { person, search } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** Two spellings of one name: each is a duplicate of the other, and is found by it. */
const same: ReadonlyArray<readonly [string, string]> = [
  ["O'Brien", "O’Brien"],
  ["O´Brien D`Arcy", "OʼBrien D‘arcy"],
  ["Łukasz Żółć", "Lukasz Zolc"],
  ["Ada  Byron", "Ada Byron"],
  ["Ada\u00a0Byron\u2003Lovelace", " ada byron LOVELACE"],
  ["Jean‐Luc Picard", "Jean-Luc Picard"],
  ["Jean–Luc Godard", "Jean Luc Godard"],
  ["J. R. R. Tolkien", "J R R Tolkien"],
  ["Zoe\u0308 Bronte\u0308", "Zoë Brontë"],
  ["Nguyê\u0303n Thi\u0323 Hương", "NGUYỄN THỊ HƯƠNG"],
  ["Đặng Đức", "Dang Duc"],
  ["Jürgen Straße", "JURGEN STRASSE"],
  ["Søren Ærø", "SOREN AERO"],
  ["Þórður Œuvre", "thordur oeuvre"],
  ["Yılmaz IŞIK", "yılmaz ışık"],
  ["İlker ÇELİK", "ilker çelik"],
  ["Əli Məmmədov", "ƏLİ MƏMMƏDOV"],
  ["Ștefan Țurcanu", "Ştefan Ţurcanu"],
  ["Иван Ёлкин", "ИВАН ЕЛКИН"],
  ["Мар'яна", "МАРʼЯНА"],
  ["Γιώργος Παπαδόπουλος", "ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ"],
  ["Ὀδυσσεύς", "ΟΔΥΣΣΕΥΣ"],
  ["Արամ Խաչատրյան", "ԱՐԱՄ ԽԱՉԱՏՐՅԱՆ"],
  ["علی‌رضا", "علیرضا"],
  ["علي كريمي", "علی کریمی"],
  ["مُحَمَّد أحمد", "محمد احمد"],
  ["محـــمد", "محمد"],
  ["فاطمة آل", "فاطمه ال"],
  ["\u200fעברית\u200e שָׁלוֹם", "עברית שלום"],
  ["\u2067ليلى\u2069", "لیلی"],
  ["Ｔａｒｏ　Ｙａｍａｄａ", "taro yamada"],
  ["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ タロウ"],
  ["か\u3099く", "がく"],
  ["髙橋 﨑子", "高橋 崎子"],
  ["葛\u{e0100}城", "葛城"],
  ["김철수".normalize("NFD"), "김철수"],
  ["Soft\u00adhyphen Zero\u200bWidth\u2060Joiner\ufeff", "Softhyphen ZeroWidthJoiner"],
  ["ﬁona ﬂint", "Fiona Flint"],
  ["राजे\u200dश", "राजेश"],
  ["സുകുമാരൻ", "സുകുമാരന്\u200d"],
  ["Ada 🚀 Byron ✨", "Ada Byron"]
]

/**
 * Two spellings with something between their words, or nothing: possible duplicates. By the second the first is found.
 */
const joined: ReadonlyArray<readonly [string, string]> = [
  ["山田 太郎", "山田太郎"],
  ["山田　太郎", "山田太郎"],
  ["김 철수", "김철수"],
  ["王 小明", "王小明"],
  ["ジョン・スミス", "ジョンスミス"],
  ["นาย สมชาย", "นายสมชาย"],
  ["علی\u200cرضا", "علی رضا"],
  ["Jean-Pierre", "JeanPierre"],
  ["O'Neill-Smith", "oneillsmith"]
]

/** Names that are different, however far they are folded. */
const different: ReadonlyArray<readonly [string, string]> = [
  ["山田", "田山"],
  ["राम", "रामा"],
  ["สมชาย", "สมชา"],
  ["がく", "かく"],
  ["Иван", "Иванов"]
]

/** E-mail addresses: another case of letters is the same address, another letter is not. */
const addresses: ReadonlyArray<readonly [stored: string, filter: string, isSame: boolean]> = [
  ["Ada@Example.com", "aDA@eXAMPLE.COM", true],
  ["jörg@example.com", "JÖRG@EXAMPLE.COM", true],
  ["jo\u0308rg@example.net", "JÖRG@example.net", true],
  ["иван@пример.рф", "ИВАН@ПРИМЕР.РФ", true],
  ["γιώργος@example.gr", "ΓΙΏΡΓΟΣ@example.gr", true],
  ["joerg@example.org", "jörg@example.org", false],
  ["jorg@example.org", "jörg@example.org", false]
]

const [main, ...others] = locales.map(forFile)

for (const database of [main!]) {
  const run = runOn(database)

  test(`spellings of a name are duplicates, are found by each other, and are neighbours in the list, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { duplicates, list } = yield* Candidates
      const failed: Array<unknown> = []
      const check = Effect.fnUntraced(function*(one: string, other: string) {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const ids = yield* Effect.forEach(
          [one, other],
          (name) => Effect.map(person(actor, name, { university: `${name} x` }), ({ id }) => id)
        )
        const found = yield* Effect.forEach(ids, (id) => duplicates(organization_id, id))
        const searched = yield* Effect.forEach([one, other], (name) => search(actor, name))
        const ofUniversity = yield* search(actor, other, { university: `${one} X` })
        const { items } = yield* list(organization_id, { sort: "name" }, { limit: 1, offset: 0 })
        return {
          are_duplicates: found.every((one) => one.length === 1),
          found: searched.every(({ items }) => items.filter(({ match }) => match === "fields").length === 2),
          of_one_university: ofUniversity.items.length === 2,
          // Of equal names the one with the lower id is first.
          in_order: items[0]?.id === ids.toSorted()[0]
        }
      })
      for (const [one, other] of same) {
        const result = yield* check(one, other)
        if (!Object.values(result).every(Boolean)) failed.push([one, other, result])
      }
      for (const [one, other] of different) {
        const { are_duplicates, of_one_university } = yield* check(one, other)
        if (are_duplicates || of_one_university) failed.push([one, other])
      }
      expect(failed).toEqual([])
    })))
}

/** An argument for a parameter of a function of texts. */
const argumentFor = (name: string, type: string): string =>
  type === "uuid"
    ? "'00000000-0000-7000-8000-000000000000'"
    : type === "boolean"
    ? "false"
    : name === "mark"
    ? "':*'"
    : "t.text"

/** Functions that only migrations use. */
const replaced = [
  "email_key",
  "name_key",
  "search_keys",
  "search_name_keys",
  "search_query",
  "search_spellings",
  "search_text",
  "search_words"
]

/** What every function of a text makes of these texts. */
const valuesOf = Effect.fnUntraced(function*(texts: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const functions = yield* sql<
    { readonly name: string; readonly names: ReadonlyArray<string>; readonly types: ReadonlyArray<string> }
  >`
    SELECT p.proname AS name, p.proargnames AS names,
      ARRAY(SELECT format_type(type, NULL) FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a (type, nth) ORDER BY nth) AS types
    FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.provolatile = 'i' AND p.pronargs > 0
      AND p.proargtypes::oid[] <@ ARRAY['text'::regtype, 'uuid'::regtype, 'boolean'::regtype]::oid[]
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') AND p.proname <> ALL (${replaced})
    ORDER BY p.proname`
  const calls = functions.map(({ name, names, types }) =>
    `${name}(${types.map((type, nth) => argumentFor(names[nth]!, type)).join(", ")})::text AS ${name}`
  )
  expect(calls.length).toBeGreaterThan(20)
  return yield* sql.unsafe(
    `SELECT t.text, ${calls.join(", ")} FROM unnest($1::text[]) t (text)`,
    [texts]
  )
})

for (const database of others) {
  test(`every function of a text has the same value on ${database.name} as on ${main!.name}`, async () => {
    const texts = [
      ...[...same, ...joined, ...different].flat(),
      ...addresses.flatMap(([stored, filter]) => [stored, filter]),
      ...searched.flatMap((
        { full_name, note = "", tags = [], university = "" }
      ) => [full_name, university, note, ...tags]),
      ...queries.map(([query]) => query)
    ]
    expect(await runOn(database)(valuesOf(texts))).toEqual(await runOn(main!)(valuesOf(texts)))
  })
}

for (const database of locales.map(forFile)) {
  const run = runOn(database)

  test(`a name is found, and is a possible duplicate, without what is between its words, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { duplicates } = yield* Candidates
      const failed: Array<unknown> = []
      for (const [one, other] of joined) {
        const { actor } = yield* World.organization({ name: "Acme" })
        const ids = yield* Effect.forEach(
          [[one, "M.I.T."], [other, "MIT"]] as const,
          ([name, university]) => Effect.map(person(actor, name, { university }), ({ id }) => id)
        )
        const found = yield* Effect.forEach(ids, (id) => duplicates(actor.organization_id, id))
        const searched = yield* search(actor, other)
        const result = {
          are_duplicates: found.every((one) => one.length === 1),
          found: searched.items.filter(({ match }) => match === "fields").length === 2
        }
        if (!Object.values(result).every(Boolean)) failed.push([one, other, result])
      }
      expect(failed).toEqual([])
    })))

  test(`an e-mail address is found in any case of letters of all scripts, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { list } = yield* Candidates
      const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
      const sql = yield* SqlClient.SqlClient
      for (const [stored, email, isSame] of addresses) {
        yield* sql`
          INSERT INTO candidates (organization_id, id, full_name, primary_email, version, created_at, updated_at)
          VALUES (${organization_id}, gen_random_uuid(), 'Ada', ${stored}, 1, now(), now())`
        const { items } = yield* list(organization_id, { email }, { limit: 10, offset: 0 })
        expect([stored, email, items.some(({ primary_email }) => primary_email === stored)]).toEqual([
          stored,
          email,
          isSame
        ])
      }
    })))

  test(`names are listed by their normal form, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { list } = yield* Candidates
      const { actor } = yield* World.organization({ name: "Acme" })
      const names = [
        "ada",
        "Álvarez",
        "Ann Zola",
        "Anna",
        "ÉMILE",
        "Emily",
        "Łukasz",
        "Lutz",
        "O’Brien",
        "Obst",
        "Șerban",
        "Σοφία",
        "Χρήστος",
        "Анна",
        "Яна",
        "李雷"
      ]
      for (const name of names.toReversed()) yield* person(actor, name)
      const first = yield* list(actor.organization_id, { sort: "name" }, { limit: 9, offset: 0 })
      const at = first.items.at(-1)!
      const rest = yield* list(actor.organization_id, { sort: "name" }, {
        limit: 9,
        offset: 0,
        after: { full_name: at.full_name, id: at.id }
      })
      expect([...first.items, ...rest.items].map(({ full_name }) => full_name)).toEqual(names)
    })))
}
