/** What is a word, and what signs between words mean: which candidates a query finds, and which it does not. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { applied, person, search } from "./SearchWorld.ts"
import * as World from "./World.ts"

/** Candidates with a note each. */
const notes = {
  Cpp: "Ten years of C++ and C++17, no net of safety.",
  Csharp: "C# on .NET, later ASP.NET Core; A/B tests.",
  Fsharp: "F# and node.js at an R & D department.",
  Carla: "Canvas, network engineering and JavaScript; a node in a cluster, beta tests.",
  Java: "Java developer. Built the data platform, then led a team.",
  Kotlin: "Kotlin developer, platform of data.",
  Jun: "我在北京大学学习,毕业于上海。",
  Taro: "氏名　山田　太郎\n韓国の同僚は김 철수、ชื่อ นาย สมชาย、Анна",
  Pat: "Worked with Pat O'Neill-Smith and Jean‑Luc D’Angelo in 2010-2015; C in the kernel.",
  C: "Fortran"
} as const

type Name = keyof typeof notes

const found: ReadonlyArray<readonly [query: string, names: ReadonlyArray<Name>]> = [
  ["C++", ["Cpp"]],
  ["c++17", ["Cpp"]],
  ["c#", ["Csharp"]],
  ["C♯", ["Csharp"]],
  ["Ｃ＃", ["Csharp"]],
  ["f#", ["Fsharp"]],
  ["Ｃ＋＋", ["Cpp"]],
  [".NET", ["Csharp"]],
  ["asp.net", ["Csharp"]],
  ["net", ["Carla", "Cpp", "Csharp"]],
  ["node.js", ["Fsharp"]],
  ["node", ["Carla", "Fsharp"]],
  ["a/b", ["Csharp"]],
  ["r&d", ["Fsharp"]],
  ["R & D", ["Fsharp"]],
  ["java", ["Carla", "Java"]],
  ["\"java\"", ["Java"]],
  ["java -javascript", ["Java"]],
  ["developer -java", ["Kotlin"]],
  ["developer NOT kotlin", ["Java"]],
  ...["-", "−", "–", "‑"].map((sign) => [`developer ${sign}kotlin`, ["Java"]] as const),
  ["\"data platform\"", ["Java"]],
  ["\"platform of data\"", ["Kotlin"]],
  ["\"developer platform\"", ["Kotlin"]],
  ["\"team data\"", []],
  ["developer -\"data platform\"", ["Kotlin"]],
  ["developer -\"team data\"", ["Java", "Kotlin"]],
  ["developer -team", ["Kotlin"]],
  ["developer -dev -tea", ["Java", "Kotlin"]],
  ["developer -Kotlin", ["Java"]],
  ["kotlin OR c#", ["Csharp", "Kotlin"]],
  ["developer (kotlin OR javascript)", ["Kotlin"]],
  ["kotlin OR \"data platform\"", ["Java", "Kotlin"]],
  ["kotlin OR java developer", ["Java", "Kotlin"]],
  ["Kotlin platform -developer", []],
  ["北京大学", ["Jun"]],
  ["\"北京大学\"", ["Jun"]],
  ["\"大学上海\"", []],
  ["大学 -北京", []],
  ["山田太郎", ["Taro"]],
  ["\"山田太郎\"", ["Taro"]],
  ["山田 太郎", ["Taro"]],
  ["太郎山田", []],
  ["김철수", ["Taro"]],
  ["นายสมชาย", ["Taro"]],
  ...["oneill", "o'neill", "smith", "oneill-smith", "oneillsmith", "dangelo", "D´Angelo", "jeanluc", "jean-luc", "luc"]
    .map((query) => [query, ["Pat"]] as const),
  ["大学 -天津", ["Jun"]]
]

for (const database of databases.map(forFile)) {
  test(`signs are parts of words, a phrase stands as it is, OR and - do what they say, on ${database.name}`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      for (const [name, note] of Object.entries(notes)) {
        yield* applied(
          actor,
          (yield* person(actor, name, { primary_email: `${name}@mail.example`, tags: ["writers"] })).id,
          { note }
        )
      }
      const failed: Array<unknown> = []
      for (const [query, names] of found) {
        const { items } = yield* search(actor, query)
        const got = items.filter(({ match }) => match !== "similar").map(({ candidate: { full_name } }) => full_name)
          .toSorted()
        if (!Bun.deepEquals(got, names)) failed.push([query, got])
      }
      expect(failed).toEqual([])
      // Nobody whose name is the letter alone is similar.
      for (const query of ["C#", "Ｃ＃", "c♯"]) {
        expect((yield* search(actor, query)).items.map(({ candidate: { full_name } }) => full_name)).toEqual(["Csharp"])
      }
      // Beside a filter the words are optional, and may be excluded ones alone.
      const listed = yield* search(actor, "", { tag: "writers" }, 3)
      expect(listed.items.map(({ candidate, highlights, match }) => [candidate.full_name, match, highlights]))
        .toEqual(["C", "Pat", "Taro"].map((name) => [name, "filters", []]))
      const rest = yield* search(actor, "", { tag: "writers" }, 8, listed.next)
      expect(rest.items.map(({ candidate }) => candidate.full_name)).toEqual([
        "Jun",
        "Kotlin",
        "Java",
        "Carla",
        "Fsharp",
        "Csharp",
        "Cpp"
      ])
      const without = yield* search(actor, "-developer", { tag: "writers" })
      expect(without.items.map(({ candidate }) => candidate.full_name)).toEqual([
        "C",
        "Pat",
        "Taro",
        "Jun",
        "Carla",
        "Fsharp",
        "Csharp",
        "Cpp"
      ])
    })))
}
