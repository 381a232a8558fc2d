/** The console has the types of the contract, and nothing of it that runs. */
import { file, matches, type Rule } from "./Rule.ts"

/** An import or export of values, one for its effects, and one at run time. */
const value = /(?:^\s*(?:import|export)\s+(?!type\b)[^"'`;]*?\bfrom\s*|^\s*import\s*|\bimport\s*\(\s*)["'`]((?:@candor\/|effect\b)[^"'`]*)["'`]/gm

export const typesOnly: Rule = {
  name: "the console imports types alone of the contract, the domain and effect",
  why: "a browser would load the schemas of the whole interface",
  check: (files) =>
    files.filter(({ path }) => path.startsWith("apps/console/src/")).flatMap((source) =>
      matches(source, value, (match) => `${match[1]} is imported, and not only its types`)
    ),
  planted: [
    {
      files: [file("apps/console/src/api/Contract.ts", `import { Api } from "@candor/contract/Api"`)],
      says: "@candor/contract/Api is imported"
    },
    {
      files: [file("apps/console/src/pages/Jobs.tsx", `import type { Job } from "@candor/domain/job/Job"\nimport {\n  Schema\n} from "effect"`)],
      says: "effect is imported"
    },
    {
      files: [file("apps/console/src/api/Scope.ts", `export * from "@candor/domain/access/Scope"`)],
      says: "@candor/domain/access/Scope is imported"
    },
    {
      files: [file("apps/console/src/api/Scope.ts", `const { Scope } = await import("@candor/domain/access/Scope")`)],
      says: "@candor/domain/access/Scope is imported"
    },
    {
      files: [file("apps/console/src/main.tsx", `import "effect/Schema"`)],
      says: "effect/Schema is imported"
    }
  ]
}
