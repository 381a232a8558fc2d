/** The folders of the domain and of the repositories' package depend on each other in one direction only. */
import { dirname, join } from "node:path/posix"
import { importsOf, isRelative } from "./Imports.ts"
import { file, isCode, type Rule, type SourceFile } from "./Rule.ts"

const packages = ["packages/domain/src/", "packages/sql/src/"]

/**
 * Returns the folder of a file within its package; undefined for files beside the folders, which may import all of
 * them.
 */
const roomOf = (path: string): string | undefined => {
  const base = packages.find((base) => path.startsWith(base))
  const [room, ...rest] = base === undefined ? [] : path.slice(base.length).split("/")
  return base === undefined || room === undefined || rest.length === 0 ? undefined : `${base}${room}`
}

/** Returns the dependencies between folders, each with the files that cause it. */
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

export const rooms: Rule = {
  name: "folders of the domain and of sql point one way",
  why: "two folders that import each other are one, and neither is read, tested or moved without the other",
  check: (files) => {
    const arrows = arrowsOf(files)
    return [...arrows.values()].filter(([one]) => arrows.has(`${one!.to} → ${one!.from}`)).flat().map((
      { from, line, path, to }
    ) => ({ path, line, message: `${from} → ${to}, which points back` }))
  },
  planted: [
    {
      files: [
        file("packages/domain/src/office/Office.ts", `import { Job } from "../job/Job.ts"`),
        file("packages/domain/src/job/Job.ts", `import type { Office } from "../office/Office.ts"`)
      ],
      says: "packages/domain/src/office → packages/domain/src/job, which points back"
    }
  ]
}
