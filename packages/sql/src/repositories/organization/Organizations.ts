/** Stored organizations. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decision } from "@candor/domain/Decision"
import { OrganizationId } from "@candor/domain/Id"
import { type Organization, type OrganizationDetail, OrganizationNotFound } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { type Plan, publishLimits } from "@candor/domain/organization/Plan"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.fnUntraced(function*({ name, plan }: { readonly name: string; readonly plan: Plan }) {
    const organization: OrganizationDetail = {
      id: OrganizationId.make(yield* random.uuidV7()),
      name,
      plan,
      publish_limit: publishLimits[plan],
      published_jobs: 0,
      created_at: yield* Timestamp.now
    }
    yield* Effect.orDie(sql`${insertRow(sql, "organizations", organization)}`)
    return organization
  })

  const get = (id: OrganizationId) =>
    sql<OrganizationDetail>`
      SELECT id, name, plan, publish_limit, published_jobs, created_at FROM organizations WHERE id = ${id}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([organization]) =>
        organization === undefined ? new OrganizationNotFound({ organization_id: id }) : Effect.succeed(organization)
      )
    )

  // An organization has no version. The change is saved where the fields that it decided on are still the loaded ones.
  const update = (change: Change<OrganizationDetail, OrganizationDetail, Actor | Worker>) => {
    const { before, decided: { entity: { id, name, plan, publish_limit } } } = change
    return save(sql, change, {
      saved: sql`
        UPDATE organizations SET name = ${name}, plan = ${plan}, publish_limit = ${publish_limit}
        WHERE id = ${id} AND name = ${before.name} AND plan = ${before.plan}
          AND publish_limit IS NOT DISTINCT FROM ${before.publish_limit}
        RETURNING id`
    })
  }

  const modify = <Failure>(
    by: Actor | Worker,
    decide: (organization: OrganizationDetail) => Decision<OrganizationDetail, Failure>
  ) =>
    // A job that is published meanwhile may be one more than the plan allows.
    write({ actor: by, load: get(by.organization_id), decide, save: update, races: ["publish_limit_kept"] })

  const list = sql<Organization>`SELECT id, name, plan FROM organizations ORDER BY created_at, id`.pipe(Effect.orDie)

  const any = sql`SELECT FROM organizations LIMIT 1`.pipe(Effect.map((rows) => rows.length > 0), Effect.orDie)

  return Organizations.of({ create, get, modify, list, any })
})

export const layer = Layer.effect(Organizations, make)
