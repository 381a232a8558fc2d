/** Every dependency that a workspace declares is one that it imports. */
import { importsOf, packageOf, workspaceOf } from "./Imports.ts"
import { file, isCode, isTest, type Rule, type SourceFile, type Violation } from "./Rule.ts"

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

const unused = (manifest: SourceFile, files: ReadonlyArray<SourceFile>): ReadonlyArray<Violation> => {
  const workspace = workspaceOf(manifest.path)
  const { dependencies, devDependencies } = JSON.parse(manifest.text) as Manifest
  const own = files.filter((source) => isCode(source) && workspaceOf(source.path) === workspace)
  const imported = (sources: ReadonlyArray<SourceFile>) =>
    new Set(sources.flatMap(importsOf).map(({ specifier }) => packageOf(specifier)))
  const running = imported(own.filter(({ path }) => !isTest(path)))
  const all = imported(own)
  const at = (name: string, where: string): Violation => ({ path: manifest.path, message: `${name} is imported by no ${where}` })
  return [
    ...Object.keys(dependencies ?? {}).filter((name) => !running.has(name)).map((name) =>
      at(name, all.has(name) ? "file but tests; it belongs to devDependencies" : "file")
    ),
    ...Object.keys(devDependencies ?? {}).filter((name) => !all.has(name)).map((name) => at(name, "file"))
  ]
}

const manifest = file("apps/worker/package.json", `{ "dependencies": { "@candor/sql": "workspace:*" } }`)

export const imported: Rule = {
  name: "every dependency that a package.json declares is imported",
  why: "the package graph is drawn from the manifests, and shows what is so",
  // The root's own are programs, such as the linter, and what they need.
  check: (files) =>
    files.filter(({ path }) => path.endsWith("/package.json") && workspaceOf(path) !== "")
      .flatMap((manifest) => unused(manifest, files)),
  planted: [
    {
      files: [manifest, file("apps/worker/src/main.ts", `import { Effect } from "effect"`)],
      says: "@candor/sql is imported by no file"
    },
    {
      files: [manifest, file("apps/worker/test/worker.test.ts", `import { Jobs } from "@candor/sql/repositories/job/Jobs"`)],
      says: "belongs to devDependencies"
    },
    {
      files: [
        file("apps/api/package.json", `{ "devDependencies": { "ajv": "1.0.0" } }`),
        file("apps/worker/test/worker.test.ts", `import { Ajv } from "ajv"`)
      ],
      says: "ajv is imported by no file"
    }
  ]
}
