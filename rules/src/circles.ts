/** No file imports itself by way of others. */
import { dirname, join } from "node:path/posix"
import { importsOf, isRelative } from "./Imports.ts"
import { file, isCode, type Rule, type SourceFile } from "./Rule.ts"

/** Returns the path of an imported file of the repository; undefined for packages of others. */
const target = (importer: string, specifier: string): string | undefined => {
  if (isRelative(specifier)) return join(dirname(importer), specifier)
  const [, name, path] = /^@candor\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  return name === undefined ? undefined : `packages/${name}/src/${path}.ts`
}

/** Returns the circles of imports, each as the paths of its files; the first path is repeated at the end. */
const circlesOf = (files: ReadonlyArray<SourceFile>): ReadonlyArray<ReadonlyArray<string>> => {
  const imports = new Map(files.filter(isCode).map((one) =>
    [one.path, importsOf(one).flatMap(({ path, specifier }) => target(path, specifier) ?? [])] as const))
  const done = new Set<string>()
  const visit = (path: string, importers: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
    const start = importers.indexOf(path)
    if (start >= 0) return [[...importers.slice(start), path]]
    if (done.has(path)) return []
    const circles = (imports.get(path) ?? []).flatMap((imported) => visit(imported, [...importers, path]))
    done.add(path)
    return circles
  }
  return [...imports.keys()].flatMap((path) => visit(path, []))
}

export const circles: Rule = {
  name: "imports have no circles",
  why: "the files of a circle can only be read and changed all at once",
  check: (files) =>
    circlesOf(files).map((circle) => ({ path: circle[0]!, message: `is part of a circle of imports: ${circle.join(" → ")}` })),
  planted: [
    {
      files: [
        file("packages/domain/src/a/A.ts", "import { b } from \"../b/B.ts\""),
        file("packages/domain/src/b/B.ts", "import type { C } from \"./C.ts\""),
        file("packages/domain/src/b/C.ts", "export { a } from \"../a/A.ts\"")
      ],
      says: "packages/domain/src/a/A.ts → packages/domain/src/b/B.ts → packages/domain/src/b/C.ts → packages/domain/src/a/A.ts"
    },
    {
      files: [
        file("packages/sql/src/Jobs.ts", "import { slug } from \"@candor/domain/job/Slug\""),
        file("packages/domain/src/job/Slug.ts", "const { jobs } = await import(\"@candor/sql/Jobs\")")
      ],
      says: "packages/sql/src/Jobs.ts → packages/domain/src/job/Slug.ts"
    }
  ]
}
