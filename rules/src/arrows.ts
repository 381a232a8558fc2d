/** Arrows point one way: apps → contract, sql, process; contract, sql → domain → effect. */
import { posix } from "node:path"
import { importsOf, isBuiltin, isRelative, packageOf, workspaceOf } from "./Imports.ts"
import { file, isCode, isTest, type Rule } from "./Rule.ts"

interface Reach {
  /** What the workspace may import; it may always import itself. */
  readonly may: RegExp
  /** Whether it may use the runtime's own modules (node:, bun:). */
  readonly runtime: boolean
}

const oneOf = (...wholes: ReadonlyArray<RegExp>) => new RegExp(`^(${wholes.map(({ source }) => source).join("|")})$`)

const reaches: Record<string, Reach> = {
  "packages/domain": { may: /^effect(\/(schema|encoding))?$/, runtime: false },
  "packages/contract": { may: /^(@candor\/domain\/.+|effect(\/(schema|encoding|http|http-api))?)$/, runtime: false },
  "packages/sql": {
    may: oneOf(
      /@candor\/domain\/.+/,
      /effect(?!\/(http|http-api|cli)\b)(\/.+)?/,
      /@effect\/sql-pg/,
      /@electric-sql\/pglite(\/.+)?/,
      /@faker-js\/faker(\/.+)?/
    ),
    runtime: true
  },
  // What every process needs to begin and to end, whatever it does; so it knows nothing of what they do.
  "packages/process": { may: /^effect(\/(cli|process))?$/, runtime: true },
  // The operator's commands run in the command line's process as well as inside of the server.
  "packages/commands": { may: /^(@candor\/(domain|process|sql)\/.+|effect(?!\/http-api\b)(\/.+)?)$/, runtime: true },
  // Background work runs inside of the server as well as in workers, so it belongs to neither.
  "packages/background": {
    may: oneOf(/@candor\/(domain|sql)\/.+/, /effect(?!\/http-api\b)(\/.+)?/, /openai/, /standardwebhooks/, /ipaddr\.js/),
    runtime: true
  },
  "apps/api": { may: /^(@candor\/(background|commands|contract|domain|process|sql)\/.+|effect(\/.+)?)$/, runtime: true },
  "apps/worker": { may: /^(@candor\/(background|domain|process|sql)\/.+|effect(?!\/http-api\b)(\/.+)?)$/, runtime: true },
  "apps/cli": { may: /^(@candor\/(commands|domain|process|sql)\/.+|effect(?!\/http-api\b)(\/.+)?)$/, runtime: true }
}

const nameOf = (workspace: string) => `@candor/${posix.basename(workspace)}`

/** Why an import is against the arrows, or nothing where it follows them. */
const objection = (path: string, specifier: string): string | undefined => {
  const workspace = workspaceOf(path)
  const reach = reaches[workspace]
  // The root's own programs (docs, bench) may look at everything; a new package gets a row above.
  if (reach === undefined) return workspace === "" ? undefined : `is imported by ${workspace}, which has no row here`
  if (isRelative(specifier)) {
    const target = posix.join(posix.dirname(path), specifier)
    if (workspaceOf(target) !== workspace) return `reaches out of ${workspace}; import the package by its name`
    return !isTest(path) && isTest(target) ? "is a test's file; what runs does not lean on tests" : undefined
  }
  if (packageOf(specifier) === nameOf(workspace)) return undefined
  if (isTest(path)) {
    if (/^@candor\/[^/]+\/testing\//.test(specifier) || isBuiltin(specifier)) return undefined
  } else if (specifier.includes("/testing")) {
    return "is for tests only"
  }
  if (isBuiltin(specifier)) return reach.runtime ? undefined : `ties ${workspace} to one runtime`
  // Tests may use the libraries of any layer, never a package that points at theirs.
  if (isTest(path) && !specifier.startsWith("@candor/")) return undefined
  return reach.may.test(specifier) ? undefined : `is not for ${workspace} to know`
}

export const arrows: Rule = {
  name: "arrows point one way",
  why: "the domain stays usable without a database or a server, and nothing can become a knot",
  check: (files) =>
    files.filter(isCode).flatMap(importsOf).flatMap(({ line, path, specifier }) => {
      const message = objection(path, specifier)
      return message === undefined ? [] : [{ path, line, message: `"${specifier}" ${message}` }]
    }),
  planted: [
    {
      files: [file("packages/domain/src/job/Job.ts", `import { Jobs } from "@candor/sql/repositories/job/Jobs"`)],
      says: "not for packages/domain"
    },
    {
      files: [file("packages/domain/src/job/Job.ts", `import type { SqlClient } from "effect/sql"`)],
      says: "not for packages/domain"
    },
    {
      files: [file("packages/domain/src/job/Job.ts", `import {\n  HttpApi\n} from "effect/http-api"`)],
      says: "not for packages/domain"
    },
    {
      files: [file("packages/email/src/Mail.ts", `import { Effect } from "effect"`)],
      says: "packages/email, which has no row"
    },
    {
      files: [file("packages/process/src/Main.ts", `import { Jobs } from "@candor/domain/job/Jobs"`)],
      says: "not for packages/process"
    },
    { files: [file("packages/domain/src/Id.ts", `import { randomUUID } from "node:crypto"`)], says: "one runtime" },
    {
      files: [file("packages/contract/src/Jobs.ts", `export * from "@candor/sql/repositories/job/Jobs"`)],
      says: "not for packages/contract"
    },
    {
      files: [file("packages/contract/src/Jobs.ts", `import { SqlClient } from "effect/sql"`)],
      says: "not for packages/contract"
    },
    {
      files: [file("packages/sql/src/repositories/job/Jobs.ts", `import { NotFound } from "@candor/contract/Errors"`)],
      says: "not for packages/sql"
    },
    {
      files: [file("packages/sql/src/repositories/job/Jobs.ts", `import { HttpServerResponse } from "effect/http"`)],
      says: "not for packages/sql"
    },
    {
      files: [file("apps/worker/src/main.ts", `import { Api } from "@candor/contract/Api"`)],
      says: "not for apps/worker"
    },
    { files: [file("apps/cli/src/main.ts", `import * as App from "@candor/api/App"`)], says: "not for apps/cli" },
    { files: [file("apps/api/src/App.ts", `import("@candor/worker/main")`)], says: "not for apps/api" },
    {
      files: [file("packages/contract/src/Jobs.ts", `import { Job } from "../../domain/src/Job.ts"`)],
      says: "reaches out"
    },
    {
      files: [file("apps/api/src/App.ts", `import { pglite } from "@candor/sql/testing/Databases"`)],
      says: "tests only"
    },
    {
      files: [file("packages/sql/src/repositories/job/Jobs.ts", `import { organization } from "../test/World.ts"`)],
      says: "test's file"
    },
    {
      files: [file("packages/domain/test/Job.test.ts", `import { Jobs } from "@candor/sql/repositories/job/Jobs"`)],
      says: "not for packages/domain"
    }
  ]
}
