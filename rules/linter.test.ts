/** What oxlint is set up to say, and what Bun's isolated modules do, with planted violations. */
import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const root = join(import.meta.dir, "..")

/** Violations of .oxlintrc.json, each in a file of its own. */
const planted: ReadonlyArray<readonly [path: string, text: string, says: string]> = [
  [
    "packages/domain/src/One.ts",
    `import { Jobs } from "@candor/sql/repositories/job/Jobs"`,
    "'@candor/sql/repositories/job/Jobs'"
  ],
  ["packages/domain/src/Three.ts", `import {\n  HttpApi\n} from "effect/http-api"`, "'effect/http-api'"],
  [
    "packages/domain/test/One.test.ts",
    `import { Jobs } from "@candor/sql/repositories/job/Jobs"`,
    "'@candor/sql/repositories/job/Jobs'"
  ],
  [
    "packages/contract/src/One.ts",
    `export * from "@candor/sql/repositories/job/Jobs"`,
    "'@candor/sql/repositories/job/Jobs'"
  ],
  ["packages/client/src/One.ts", `import type { Job } from "@candor/domain/job/Job"`, "'@candor/domain/job/Job'"],
  ["packages/client/src/Two.ts", `import { Schema } from "effect"`, "'effect'"],
  ["packages/sql/src/One.ts", `import { NotFound } from "@candor/contract/Errors"`, "'@candor/contract/Errors'"],
  ["packages/sql/src/Two.ts", `import { HttpServerResponse } from "effect/http"`, "'effect/http'"],
  ["apps/worker/src/One.ts", `import { Api } from "@candor/contract/Api"`, "'@candor/contract/Api'"],
  ["apps/api/src/One.ts", `export const worker = () => import("@candor/worker/main")`, "'@candor/worker/main'"],
  ["apps/console/src/One.tsx", `import * as App from "@candor/api/App"`, "'@candor/api/App'"],
  ["apps/console/src/Two.tsx", `import { nouns } from "@candor/domain/nouns"`, "'@candor/domain/nouns'"],
  ["apps/console/src/declared/One.made.ts", `import * as Api from "@candor/contract/Api"`, "'@candor/contract/Api'"],
  ["packages/domain/src/Now.ts", "export const now = () => Date.now()", "'Date'"],
  ["packages/domain/src/Random.ts", "export const n = () => Math.random()", "'Math.random'"],
  ["packages/sql/src/Any.ts", "export const one = (row: unknown) => row as any", "no-explicit-any"],
  ["packages/sql/src/Ignored.ts", "// @ts-ignore\nexport const id = row.id", "ban-ts-comment"],
  ["packages/sql/src/Long.ts", `export const one = 1\n${"\n".repeat(450)}`, "max-lines"],
  ["packages/domain/src/Circle.ts", `import type { B } from "./Other.ts"\nexport type A = B | 1`, "Dependency cycle"],
  ["packages/domain/src/Other.ts", `import type { A } from "./Circle.ts"\nexport type B = A | 2`, "Dependency cycle"]
]

/** What each workspace may import, where that is easily taken for a violation. */
const allowed: ReadonlyArray<readonly [path: string, text: string]> = [
  [
    "packages/domain/src/Allowed.ts",
    `export { Schema } from "effect"\nexport * from "effect/schema"\nexport * from "./One.ts"`
  ],
  [
    "packages/domain/test/Allowed.test.ts",
    `export * from "bun:test"\nexport * from "@candor/domain/job/Job"\nexport * from "../src/One.ts"`
  ],
  ["packages/client/src/generated/Allowed.ts", `export * from "../One.ts"\n${"\n".repeat(450)}`],
  [
    "packages/sql/src/deep/Allowed.ts",
    `export * from "@electric-sql/pglite"\nexport * from "node:fs/promises"\nexport * from "../One.ts"`
  ],
  [
    "apps/console/src/Allowed.tsx",
    `export { createClient } from "@candor/client"\nexport { useState } from "react"\nexport * from "./One.tsx"`
  ],
  ["apps/console/src/declared/Allowed.made.ts", `export { nouns } from "@candor/domain/nouns"`],
  [
    "apps/api/test/Allowed.test.ts",
    `export * from "@candor/sql/testing/Databases"\nexport * from "ajv"\nexport * from "../src/One.ts"`
  ]
]

const folder = mkdtempSync(join(tmpdir(), "candor-linted-"))
afterAll(() => rmSync(folder, { recursive: true }))

await Bun.write(join(folder, ".oxlintrc.json"), Bun.file(join(root, ".oxlintrc.json")))
for (const [path, text] of [...planted, ...allowed]) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  await Bun.write(join(folder, path), text)
}

const oxlint = Bun.spawnSync([process.execPath, join(root, "node_modules/oxlint/bin/oxlint"), "--format", "unix"], {
  cwd: folder
})
const lines = oxlint.stdout.toString().split("\n")

/** What oxlint says of a file. */
const said = (path: string): string => lines.filter((line) => line.startsWith(`${path}:`)).join("\n")

describe("oxlint", () => {
  for (const [path, text, says] of planted) {
    test(`catches ${text.replace(/\s+/g, " ")} in ${path}`, () => {
      expect(said(path)).toContain(says)
    })
  }

  for (const [path] of allowed) {
    test(`allows ${path}`, () => {
      expect(said(path)).toBe("")
    })
  }
})

test("an import resolves where its package is declared, and nowhere else", () => {
  const resolved = (workspace: string, specifier: string) => {
    try {
      return typeof Bun.resolveSync(specifier, join(root, workspace, "src"))
    } catch {
      return "does not resolve"
    }
  }
  expect(resolved("packages/sql", "@faker-js/faker")).toBe("string")
  expect(resolved("apps/api", "@faker-js/faker")).toBe("does not resolve")
  expect(resolved("packages/background", "openai")).toBe("string")
  expect(resolved("packages/sql", "openai")).toBe("does not resolve")
})
