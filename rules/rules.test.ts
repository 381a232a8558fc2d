import { describe, expect, test } from "bun:test"
import { deletions } from "./src/deletions.ts"
import { escapes } from "./src/escapes.ts"
import { imported } from "./src/imported.ts"
import { guarded } from "./src/guarded.ts"
import { keys } from "./src/keys.ts"
import { nouns } from "./src/nouns.ts"
import { proxied } from "./src/proxied.ts"
import { purity } from "./src/purity.ts"
import { parse } from "./src/ParseTree.ts"
import { repositories } from "./src/repositories.ts"
import { file, format, type Rule } from "./src/Rule.ts"
import type { StatementRule } from "./src/StatementRule.ts"
import { statuses } from "./src/statuses.ts"
import { rooms } from "./src/rooms.ts"
import { routed } from "./src/routed.ts"
import { seen } from "./src/seen.ts"
import { tenants } from "./src/tenants.ts"
import { tests } from "./src/tests.ts"
import * as Tree from "./src/Tree.ts"
import { unrecorded } from "./src/unrecorded.ts"
import { updates } from "./src/updates.ts"
import { versions } from "./src/versions.ts"
import { zones } from "./src/zones.ts"

const rules: ReadonlyArray<Rule> = [
  imported,
  purity,
  nouns,
  repositories,
  statuses,
  tests,
  proxied,
  versions,
  escapes,
  updates,
  zones,
  guarded,
  rooms
]

/** statements.test.ts checks every statement against them. */
const statementRules: ReadonlyArray<StatementRule> = [tenants, deletions, keys, routed, seen]

const tree = await Tree.read()

test("the tree that the rules check is the real one", () => {
  const paths = tree.map((file) => file.path)
  expect(paths).toContain("packages/domain/src/job/Job.ts")
  expect(paths).toContain("packages/sql/src/migrations/0001_foundation.ts")
  expect(paths).toContain("apps/api/src/main.ts")
  expect(paths).toContain("packages/sql/package.json")
})

test("every test file that .ci names is there", async () => {
  const ci = `${import.meta.dir}/../.ci`
  const { files }: { readonly files: Readonly<Record<string, number>> } = await Bun.file(`${ci}/timings.json`).json()
  const listed = await Promise.all(
    ["pglite", "rest"].map(async (name) => (await Bun.file(`${ci}/${name}`).text()).trim().split("\n"))
  )
  const paths = new Set(tree.map((file) => file.path))
  expect([...Object.keys(files), ...listed.flat()].filter((path) => !paths.has(path))).toEqual([])
})

test("every file of rules/src that makes a rule is in the list", async () => {
  const files = [...new Bun.Glob("*.ts").scanSync({ cwd: `${import.meta.dir}/src` })]
  const made = await Promise.all(
    files.map(async (file) => Object.values<unknown>(await import(`./src/${file}`)).filter(isRule))
  )
  const all = [...rules, ...statementRules]
  expect(new Set(made.flat())).toEqual(new Set(all))
  expect(made.flat().length).toBe(all.length)
})

const isRule = (value: unknown): value is Rule | StatementRule =>
  typeof value === "object" && value !== null && "planted" in value

for (const rule of rules) {
  describe(rule.name, () => {
    test(`holds: ${rule.why}`, () => {
      expect(rule.check(tree).map(format)).toEqual([])
    })

    for (const { files, says } of rule.planted) {
      test(`catches ${files.at(-1)!.path}: ${says}`, () => {
        expect(rule.check(files).map(format).join("\n")).toContain(says)
      })
    }

    test("has a planted violation", () => {
      expect(rule.planted.length).toBeGreaterThan(0)
    })
  })
}

for (const rule of statementRules) {
  const found = (sql: string) => parse(sql).flatMap(rule.check)

  describe(rule.name, () => {
    for (const [sql, says] of rule.planted) {
      test(`catches ${sql.replace(/\s+/g, " ")}`, () => {
        expect(found(sql).join("\n")).toContain(says)
      })
    }

    for (const sql of rule.kept) {
      test(`allows ${sql.replace(/\s+/g, " ")}`, () => {
        expect(found(sql)).toEqual([])
      })
    }

    test("has a planted violation", () => {
      expect(rule.planted.length).toBeGreaterThan(0)
    })
  })
}

test("SQL of the source that was not recorded is named with its line", () => {
  const files = [
    file("packages/sql/src/Planted.ts", "const one = sql`\n  SELECT id FROM jobs WHERE id = ${id} AND title = ${t}`")
  ]
  expect(unrecorded(files, ["SELECT id\nFROM jobs  WHERE id = $1 AND title = $2"])).toEqual([])
  expect(unrecorded(files, ["SELECT id FROM jobs"]).map(format)).toEqual([
    "packages/sql/src/Planted.ts:2 was not recorded: SELECT id FROM jobs WHERE id ="
  ])
})
