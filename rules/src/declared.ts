/** Every import is declared by the package that makes it. */
import { importsOf, isBuiltin, isRelative, packageOf, workspaceOf } from "./Imports.ts"
import { file, isCode, isTest, type Rule, type SourceFile } from "./Rule.ts"

interface Manifest {
  readonly name?: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

const manifestOf = (files: ReadonlyArray<SourceFile>, workspace: string): Manifest => {
  const path = workspace === "" ? "package.json" : `${workspace}/package.json`
  const found = files.find((file) => file.path === path)
  return found === undefined ? {} : (JSON.parse(found.text) as Manifest)
}

export const declared: Rule = {
  name: "every import is declared in its package's package.json",
  why: "with hoisted modules an undeclared import works here and nowhere else",
  check: (files) =>
    files.filter(isCode).flatMap((source) => {
      const workspace = workspaceOf(source.path)
      const { dependencies, devDependencies, name } = manifestOf(files, workspace)
      const atRunTime = new Set([name, ...Object.keys(dependencies ?? {})])
      // The root is no package that anyone installs: all it has is for development.
      const all = new Set([...atRunTime, ...Object.keys(devDependencies ?? {})])
      const known = workspace === "" || isTest(source.path) ? all : atRunTime
      return importsOf(source)
        .filter(({ specifier }) => !isRelative(specifier) && !isBuiltin(specifier) && !known.has(packageOf(specifier)))
        .map(({ line, path, specifier }) => ({
          path,
          line,
          message: `"${specifier}" is not among the dependencies of ${workspace === "" ? "the root" : workspace}`
        }))
    }),
  planted: [
    {
      files: [
        file("packages/sql/package.json", `{ "name": "@candor/sql", "dependencies": { "effect": "4.1.0" } }`),
        file("packages/sql/src/database/Embedded.ts", `import { PGlite } from "@electric-sql/pglite"`)
      ],
      says: "@electric-sql/pglite"
    },
    {
      files: [
        file("packages/sql/package.json", `{ "name": "@candor/sql", "devDependencies": { "effect": "4.1.0" } }`),
        file("packages/sql/src/repositories/job/Jobs.ts", `import { Effect } from "effect"`)
      ],
      says: "packages/sql"
    },
    {
      files: [file("package.json", `{ "name": "candor" }`), file("docs/print.ts", `import { Effect } from "effect"`)],
      says: "the root"
    }
  ]
}
