/** A workspace declares exactly the dependencies that it imports. */
import { importsOf, isBuiltin, isRelative, packageOf, workspaceOf } from "./Imports.ts"
import { file, isCode, isTest, type Rule, type SourceFile, type Violation } from "./Rule.ts"

interface Manifest {
  readonly name?: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

const differences = ({ path, text }: SourceFile, files: ReadonlyArray<SourceFile>): ReadonlyArray<Violation> => {
  const { dependencies = {}, devDependencies = {}, name } = JSON.parse(text) as Manifest
  const own = files.filter((source) => isCode(source) && workspaceOf(source.path) === workspaceOf(path))
  const imported = (sources: ReadonlyArray<SourceFile>) =>
    new Set(
      sources.flatMap(importsOf).map(({ specifier }) => specifier)
        .filter((specifier) => !isRelative(specifier) && !isBuiltin(specifier)).map(packageOf).filter((one) =>
          one !== name
        )
    )
  const running = imported(own.filter((source) => !isTest(source.path)))
  const testing = imported(own).difference(running)
  const compared = (group: string, declared: object, wanted: ReadonlySet<string>) => [
    ...Object.keys(declared).filter((one) => !wanted.has(one)).map((one) =>
      `${one} is among the ${group}, and not imported for that`
    ),
    ...[...wanted].filter((one) => !(one in declared)).map((one) => `${one} is imported, and not among the ${group}`)
  ]
  return [...compared("dependencies", dependencies, running), ...compared("devDependencies", devDependencies, testing)]
    .map((message) => ({ path, message }))
}

const manifest = file("apps/worker/package.json", `{ "dependencies": { "@candor/sql": "workspace:*" } }`)

export const imported: Rule = {
  name: "the dependencies that a package.json declares are those that are imported",
  why:
    "the package graph is drawn from the manifests, and what the root or a test may import is not taken for declared",
  // The root's own dependencies are programs, such as the linter, and what these need.
  check: (files) =>
    files.filter(({ path }) => path.endsWith("/package.json") && workspaceOf(path) !== "")
      .flatMap((manifest) => differences(manifest, files)),
  planted: [
    {
      files: [manifest, file("apps/worker/src/main.ts", `import { Effect } from "effect"`)],
      says: "@candor/sql is among the dependencies"
    },
    {
      files: [
        manifest,
        file("apps/worker/test/worker.test.ts", `import { Jobs } from "@candor/sql/repositories/job/Jobs"`)
      ],
      says: "@candor/sql is imported, and not among the devDependencies"
    },
    {
      files: [
        file("apps/api/package.json", `{ "devDependencies": { "ajv": "1.0.0" } }`),
        file("apps/worker/test/worker.test.ts", `import { Ajv } from "ajv"`)
      ],
      says: "ajv is among the devDependencies"
    },
    {
      files: [manifest, file("apps/worker/src/main.ts", `export * from "effect/sql"`)],
      says: "effect is imported, and not among"
    },
    {
      files: [
        file("packages/sql/package.json", `{ "devDependencies": { "effect": "4.1.0" } }`),
        file("packages/sql/src/repositories/job/Jobs.ts", `import { Effect } from "effect"`)
      ],
      says: "effect is imported, and not among"
    }
  ]
}
