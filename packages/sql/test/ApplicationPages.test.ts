/** Pages of applications: what each filter finds, in both orders, and by which index. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationListItem } from "@candor/domain/application/Application"
import type { ApplicationChangeFilter, ApplicationFilter } from "@candor/domain/application/ApplicationFilter"
import { Applications } from "@candor/domain/application/Applications"
import { decodeWith } from "@candor/domain/Encoded"
import type { JobDetail } from "@candor/domain/job/Job"
import type { ChangePosition, EncodedPage, PageRequest, Position } from "@candor/domain/Pagination"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { vacuumed } from "./Vacuumed.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const parse = decodeWith(Schema.Array(ApplicationListItem))

const statuses = ["rejected", "rejected", "rejected", "rejected", "active", "active", "withdrawn", "hired"]
const sources = ["careers_page", "careers_page", "careers_page", "referral", "api"]

/**
 * Stores candidates with an application of each on each of these jobs, a second apart, in its first two stages, of all
 * statuses and sources.
 */
const fill = Effect.fnUntraced(function*({ organization_id }: Actor, jobs: ReadonlyArray<JobDetail>, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    WITH made AS MATERIALIZED (
      SELECT n, gen_random_uuid() AS candidate_id,
        timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second' AS created_at,
        timestamptz '2026-06-01T00:00:00Z' + (n * 7919 % ${count}::integer) * interval '1 second' AS updated_at,
        (${statuses}::text[])[1 + n * 31 % ${statuses.length}::integer] AS status,
        (${sources}::text[])[1 + n * 17 % ${sources.length}::integer] AS source_type
      FROM generate_series(1, ${count}::integer) n
    ), candidates_made AS (
      INSERT INTO candidates (organization_id, id, full_name, primary_email, version, created_at, updated_at)
      SELECT ${organization_id}::uuid, candidate_id, '-', 'a@x.org', 1, created_at, created_at FROM made
    )
    INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, status, rejection_reason, closed_at,
      version, created_at, updated_at)
    SELECT ${organization_id}::uuid, gen_random_uuid(), j.id, candidate_id, CASE n * 13 % 2 WHEN 0 THEN j.first ELSE j.second END,
      source_type, status, NULL, CASE WHEN status <> 'active' THEN updated_at END, 1, created_at, updated_at
    FROM made, unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ stages }) => stages[0]!.id)}::uuid[],
      ${jobs.map(({ stages }) => stages[1]!.id)}::uuid[]) AS j (id, first, second)
  `
})

/** Every filter alone, every two of them, and all: more are compared in the same rows. */
const combinations = (filter: ApplicationFilter): ReadonlyArray<ApplicationFilter> => {
  const all = Object.entries(filter)
  const chosen = Array.from(
    { length: 2 ** all.length },
    (_, chosen) => all.filter((_, index) => (chosen >> index) % 2 === 1)
  )
  return chosen.filter(({ length }) => length <= 2 || length === all.length).map((some) => Object.fromEntries(some))
}

const matches = (item: ApplicationListItem, filter: Partial<ApplicationChangeFilter>): boolean =>
  (filter.job_id === undefined || item.job.id === filter.job_id) &&
  (filter.stage_id === undefined || item.stage_id === filter.stage_id) &&
  (filter.candidate_id === undefined || item.candidate.id === filter.candidate_id) &&
  (filter.status === undefined || item.status === filter.status) &&
  (filter.source_type === undefined || item.source_type === filter.source_type) &&
  (filter.created_after === undefined || item.created_at > filter.created_after) &&
  (filter.created_before === undefined || item.created_at < filter.created_before) &&
  (filter.updated_since === undefined || item.updated_at >= filter.updated_since)

/** The items of all pages, by their cursors. */
const walk = <At>(list: (page: PageRequest<At>) => Effect.Effect<EncodedPage<ApplicationListItem, At>>) =>
  Effect.gen(function*() {
    const items: Array<ApplicationListItem> = []
    let after: At | undefined
    do {
      const page: EncodedPage<ApplicationListItem, At> = yield* list({ limit: 25, offset: 0, after })
      items.push(...(yield* parse(page.items)))
      after = page.next
    } while (after !== undefined)
    return items
  })

/** A node of a plan, as EXPLAIN writes it. */
interface Node {
  readonly "Node Type": string
  readonly "Parent Relationship"?: string
  readonly "Subplan Name"?: string
  readonly Alias?: string
  readonly Filter?: string
  readonly Plans?: ReadonlyArray<Node>
}

const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The nodes that find the rows themselves: a subquery of a condition sorts the few that it looks up. */
const mainNodesOf = (node: Node): ReadonlyArray<Node> => [
  node,
  ...(node.Plans ?? []).filter((plan) => !/^(Init|Sub)Plan$/.test(plan["Parent Relationship"] ?? "")).flatMap(
    mainNodesOf
  )
]

/** What is wrong with the plan of a page: how applications are found in another way than by an index, in its order. */
const faults = (plan: Node): ReadonlyArray<string> => {
  const found = nodesOf(plan).find((node) => node["Subplan Name"] === "CTE found")!
  return mainNodesOf(found).flatMap((node) => {
    if (node["Node Type"].includes("Sort")) return [node["Node Type"]]
    if (node.Alias !== "a" && !node.Alias?.startsWith("a_")) return []
    const compared = node["Node Type"] === "Index Only Scan"
      ? []
      : ["status", "source_type", "stage_id", "created_at", "updated_at"].filter((column) =>
        node.Filter?.includes(column)
      )
    return [
      ...(node["Node Type"].startsWith("Index") ? [] : [node["Node Type"]]),
      ...compared.map((column) => `${column} is compared in the row`)
    ]
  })
}

/**
 * Counts the statements of pages that the connection has prepared since the last call, with the faults of their plans.
 */
const faultsOfPrepared = (seen: Set<string>) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const prepared = yield* sql<
      { readonly name: string; readonly statement: string; readonly types: ReadonlyArray<string> }
    >`
    SELECT name, statement, parameter_types::text[] AS types FROM pg_prepared_statements WHERE statement LIKE ${"%WITH found AS%"}`
    yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
    const unseen = prepared.filter(({ name }) => !seen.has(name))
    const found = yield* Effect.forEach(unseen, ({ name, statement, types }) => {
      seen.add(name)
      const values = types.map((type) => ({ jsonb: "'[]'", uuid: "gen_random_uuid()" })[type] ?? "1").join(", ")
      return Effect.map(
        sql.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }> }>(
          `EXPLAIN (FORMAT JSON) EXECUTE "${name}" (${values})`
        ).unprepared,
        ([row]) =>
          faults(row!["QUERY PLAN"][0]!.Plan).map((fault) => ({
            fault,
            where: statement.match(/a\.organization_id = [^\n]*\n[^\n]*/)?.[0]
          }))
      )
    })
    return found.flat()
  })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Pages of applications on ${database.name}`, () => {
    test("every pair of filters, and all together, find what they say, newest first, or by the last change", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Engineer")
        yield* fill(actor, [job], 40)
        yield* fill(actor, [yield* newJob(actor, "Designer")], 20)
        const applications = yield* Applications
        const all = yield* walk<Position>((page) => applications.list(actor.organization_id, {}, page))
        expect(all.length).toBe(60)
        const one = all[9]!
        const filter: ApplicationFilter = {
          job_id: job.id,
          stage_id: job.stages[1]!.id,
          candidate_id: one.candidate.id,
          status: "rejected",
          source_type: "careers_page",
          created_after: all.at(-11)!.created_at,
          created_before: all[2]!.created_at
        }
        const updated_since = all.map((item) => item.updated_at).toSorted()[20]!
        for (const some of combinations(filter)) {
          const newest = yield* walk<Position>((page) => applications.list(actor.organization_id, some, page))
          expect(newest).toEqual(all.filter((item) => matches(item, some)))
          const changes = yield* walk<ChangePosition>((page) =>
            applications.listChanges(actor.organization_id, { ...some, updated_since }, page)
          )
          const expected = all.filter((item) => matches(item, { ...some, updated_since }))
            .toSorted((a, b) => `${a.updated_at} ${a.id}` < `${b.updated_at} ${b.id}` ? -1 : 1)
          expect(changes).toEqual(expected)
        }
      })))

    test("a channel is found however it is spelt", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* fill(actor, [yield* newJob(actor, "Engineer")], 20)
        const { list, listChanges } = yield* Applications
        const found = (filter: ApplicationFilter) => walk<Position>((page) => list(actor.organization_id, filter, page))
        const changed = (source_type: string) =>
          walk<ChangePosition>((page) =>
            listChanges(
              actor.organization_id,
              { source_type, updated_since: Timestamp.make("2000-01-01T00:00:00.000Z") },
              page
            )
          )
        const exact = yield* found({ source_type: "careers_page" })
        expect(exact.length).toBeGreaterThan(0)
        for (const source_type of ["Careers page", "CAREERS-PAGE"]) {
          expect(yield* found({ source_type })).toEqual(exact)
          expect((yield* changed(source_type)).length).toBe(exact.length)
        }
        expect([yield* found({ source_type: "careerspage" }), yield* changed("careerspage")]).toEqual([[], []])
      })))

    // With sessions of its own, which have prepared and planned nothing yet.
    test("every pair of filters, and all together, are found in an index, in their order, which compares all but a candidate's few rows", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const jobs = yield* Effect.forEach(Array.from({ length: 13 }), () => newJob(actor, "Engineer"))
        const job = jobs[0]!
        yield* fill(actor, jobs, 1500)
        yield* vacuumed("applications")
        const time = Timestamp.make("2026-01-01T00:10:00.000Z")
        const filter: ApplicationFilter = {
          job_id: job.id,
          stage_id: job.stages[1]!.id,
          status: "hired",
          source_type: "referral",
          created_after: time,
          created_before: Timestamp.make("2026-01-02T00:00:00.000Z")
        }
        const { list, listChanges } = yield* Applications
        yield* sql.withTransaction(Effect.gen(function*() {
          const page = { limit: 50, offset: 0 }
          const seen = new Set<string>()
          const found: Array<unknown> = []
          for (const some of combinations(filter)) {
            yield* list(actor.organization_id, some, page)
            yield* listChanges(actor.organization_id, { ...some, updated_since: time }, page)
            found.push(...(yield* faultsOfPrepared(seen)))
          }
          expect(found).toEqual([])
          expect(seen.size).toBe(2 * combinations(filter).length)
        }))
      })))
  })
}
