/**
 * The folders of the domain and of the repositories' package are rooms with arrows one way. Pairs that point at each
 * other are listed: a new one is red, and so is one that is listed and gone.
 */
import { dirname, join } from "node:path/posix"
import { importsOf, isRelative } from "./Imports.ts"
import { file, isCode, type Rule, type SourceFile } from "./Rule.ts"

const packages = ["packages/domain/src/", "packages/sql/src/"]

/** Pairs of folders that still point at each other. */
const remaining: ReadonlySet<string> = new Set([
  "packages/domain:access ↔ packages/domain:organization",
  "packages/domain:app ↔ packages/domain:organization",
  "packages/domain:application ↔ packages/domain:candidate",
  "packages/domain:application ↔ packages/domain:feedback",
  "packages/domain:application ↔ packages/domain:profile",
  "packages/domain:application ↔ packages/domain:submission",
  "packages/domain:attachment ↔ packages/domain:candidate",
  "packages/domain:candidate ↔ packages/domain:profile",
  "packages/domain:candidate ↔ packages/domain:sourcing",
  "packages/domain:candidate ↔ packages/domain:submission",
  "packages/domain:event ↔ packages/domain:webhook",
  "packages/domain:interview ↔ packages/domain:plan",
  "packages/domain:interview ↔ packages/domain:scheduling",
  "packages/domain:interview ↔ packages/domain:scorecard",
  "packages/sql:database ↔ packages/sql:migrations"
])

/** The folder of a package that a file is in; undefined for files beside the folders, which may know them all. */
const roomOf = (path: string): string | undefined => {
  const base = packages.find((base) => path.startsWith(base))
  const [room, ...rest] = base === undefined ? [] : path.slice(base.length).split("/")
  return base === undefined || room === undefined || rest.length === 0 ? undefined : `${base}${room}`
}

/** The arrows between rooms, each with the files that draw it. */
const arrowsOf = (files: ReadonlyArray<SourceFile>) =>
  Map.groupBy(
    files.filter((source) => isCode(source) && roomOf(source.path) !== undefined).flatMap((source) =>
      importsOf(source).filter(({ specifier }) => isRelative(specifier)).flatMap(({ line, path, specifier }) => {
        const [from, to] = [roomOf(path), roomOf(join(dirname(path), specifier))]
        return from === undefined || to === undefined || from === to ? [] : [{ from, to, line, path }]
      })
    ),
    ({ from, to }) => `${from} → ${to}`
  )

const nameOf = (one: string, other: string): string => [one, other].toSorted().join(" ↔ ").replaceAll("/src/", ":")

export const rooms: Rule = {
  name: "folders of the domain and of sql point one way",
  why: "two folders that import each other are one, and neither is read, tested or moved without the other",
  check: (files) => {
    const arrows = arrowsOf(files)
    const mutual = [...arrows.values()].filter(([one]) => arrows.has(`${one!.to} → ${one!.from}`))
    const found = new Set(mutual.map(([one]) => nameOf(one!.from, one!.to)))
    const isWhole = files.some(({ path }) => path === "packages/domain/src/nouns.ts")
    return [
      ...mutual.filter(([one]) => !remaining.has(nameOf(one!.from, one!.to))).flat().map((
        { from, line, path, to }
      ) => ({ path, line, message: `${from} → ${to}, which points back` })),
      ...[...remaining].filter((pair) => isWhole && !found.has(pair)).map((pair) => ({
        path: "rules/src/rooms.ts",
        message: `${pair} is listed, and points one way by now`
      }))
    ]
  },
  planted: [
    {
      files: [
        file("packages/domain/src/office/Office.ts", `import { Job } from "../job/Job.ts"`),
        file("packages/domain/src/job/Job.ts", `import type { Office } from "../office/Office.ts"`)
      ],
      says: "packages/domain/src/office → packages/domain/src/job, which points back"
    },
    {
      files: [file("packages/domain/src/nouns.ts", "export const nouns = []")],
      says: "is listed, and points one way by now"
    }
  ]
}
