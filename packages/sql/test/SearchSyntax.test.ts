/** What is a word, and what signs between words mean: which candidates a query finds, and which it does not. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { databases, runOn } from "./Databases.ts"
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
  Jun: "我在北京大学学习,毕业于上海。"
} as const

type Name = keyof typeof notes

const found: ReadonlyArray<readonly [query: string, names: ReadonlyArray<Name>]> = [
  ["C++", ["Cpp"]],
  ["c++17", ["Cpp"]],
  ["c#", ["Csharp"]],
  ["C♯", ["Csharp"]],
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
  ["大学 -天津", ["Jun"]]
]

for (const database of databases) {
  test(`signs are parts of words, a phrase stands as it is, OR and - do what they say, on ${database.name}`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      for (const [name, note] of Object.entries(notes)) {
        yield* applied(actor, (yield* person(actor, name, { primary_email: `${name}@mail.example`, tags: ["writers"] })).id, { note })
      }
      const failed: Array<unknown> = []
      for (const [query, names] of found) {
        const { items } = yield* search(actor, query)
        const got = items.filter(({ match }) => match !== "similar").map(({ candidate: { full_name } }) => full_name).toSorted()
        if (!Bun.deepEquals(got, names)) failed.push([query, got])
      }
      expect(failed).toEqual([])
      // Beside a filter the words are optional, and may be excluded ones alone.
      const listed = yield* search(actor, "", { tag: "writers" }, 3)
      expect(listed.items.map(({ candidate, highlights, match }) => [candidate.full_name, match, highlights]))
        .toEqual(["Jun", "Kotlin", "Java"].map((name) => [name, "filters", []]))
      const rest = yield* search(actor, "", { tag: "writers" }, 5, listed.next)
      expect(rest.items.map(({ candidate }) => candidate.full_name)).toEqual(["Carla", "Fsharp", "Csharp", "Cpp"])
      const without = yield* search(actor, "-developer", { tag: "writers" })
      expect(without.items.map(({ candidate }) => candidate.full_name)).toEqual(["Jun", "Carla", "Fsharp", "Csharp", "Cpp"])
    })))
}
