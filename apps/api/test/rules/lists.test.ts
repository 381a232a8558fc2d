/** Lists: what a query may say, the order, and pages without gaps. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fill } from "../conformance/calls.ts"
import { type Name, names, operation, parts, pathIds } from "../conformance/operations.ts"
import { type Answer, type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { type FilledTenant, tenantWith, type World, world } from "../harness/World.ts"

interface Row extends JsonObject {
  readonly id: string
}

/**
 * The list in the order of merges, which has no row of its own for each: packages/sql/test/CandidateMergeList.test.ts
 * reads its pages.
 */
const inOrderOfMerges: Name = "GET /candidates/{candidateId}/merges"

const paged = names.filter((name) => operation(name).pages && name !== inOrderOfMerges)

/**
 * The field of the answer, the table it shows, how to make more, the time that it is ordered by, and which rows of the
 * table it shows.
 */
type List = readonly [
  field: string,
  table: string,
  more: (tenant: FilledTenant) => Promise<unknown>,
  time?: string,
  rows?: string
]

const lists: Readonly<Partial<Record<Name, List>>> = {
  "GET /jobs": ["jobs", "jobs", ({ make }) => make.job()],
  "GET /members/{memberId}/jobs": [
    "jobs",
    "team_members",
    async ({ ids, make }) => make.inTeam({ jobId: (await make.job()).id, memberId: ids.memberId })
  ],
  "GET /candidates": ["candidates", "candidates", ({ make }) => make.candidate()],
  "GET /candidates/{candidateId}/applications": [
    "applications",
    "applications",
    async ({ ids, make }) => make.application((await make.job()).id, ids.candidateId)
  ],
  "GET /applications": [
    "applications",
    "applications",
    async ({ ids, make }) => make.application(ids.jobId, (await make.candidate()).id)
  ],
  "GET /applications/{id}/history": [
    "history",
    "application_history",
    ({ ids, make }) => make.interruption(ids.id),
    "entered_at"
  ],
  "GET /overview/jobs": ["jobs", "jobs", ({ make }) => make.job()],
  "GET /jobs/{jobId}/cards": [
    "cards",
    "applications",
    async ({ ids, make }) => make.application(ids.jobId, (await make.candidate()).id)
  ],
  "GET /feedback-requests": [
    "feedback_requests",
    "feedback_requests",
    async ({ ids, make }) => make.request((await make.application(ids.jobId, (await make.candidate()).id)).id)
  ],
  "GET /interviews": [
    "interviews",
    "interviews",
    async ({ ids, make }) => make.interview((await make.application(ids.jobId, (await make.candidate()).id)).id)
  ],
  "GET /scheduling-links": [
    "scheduling_links",
    "scheduling_links",
    async ({ ids, make }) => make.schedulingLink((await make.application(ids.jobId, (await make.candidate()).id)).id)
  ],
  "GET /imports": ["imports", "people_imports", ({ makeOthers }) => makeOthers(new Set(["endedImportId"]))],
  "GET /sourcing/searches": ["searches", "sourcing_searches", ({ make }) => make.search()],
  "GET /sourcing/prospects": ["prospects", "prospects", async ({ make }) => make.prospect((await make.search()).id)],
  "GET /webhooks": ["webhooks", "webhook_endpoints", ({ make }) => make.webhook()],
  "GET /webhooks/{webhookId}/deliveries": [
    "deliveries",
    "webhook_deliveries",
    ({ ids, make }) => make.delivery(ids.webhookId)
  ],
  "GET /quarantine": ["submissions", "submissions", ({ make }) => make.some(new Set(["submissionId"]))],
  "GET /applications/{id}/messages": [
    "messages",
    "messages",
    ({ ids, make }) => make.message(ids.id),
    "created_at",
    "application_id IS NOT NULL"
  ],
  "GET /messages": [
    "messages",
    "messages",
    ({ makeOthers }) => makeOthers(new Set(["messageId"])),
    "created_at",
    "application_id IS NULL"
  ],
  "GET /members": ["members", "users", ({ make }) => make.member()],
  "GET /api-keys": ["api_keys", "api_keys", ({ make }) => make.apiKey(), "created_at", "app_id IS NULL"],
  "GET /me/connected-apps": ["connected_apps", "connected_apps", ({ makeOthers }) => makeOthers(new Set(["appId"]))],
  "GET /connected-apps": ["connected_apps", "connected_apps", ({ makeOthers }) => makeOthers(new Set(["appId"]))]
}

const wrongQueries = [
  ["limit", "101"],
  ["limit", ""],
  ["limit", "1e1"],
  ["offset", "-1"],
  ["cursor", "x"],
  ["cursor", btoa("{}")],
  ["cursor", btoa(JSON.stringify({ created_at: "yesterday", id: "1" }))]
] as const

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const get = (path: string, key: string) => here.call("GET", path, { key })

    /** The ids of all pages, by their links; a walk that would not end is given up. */
    const walk = async (
      start: string,
      key: string,
      idsOf: (answer: Answer) => ReadonlyArray<string>
    ): Promise<ReadonlyArray<string>> => {
      const ids: Array<string> = []
      let next: string | undefined = start
      while (next !== undefined && ids.length < 100) {
        const answer: Answer = having(200)(await get(next, key))
        const link = answer.headers.get("link")
        expect((answer.body["pagination"] as JsonObject)["has_more"]).toBe(link !== null)
        ids.push(...idsOf(answer))
        next = link === null ? undefined : /^<\/api\/v1(\/[^>]*)>; rel="next"$/.exec(link)![1]
        const cursor = next === undefined ? null : new URL(next, "http://localhost").searchParams.get("cursor")
        expect(answer.body["next_cursor"]).toBe(cursor)
      }
      return ids
    }

    test("a parameter that is given twice is refused", async () => {
      having(400)(await get("/jobs?limit=1&limit=2", here.own.keys.read))
    })

    test("every list in pages has its row here", () => {
      expect(Object.keys(lists)).toEqual([...paged])
    })

    describe.each(paged)("%s", (name) => {
      const { template } = parts(name)
      const [field, table, more, time = "created_at", shown = "true"] = lists[name]!
      const listOf = ({ ids }: FilledTenant, query: string) =>
        `${fill(template, ids)}?${[operation(name).query, query].filter((part) => part !== "").join("&")}`
      const keyOf = ({ keys }: FilledTenant) => keys[operation(name).scope]
      let fresh: FilledTenant
      beforeAll(async () => {
        const named = new Set(pathIds(name) as ReadonlyArray<keyof Ids>)
        fresh = await tenantWith(here.backend, here.call, { name: "Initech", plan: "free" }, named)
        for (let n = 0; n < 5; n++) await more(fresh)
      })
      const own = (query = "") => get(listOf(fresh, query), keyOf(fresh))
      const rows = ({ body }: Answer) => body[field] as ReadonlyArray<Row>
      const idsOf = (answer: Answer) => rows(answer).map((row) => row.id)

      // All of them for one list, as what reads a query is the same for every one; cursors.test.ts has every list.
      test.each(wrongQueries.filter(([, value]) => name === "GET /jobs" || value === "101"))(
        "refuses %s=%s, and says which it is",
        async (parameter, value) => {
          const answer = having(400)(await own(`${parameter}=${encodeURIComponent(value)}`))
          const { error } = answer.body as unknown as ErrorBody
          expect(error.details?.["issues"]).toMatchObject([{
            path: [parameter],
            message: expect.stringMatching(/^Expected /)
          }])
          expect(error.message).toContain(parameter)
        }
      )

      test("takes the limit 100; says 50 and 0 when asked for neither limit nor offset", async () => {
        expect(having(200)(await own("limit=100")).body["pagination"]).toMatchObject({ limit: 100, offset: 0 })
        expect(having(200)(await own()).body["pagination"]).toMatchObject({ limit: 50, offset: 0 })
      })

      test("comes newest first, by its time and then by id, whole by offsets and whole by links", async () => {
        const { id: organization } = fresh.organization
        // Most of them at the very same time, so that the id decides.
        const expected = await here.backend.run(Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`
            UPDATE ${sql(table)} SET ${sql(time)} = '2026-01-02T03:04:05.678Z'
            WHERE organization_id = ${organization} AND id IN (
              SELECT id FROM ${sql(table)} WHERE organization_id = ${organization} AND ${
            sql.literal(shown)
          } ORDER BY id LIMIT 4)`
          return yield* sql<{ id: string }>`
            SELECT id FROM ${sql(table)} WHERE organization_id = ${organization} AND ${sql.literal(shown)} ORDER BY ${
            sql(time)
          } DESC, id DESC`
        }))
        const ids = expected.map((row) => row.id)
        expect(ids.length).toBeGreaterThanOrEqual(5)

        const key = keyOf(fresh)
        const byOffset: Array<string> = []
        for (let offset = 0; offset <= ids.length; offset += 2) {
          const answer = having(200)(await get(listOf(fresh, `limit=2&offset=${offset}`), key))
          expect(answer.body["pagination"]).toEqual({ limit: 2, offset, has_more: offset + 2 < ids.length })
          byOffset.push(...idsOf(answer))
        }
        expect(byOffset).toEqual(ids)

        const byLink = await walk(listOf(fresh, "limit=2"), key, idsOf)
        expect(byLink).toEqual(ids)
      })
    })
  })
}
