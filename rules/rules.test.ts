import { describe, expect, test } from "bun:test"
import { arrows } from "./src/arrows.ts"
import { circles } from "./src/circles.ts"
import { declared } from "./src/declared.ts"
import { deletions } from "./src/deletions.ts"
import { escapes } from "./src/escapes.ts"
import { names, size } from "./src/files.ts"
import { imported } from "./src/imported.ts"
import { keys } from "./src/keys.ts"
import { metrics } from "./src/metrics.ts"
import { nouns } from "./src/nouns.ts"
import { purity } from "./src/purity.ts"
import { queriesOf } from "./src/Queries.ts"
import type { Rule, Violation } from "./src/Rule.ts"
import { isMigration, statementsOf, tablesOf } from "./src/Statements.ts"
import { statuses } from "./src/statuses.ts"
import { tenants } from "./src/tenants.ts"
import { tests } from "./src/tests.ts"
import * as Tree from "./src/Tree.ts"
import { versions } from "./src/versions.ts"

const rules: ReadonlyArray<Rule> = [
  arrows,
  circles,
  declared,
  imported,
  purity,
  nouns,
  tenants,
  deletions,
  keys,
  statuses,
  metrics,
  size,
  names,
  tests,
  versions,
  escapes
]

const tree = await Tree.read()

const told = ({ line, message, path }: Violation) => `${path}${line === undefined ? "" : `:${line}`} ${message}`

test("the tree that the rules look at is the real one", () => {
  const paths = tree.map((file) => file.path)
  expect(paths).toContain("packages/domain/src/job/Job.ts")
  expect(paths).toContain("packages/sql/src/migrations/0001_foundation.ts")
  expect(paths).toContain("apps/api/src/main.ts")
  expect(paths).toContain("packages/sql/package.json")
})

test("every table of the migrations and the statements of every repository are seen", () => {
  const migrations = tree.filter(isMigration)
  const made = migrations.flatMap(({ text }) => text.match(/CREATE TABLE/g) ?? [])
  expect(made.length).toBeGreaterThan(10)
  expect(migrations.flatMap(tablesOf).length).toBe(made.length)
  const jobs = tree.filter(({ path }) => path === "packages/sql/src/repositories/job/Jobs.ts")
  expect(jobs.flatMap(statementsOf).length).toBeGreaterThan(8)
})

test("every table that a statement names is seen as a source of one of its queries", () => {
  const tables = tree.filter(isMigration).flatMap(tablesOf).map((table) => table.name)
  const named = new RegExp(String.raw`\b(?:FROM|JOIN|UPDATE|INTO|USING) (?:${tables.join("|")})\b`, "g")
  const statements = tree.filter(({ path }) => /^packages\/sql\/src\/(repositories|queue|statements)\/.+\.ts$/.test(path)).flatMap(statementsOf)
  const counted = statements.map(({ line, own, path }) => ({
    at: `${path}:${line}`,
    named: (own.match(named) ?? []).length,
    seen: queriesOf(own).flatMap((query) => query.sources).filter(({ table }) => tables.includes(table)).length
  }))
  expect(counted.filter((one) => one.named > 0).length).toBeGreaterThan(40)
  expect(counted.filter((one) => one.named !== one.seen)).toEqual([])
})

test("every file of rules/src that makes a rule is in the list", async () => {
  const files = [...new Bun.Glob("*.ts").scanSync({ cwd: `${import.meta.dir}/src` })]
  const made = await Promise.all(
    files.map(async (file) => Object.values(await import(`./src/${file}`)).filter((value) => isRule(value)))
  )
  expect(made.flat().length).toBe(rules.length)
  expect(new Set(rules).size).toBe(rules.length)
})

const isRule = (value: unknown): value is Rule => typeof value === "object" && value !== null && "planted" in value

for (const rule of rules) {
  describe(rule.name, () => {
    test(`holds: ${rule.why}`, () => {
      expect(rule.check(tree).map(told)).toEqual([])
    })

    for (const { files, says } of rule.planted) {
      test(`catches ${files.at(-1)!.path}: ${says}`, () => {
        expect(rule.check(files).map(told).join("\n")).toContain(says)
      })
    }

    test("has a planted violation", () => {
      expect(rule.planted.length).toBeGreaterThan(0)
    })
  })
}
