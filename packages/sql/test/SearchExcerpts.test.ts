/** The excerpts of texts: what they show is the text as it is written, and every word that matches is marked. */
import type { Actor } from "@candor/domain/access/Actor"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { applied, person, search } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** The excerpts of the texts that a search finds, with their matches in brackets. */
const excerpts = (actor: Actor, query: string) =>
  Effect.map(
    search(actor, query, {}, 50),
    ({ items }) =>
      items.flatMap(({ highlights }) => highlights).filter(({ source }) => source === "note" || source === "ai_summary")
        .map(({ parts }) => parts.map(({ is_match, text }) => is_match ? `[${text}]` : text).join(""))
  )

/** Somebody in whose fields no query has words: the digits of a random address would have some. */
const nobody = (actor: Actor) => person(actor, "Nobody", { primary_email: "nobody@example.com" })

const filler =
  "Before it there are many words, so that the excerpt has to begin somewhere in the middle of a text which is longer than an excerpt. "

/** A note, a query that finds it, and the excerpt. */
const written: ReadonlyArray<readonly [note: string, query: string, excerpt: string]> = [
  ["Write to grace.hopper@navy.example for details", "navy", "Write to grace.hopper@[navy].example for details"],
  [
    "Write to grace.hopper@navy.example for details",
    "grace.hopper@navy.example",
    "Write to [grace].[hopper]@[navy].[example] for details"
  ],
  ["Set up CI/CD for 12 teams", "cd", "Set up CI/[CD] for 12 teams"],
  ["Set up CI/CD for 12 teams", "ci/cd", "Set up [CI]/[CD] for 12 teams"],
  ["C++, C# and node.js", "c++ node", "[C++], C# and [node].js"],
  ["C++, C# and node.js", "node.js", "C++, C# and [node].[js]"],
  ["Reports to Ana-Lucía Fernández-O'Brien", "lucia brien", "Reports to Ana-[Lucía] Fernández-O'[Brien]"],
  ["Reports to Pat O'Neill-Smith", "oneill smith", "Reports to Pat [O'Neill-Smith]"],
  ["Reports to Jean‑Luc D’Angelo and Jean", "jeanluc dang", "Reports to [Jean‑Luc] [D’Angelo] and Jean"],
  [`${filler.repeat(30)} Reports to Pat O'Neill.`, "oneill", "Reports to Pat [O'Neill]."],
  ["山田　太郎さん", "山田太郎", "[山田]　[太郎]さん"],
  ["Cafe\u0301s and cafés, façade/résumé", "cafe resume", "[Cafe\u0301s] and [cafés], façade/[résumé]"],
  ["🚀🚀 launches 👩‍🚀 via CI/CD 🚀 and more 🎉", "cd", "🚀🚀 launches 👩‍🚀 via CI/[CD] 🚀 and more 🎉"],
  [`🎉 ${filler}${filler}👩‍🚀 uses 🚀 CI/CD 🚀 daily`, "cd", "an excerpt. 👩‍🚀 uses 🚀 CI/[CD] 🚀 daily"],
  ["Grew up in Камʼянець, surfs off Oʻahu", "oʻahu", "Grew up in Камʼянець, surfs off [O]ʻ[ahu]"],
  [
    "See https://www.example.com/people/ada?tab=cv&page=2",
    "ada cv",
    "See https://www.example.com/people/[ada]?tab=[cv]&page=2"
  ],
  [`aaalpha ${"x".repeat(5000)} cccharlie dddelta`, "cccharlie", " [cccharlie] dddelta"],
  [`pre ${"z".repeat(5000)}/needlex end`, "needlex", "/[needlex] end"],
  ["Wrote F# and C++17; no C.", "c++", "Wrote F# and [C++]17; no C."],
  ["An A/B test, and another by B.", "a/b", "An [A]/[B] test, and another by B."],
  ["A data platform for platform data", "\"platform data\"", "A data platform for [platform] [data]"],
  ["ГРУППА «Разработка» – Ёлкин", "разработка елкин", "ГРУППА «[Разработка]» – [Ёлкин]"],
  ["ΓΙΏΡΓΟΣ, Γιώργος", "γιωργος", "[ΓΙΏΡΓΟΣ], [Γιώργος]"],
  ["سلام علی‌رضا کریمی", "عليرضا", "سلام [علی‌رضا] کریمی"],
  ["我在北京大学学习计算机科学。", "北京大学 计算机", "我在[北京大学]学习[计算机]科学。"],
  ["株式会社ﾊﾞｯｸｴﾝﾄﾞ開発", "バックエンド", "株式会社[ﾊﾞｯｸｴﾝﾄﾞ]開発"],
  ["삼성전자에서 일했습니다", "전자", "삼성[전자]에서 일했습니다"],
  [
    "삼성전자에서 일했습니다".normalize("NFD"),
    "전자",
    `[${"삼성전자에서".normalize("NFD")}] ${"일했습니다".normalize("NFD")}`
  ],
  ["จบการศึกษาจากมหาวิทยาลัย", "มหาวิทยาลัย", "จบการศึกษาจาก[มหาวิทยาลัย]"],
  ["Ⅳ ﬁnal ½ soft\u00adhyphen", "final softhyphen", "Ⅳ [ﬁnal] ½ [soft\u00adhyphen]"],
  ["Marked \u0002before\u0003 it was searched", "before", "Marked \u0002[before]\u0003 it was searched"]
]

/** Phone numbers as they are written in texts, with the marks of their words. */
const phoneNumbers: ReadonlyArray<readonly [written: string, excerpt: string]> = [
  ["+1 (555) 123-4567", "+1 ([555]) [123]-[4567]"],
  ["555.123.4567", "[555].[123].[4567]"],
  ["+15551234567", "+[15551234567]"],
  ["5551234567", "[5551234567]"]
]

for (const database of databases.map(forFile)) {
  const run = runOn(database)

  test(`an excerpt marks words that punctuation joins, and shows the text as it is written, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { id } = yield* nobody(actor)
      const sql = yield* SqlClient.SqlClient
      const { application } = yield* applied(actor, id, { note: "Replaced." })
      for (const [note, query, excerpt] of written) {
        yield* sql`UPDATE notes SET body = ${note} WHERE organization_id = ${actor.organization_id} AND application_id = ${application.id}`
        const [shown] = yield* excerpts(actor, query)
        expect([query, shown?.endsWith(excerpt) === true ? excerpt : shown]).toEqual([query, excerpt])
      }
    })))

  test(`an excerpt of a long text is that of the part that has all words, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { id } = yield* nobody(actor)
      const sql = yield* SqlClient.SqlClient
      const { application } = yield* applied(actor, id, { note: "Replaced." })
      const note = `Zymurgist. ${filler.repeat(300)}A zymurgist and pilot. ${filler}`
      yield* sql`UPDATE notes SET body = ${note} WHERE organization_id = ${actor.organization_id} AND application_id = ${application.id}`
      const [shown] = yield* excerpts(actor, "zymurgist pilot")
      expect(shown).toContain("[zymurgist] and [pilot].")
    })))

  test(`50 texts of any punctuation have excerpts that are parts of them, with every match marked, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { actor } = yield* World.organization({ name: "Acme" })
      const pieces = [
        ...".,-_/@+:;&=#~%?*<>\\'’` \n",
        "🚀",
        "é",
        "e\u0301",
        "ł",
        "zq7",
        "zq7x",
        "ab",
        "12",
        " and ",
        "http://",
        "<b>",
        "&amp;",
        "--",
        "ß"
      ]
      // The same texts in every run (Park and Miller, "minimal standard").
      let state = 7
      const next = (count: number) => (state = state * 48_271 % 0x7fff_ffff) % count
      const texts = Array.from(
        { length: 50 },
        () => `${Array.from({ length: 120 }, () => pieces[next(pieces.length)]!).join("")} zq7`
      )
      for (const text of texts) {
        const { id } = yield* nobody(actor)
        yield* sql`
          INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, version, created_at, updated_at)
          VALUES (${actor.organization_id}, gen_random_uuid(), ${id}, 'completed', '', ${text}, 1, now(), now())`
      }
      const shown = yield* excerpts(actor, "zq7")
      expect(shown).toHaveLength(50)
      const unknown = shown.filter((excerpt) => !texts.some((text) => text.includes(excerpt.replaceAll(/[[\]]/g, ""))))
      expect(unknown).toEqual([])
      expect(shown.filter((excerpt) => !excerpt.includes("[zq7") || /(?<![\p{L}\p{N}\p{M}[])zq7/u.test(excerpt)))
        .toEqual([])
    })))
  test(`a phone number of North America is found however it is grouped, on ${database.name}`, () =>
    run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { id } = yield* nobody(actor)
      yield* applied(actor, id, { note: "Call (555) 123-9999 or 555 124 8888." })
      for (const [written] of phoneNumbers)
        yield* applied(actor, (yield* nobody(actor)).id, { note: `Call ${written}.` })
      const all = phoneNumbers.map(([, excerpt]) => `Call ${excerpt}.`).toSorted()
      for (const query of ["5551234567", "+15551234567", "555 123 4567", "call (555) 123-4567"]) {
        const shown = yield* excerpts(actor, query)
        expect([query, shown.map((one) => one.replace("[Call]", "Call")).toSorted()]).toEqual([query, all])
      }
      expect(yield* excerpts(actor, "+15551234568")).toEqual([])
    })))
}
