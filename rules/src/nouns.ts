/** The same noun has the same file name in every package. */
import { code, file, type Rule, type SourceFile } from "./Rule.ts"

// `GET /me` returns what authentication already knows: there is nothing to decide or store.
const withoutStore = new Set(["Me"])

const list = "packages/domain/src/nouns.ts"

/** Returns the nouns without rules of their own, by their ports in the list: their stores and handlers are generic. */
const plainOf = (files: ReadonlyArray<SourceFile>): ReadonlySet<string> =>
  new Set(
    files.filter(({ path }) => path === list).flatMap(({ text }) =>
      [...code(text).matchAll(/\bport: (\w+)/g)].map((match) => match[1]!)
    )
  )

/**
 * Returns the expected files of a noun, and whether each exists. A folder of the domain has the same name in the
 * repositories.
 */
const homes = (
  noun: string,
  isPlain: boolean
): ReadonlyArray<{ readonly home: string; readonly isThere: (path: string) => boolean }> =>
  [
    ...(isPlain ? [] : [`apps/api/src/handlers/${noun}.ts`]),
    ...(withoutStore.has(noun) ? [] : [`packages/domain/src/*/${noun}.ts`]),
    ...(withoutStore.has(noun) || isPlain ? [] : [`packages/sql/src/{repositories/*,queue}/${noun}.ts`])
  ].map((home) => {
    const glob = new Bun.Glob(home)
    return { home, isThere: (path) => glob.match(path) }
  })

const group = "export class Notes extends HttpApiGroup.make(\"Notes\") {}"

export const nouns: Rule = {
  name: "a noun has the same file name in every package",
  why: "who knows one package finds everything in the others",
  check: (files) => {
    const paths = files.map((file) => file.path)
    const plain = plainOf(files)
    const groups = files.flatMap(({ path, text }) => {
      const noun = /^packages\/contract\/src\/(\w+)\.ts$/.exec(path)?.[1]
      const names = [...code(text).matchAll(/HttpApiGroup\.make\("(\w+)"/g)].map((match) => match[1]!)
      return noun === undefined ? [] : names.map((name) => ({ path, noun, name }))
    })
    const handled = new Set(groups.map(({ noun }) => `apps/api/src/handlers/${noun}.ts`))
    return [
      ...groups.filter(({ name, noun }) => !name.endsWith(noun)).map(({ name, path }) => ({
        path,
        message: `the group ${name} belongs in a file of its name, or of the noun at its end`
      })),
      ...groups.flatMap(({ noun, path }) =>
        homes(noun, plain.has(noun)).filter(({ isThere }) => !paths.some(isThere)).map(({ home }) => ({
          path,
          message: `there is no ${home}`
        }))
      ),
      ...paths.filter((path) => /^apps\/api\/src\/handlers\/\w+\.ts$/.test(path) && !handled.has(path)).map((
        path
      ) => ({ path, message: "no group of the contract has this name" }))
    ]
  },
  planted: [
    {
      files: [
        file("packages/contract/src/Notes.ts", group),
        file("packages/domain/src/note/Notes.ts", ""),
        file("packages/sql/src/repositories/note/Notes.ts", "")
      ],
      says: "apps/api/src/handlers/Notes.ts"
    },
    {
      files: [
        file("packages/contract/src/Notes.ts", group),
        file("apps/api/src/handlers/Notes.ts", ""),
        file("packages/sql/src/repositories/note/Notes.ts", "")
      ],
      says: "packages/domain/src/*/Notes.ts"
    },
    {
      files: [
        file("packages/contract/src/Notes.ts", group),
        file("apps/api/src/handlers/Notes.ts", ""),
        file("packages/domain/src/note/Notes.ts", "")
      ],
      says: "packages/sql/src/{repositories/*,queue}/Notes.ts"
    },
    {
      files: [file("packages/contract/src/Notes.ts", group), file(list, "[{ port: Notes, resource: notes }]")],
      says: "packages/domain/src/*/Notes.ts"
    },
    { files: [file("packages/contract/src/Remarks.ts", group)], says: "a file of its name" },
    { files: [file("apps/api/src/handlers/Remarks.ts", "")], says: "no group" }
  ]
}
