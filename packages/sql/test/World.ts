/** A small world for tests: two organizations with their people. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Scope } from "@candor/domain/access/Scope"
import { Organizations } from "@candor/domain/organization/Organizations"
import type { Plan } from "@candor/domain/organization/Plan"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Access from "./Access.ts"

/** Makes an organization with a member who has a key. */
export const organization = (options: { readonly name: string; readonly plan?: Plan }) =>
  Effect.gen(function*() {
    const organization = yield* (yield* Organizations).create({ name: options.name, plan: options.plan ?? "growth" })
    return { organization, ...(yield* member(organization.id, { email: "ada@example.com", scope: "admin" })) }
  })

/** Makes a member of an organization with a key, and returns the actor of the key. */
export const member = (
  organization_id: Actor["organization_id"],
  { email, scope }: { readonly email: string; readonly scope: Scope }
) =>
  Effect.gen(function*() {
    const user = yield* Access.member(organization_id, { email })
    const key = yield* Access.key(organization_id, { user_id: user.id, name: `${scope} of ${email}`, scope })
    const actor = { organization_id, user_id: user.id, api_key_id: key.id, request_id: "test" } satisfies Actor
    return { user, key, actor }
  })

export type Member = Effect.Success<ReturnType<typeof member>>

/** Makes `count` organizations, each with an event without a sequence number; returns their ids in order. */
export const organizationsWithEvent = (count: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly id: OrganizationId }>`
      WITH made AS (
        INSERT INTO organizations (id, name, plan, publish_limit, created_at)
        SELECT gen_random_uuid(), 'One of many', 'free', 1, now() FROM generate_series(1, ${count}::integer)
        RETURNING id
      )
      INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
      SELECT id, gen_random_uuid(), 'job.created', id, '{}', 2, 'test', 'test', now() FROM made
      RETURNING organization_id AS id`
    return rows.map(({ id }) => id).toSorted()
  })
