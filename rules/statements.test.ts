/** The rules on SQL, over every statement that reaches the database. */
import { nameOf } from "@candor/domain/Noun"
import { plainNouns } from "@candor/domain/nouns"
import { hiddenTables, writtenFor } from "@candor/sql/database/Seen"
import * as EveryStatement from "@candor/sql/testing/EveryStatement"
import { kinds } from "@candor/sql/testing/Kinds"
import type { Statement } from "@candor/sql/testing/Recorder"
import { expect, test } from "bun:test"
import { deletions } from "./src/deletions.ts"
import { keys } from "./src/keys.ts"
import { parse } from "./src/ParseTree.ts"
import { queriesOf } from "./src/Queries.ts"
import { format } from "./src/Rule.ts"
import type { StatementRule } from "./src/StatementRule.ts"
import { isTenants } from "./src/Tables.ts"
import { routed } from "./src/routed.ts"
import { changes, named, seen } from "./src/seen.ts"
import { tenants } from "./src/tenants.ts"
import * as Tree from "./src/Tree.ts"
import { unrecorded } from "./src/unrecorded.ts"

const { distributed, statements, uncalled } = await EveryStatement.all()

/** The rows of each table as members see them from whom some are hidden. */
const viewed = kinds.flatMap((kind) =>
  hiddenTables.flatMap((table) =>
    ["", "listed_", "scanned_", "whole_"].map((way) => ({
      method: `$${way}${table}`,
      sql: writtenFor(`SELECT FROM $${way}${table} x`, 0, kind).text.replace(
        " r WHERE ",
        " r WHERE r.organization_id = $1 AND "
      )
    }))
  )
).filter(({ sql }) => sql.includes(" r WHERE "))

/** The nouns without rules of their own that are written with a scope. */
const writtenWith = (needed: "admin" | "write") =>
  plainNouns.flatMap(({ resource: { noun, scope = "admin" } }) => scope === needed ? nameOf(noun.table) : []).join("|")

const isMigration = (method: string): boolean => method === "Migrations.run"

/** Statements that a rule does not check, by the methods that send them. */
const exempt: ReadonlyArray<readonly [rule: StatementRule, methods: RegExp, why: string]> = [
  [tenants, /^Migrations\./, "a migration is for the rows of all tenants"],
  [deletions, /^Migrations\./, "a migration is for all rows"],
  [deletions, /^DeletedJobs\./, "it removes the rows of deleted jobs"],
  [deletions, /^Candidates\.(anonymise|remove)$/, "they remove the rows of deleted jobs too"],
  [
    deletions,
    /^Attachments\.(add|remove)$|^AttachmentTexts\.modify$/,
    "they move the time of an application, which nobody sees of a deleted job"
  ],
  [
    deletions,
    /^(Submissions\.complete|Mailboxes\.receive|Messages\.assign|Scorecards\.modify|Signals\.check)$/,
    "it adds to an application, which nobody sees of a deleted job"
  ],
  [
    deletions,
    /^Moves\.(add|recount)$/,
    "it adds the rows of jobs that are not deleted where they come from, and counts"
  ],
  [
    deletions,
    /^Moves\.(touched|removeAdded)$/,
    "an undo takes what the import added, also of a job that is deleted meanwhile"
  ],
  [deletions, /^Attachments\.isNamed$/, "the content of a deleted job is named until its rows are removed"],
  [deletions, /^CandidateMerges\.(merge|unmerge)$/, "they move the rows of deleted jobs too"],
  [deletions, /^CandidateExports\.exportOf$/, "a mail that names an application of a deleted job is the person's"],
  [deletions, /^CandidateSearch\.search$/, "it leaves them out where it looks up whose the texts are that it found"],
  [
    deletions,
    /^Overviews\.(cards|counts)$/,
    "whose card is shown may be found by a text of a deleted job, until its rows are removed"
  ],
  [
    routed,
    /^(SignIns\.with(Email|Identity)|Organizations\.(list|any)|DueCandidates\.enqueueRuns|Moves\.begun|SequencingLag|AutomaticMails\.withReminders|Assessments\.organizations|HolidayReadings\.due)$/,
    "they read of all organizations, from every server"
  ],
  [routed, /^ApiKeys\.isActive$/, "it reads of several organizations, from every server"],
  [seen, /^(Migrations|Demo)\./, "the system's own work"],
  [
    seen,
    /^(ApiKeys\.(authenticate|isActive)|SequencingLag|Repositories|DeletedJobs\.\w+|FailedWork\.requeue|Jobs\.ended|CandidateMerges\.forgetMerges)$/,
    "the system's own work"
  ],
  [
    seen,
    /^(AiProfiles\.(input|modify)|Assessments\.(organizations|queueDue)|AttachmentTexts\.modify|Attachments\.isNamed|Signals\.check|Submissions\.(complete|receive|recent)|Mailboxes\.\w+|Invitations\.record\w*|DeliveryQueue\.claim|Outbox\.\w+|Messages\.(notify|unassignedUntil)|AutomaticMails\.(next|letters|retracted|correspondents|withReminders|scorecardReminders))$/,
    "the system's own work"
  ],
  [
    seen,
    /^(AuditLog\.\w+|Attachments\.largest|DueCandidates\.\w+|Imports\.\w+|WebhookDeliveries\.replayRange|MailRules\.(create|update|occurrences|waiting))$/,
    "for administrators, who see all"
  ],
  [seen, new RegExp(`^(${writtenWith("admin")})\\.remove$`), "for administrators, who see all"],
  [
    seen,
    new RegExp(`^(MailTemplates|${writtenWith("write")})\\.remove$`),
    "it tells which kinds of rows use the row, and nothing of them"
  ],
  [seen, /^Moves\./, "the operator's, which has all rows"],
  [seen, /^Postings\./, "everybody sees the careers site"],
  [deletions, /^ApiKeys\.(authenticate|isActive)$/, "they tell whether there is anything confidential"],
  [deletions, /^Imports\.made$/, "a person is not removed to whom somebody has added something, also on a deleted job"],
  [deletions, /^Demo\./, "it adds applications to jobs of its own"]
]

test("every method of every port was recorded", () => {
  expect(uncalled).toEqual([])
})

test("every piece of SQL in the source is part of a recorded statement", async () => {
  expect(unrecorded(await Tree.read(), [...statements, ...distributed].map(({ marked }) => marked)).map(format))
    .toEqual([])
})

test("every update that several requests may share was recorded alone and shared", () => {
  const updated = (from: string) =>
    new Set(
      statements.flatMap(({ sql }) =>
        new RegExp(String.raw`UPDATE (\w+) t SET .*? FROM\s+${from}`, "s").exec(sql)?.[1] ?? []
      )
    )
  expect(updated("unlocked x")).toEqual(updated("jsonb_populate_recordset"))
  expect(updated("unlocked x").size).toBeGreaterThan(4)
})

const rules = [tenants, deletions, keys, routed, seen] as const

const isExempt = (rule: StatementRule, method: string): boolean =>
  exempt.some(([of, methods]) => of === rule && methods.test(method))

/** The violations of each rule. */
const violations = new Map(rules.map((rule) => [rule, new Array<string>()]))

/** How many tables the migrations make, and how often the other statements use a tenant's table. */
let [made, used] = [0, 0]

type Trees = ReturnType<typeof parse>

/** What is done with the trees of each text, which is parsed once: that takes longer than all rules. */
const readers = new Map<string, Array<(trees: Trees) => void>>()

const whenParsed = (sql: string, read: (trees: Trees) => void): void => {
  const known = readers.get(sql) ?? []
  readers.set(sql, known)
  known.push(read)
}

/** Checks a statement by a rule, unless its method is exempt. */
const check = (
  rule: StatementRule,
  { method, sql }: Pick<Statement, "method" | "sql">,
  isChecked: (trees: Trees) => boolean = () => true
) => {
  if (isExempt(rule, method)) return
  whenParsed(sql, (trees) => {
    if (!isChecked(trees)) return
    violations.get(rule)!.push(
      ...trees.flatMap(rule.check).map((violation) =>
        `${method}: ${violation}, in ${sql.replace(/\s+/g, " ").trim().slice(0, 160)} …`
      )
    )
  })
}

for (const { isOfAll, marked, method, sql } of statements) {
  whenParsed(sql, (trees) => {
    if (isMigration(method)) made += trees.filter((tree) => "CreateStmt" in tree).length
    else {
      const sources = trees.flatMap((tree) => queriesOf(tree).queries).flatMap(({ sources }) => sources)
      used += sources.filter(({ table }) => isTenants(table)).length
    }
  })
  for (const rule of [tenants, deletions, keys]) check(rule, { method, sql })
  // What was read for the viewer is saved for all.
  check(seen, { method, sql: named(marked) }, (trees) => !(isOfAll && trees.some(changes)))
}
// Most kinds of viewers see a table's rows in the same way.
for (const one of new Map(viewed.map((one) => [one.sql, one])).values()) check(tenants, one)
for (const one of [...distributed, ...statements.filter(({ method }) => method.startsWith("Demo."))]) check(routed, one)
for (const [sql, each] of readers) {
  const trees = parse(sql)
  for (const read of each) read(trees)
}

test("the migrations made tables, and the statements use them", () => {
  expect(made).toBeGreaterThan(15)
  expect(used).toBeGreaterThan(300)
})

test.each(rules)("$name holds: $why", (rule) => {
  expect(violations.get(rule)).toEqual([])
})
