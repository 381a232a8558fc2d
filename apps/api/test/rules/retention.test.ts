/** Retention rules of organizations, and their previews. */
import type { OrganizationDetail } from "@candor/domain/organization/Organization"
import type { DueCount } from "@candor/domain/retention/DueCandidates"
import type { PreviewedCandidate, PreviewedRule } from "@candor/domain/retention/RetentionPreview"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { having, type JsonObject } from "../harness/Client.ts"
import { type Tenant, type World, world } from "../harness/World.ts"

interface Preview {
  readonly retention: PreviewedRule
  readonly candidates: ReadonlyArray<PreviewedCandidate>
  readonly total: DueCount
  readonly pagination: JsonObject
  readonly next_cursor: string | null
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    let tenant: Tenant
    beforeAll(async () => {
      here = await world(database)
      tenant = here.own
    })
    afterAll(() => here.backend.close())

    const ask = <Body = JsonObject>(method: string, path: string, body?: JsonObject, key = tenant.keys.admin) =>
      here.call<Body>(method, path, { key, ...(body === undefined ? {} : { body }) })

    const set = async (anonymise_after_months: number | null, key = tenant.keys.admin) => {
      const retention = anonymise_after_months === null ? null : { anonymise_after_months }
      return having(200)(await ask<{ organization: OrganizationDetail }>("PATCH", "/organization", { retention }, key))
        .body.organization
    }

    const preview = async (query = "", key = tenant.keys.admin) =>
      having(200)(await ask<Preview>("GET", `/organization/retention/preview${query}`, undefined, key))

    /** A candidate who was rejected at this time. */
    const rejected = async (closed_at: string) => {
      const { make } = tenant
      const candidate = await make.candidate()
      const { id } = await make.application((await make.job()).id, candidate.id)
      having(200)(await ask("POST", `/applications/${id}/reject`, { reason: "Other" }))
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE applications SET closed_at = ${closed_at}::timestamptz WHERE id = ${id}`
        )
      )
      return candidate.id
    }

    test("a preview lists who is due by the rule, or by the months that are tried, in pages, and counts them", async () => {
      expect((await preview()).body).toEqual({
        retention: { anonymise_after_months: null, applies_from: null },
        candidates: [],
        total: { count: 0, at_least: false },
        pagination: { limit: 50, has_more: false },
        next_cursor: null
      })
      const first = await rejected("2020-02-29T12:00:00.000Z")
      const second = await rejected("2021-01-31T12:00:00.000Z")
      const third = await rejected(new Date(Date.now() - 40 * 86_400_000).toISOString())
      const tried = (await preview("?anonymise_after_months=12")).body
      expect(
        tried.candidates.map(({ due_since, id, last_closed_at, last_rejected_at }) =>
          `${id} ${last_rejected_at} ${last_closed_at} ${due_since}`
        )
      ).toEqual([
        `${first} 2020-02-29T12:00:00.000Z 2020-02-29T12:00:00.000Z 2021-03-01T00:00:00.000Z`,
        `${second} 2021-01-31T12:00:00.000Z 2021-01-31T12:00:00.000Z 2022-01-31T12:00:00.000Z`
      ])
      expect(tried.retention).toEqual({ anonymise_after_months: 12, applies_from: null })
      expect(tried.total).toEqual({ count: 2, at_least: false })
      const { retention } = await set(1)
      const all = (await preview()).body
      expect(all.retention).toEqual(retention!)
      expect(all.candidates.map(({ id }) => id as string)).toEqual([first, second, third])
      expect((await preview("?anonymise_after_months=1")).body.retention).toEqual(retention!)
      // The pages by their links.
      const ids: Array<string> = []
      for (let query: string | undefined = "?limit=1"; query !== undefined;) {
        const { body, headers } = await preview(query)
        expect(body.total).toEqual({ count: 3, at_least: false })
        ids.push(...body.candidates.map(({ id }) => id))
        query = /<[^?]*(\?[^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1]
      }
      expect(ids).toEqual([first, second, third])
      expect((await preview("?anonymise_after_months=1", here.foreign.keys.admin)).body.candidates).toEqual([])
      for (
        const query of [
          "?cursor=nonsense",
          "?anonymise_after_months=0",
          "?anonymise_after_months=121",
          "?offset=1",
          "?limit=101"
        ]
      ) {
        having(400)(await ask("GET", `/organization/retention/preview${query}`))
      }
    })
  })
}
