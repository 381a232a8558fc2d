/** Stored organizations and their members. */
import type { Worker } from "@candor/domain/access/Actor"
import type { Decision } from "@candor/domain/Decision"
import { OrganizationId, UserId } from "@candor/domain/Id"
import { type Organization, OrganizationNotFound, type OrganizationState } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { type Plan, publishLimits } from "@candor/domain/organization/Plan"
import * as Timestamp from "@candor/domain/Timestamp"
import type { User } from "@candor/domain/organization/User"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.fnUntraced(function*(options: { readonly name: string; readonly plan: Plan }) {
    const organization: Organization = { id: OrganizationId.make(yield* random.uuidV7()), ...options }
    yield* Effect.orDie(
      sql`INSERT INTO organizations ${
        sql.insert({
          ...organization,
          publish_limit: publishLimits[options.plan],
          created_at: yield* Timestamp.now
        })
      }`
    )
    return organization
  })

  const get = (id: OrganizationId) =>
    sql<Organization>`SELECT id, name, plan FROM organizations WHERE id = ${id}`.pipe(
      Effect.orDie,
      Effect.flatMap(([organization]) =>
        organization === undefined ? new OrganizationNotFound({ organization_id: id }) : Effect.succeed(organization)
      )
    )

  const load = (id: OrganizationId) =>
    sql<OrganizationState>`SELECT id, name, plan, published_jobs FROM organizations WHERE id = ${id}`.pipe(
      Effect.orDie,
      Effect.flatMap(([organization]) =>
        organization === undefined ? new OrganizationNotFound({ organization_id: id }) : Effect.succeed(organization)
      )
    )

  /** The limit of the plan is kept beside it (decision 0003). */
  const update = (change: Change<OrganizationState, OrganizationState, Worker>) => {
    const { before, decided: { entity: { id, name, plan } } } = change
    return save(sql, change, {
      saved: sql`
        UPDATE organizations SET name = ${name}, plan = ${plan}, publish_limit = ${publishLimits[plan]}
        WHERE id = ${id} AND plan = ${before.plan} AND name = ${before.name}
        RETURNING id`
    })
  }

  const modify = <Failure>(
    by: Worker,
    decide: (organization: OrganizationState) => Decision<OrganizationState, Failure>
  ) =>
    // A job that is published meanwhile may be one more than the plan allows.
    write({ actor: by, load: load(by.organization_id), decide, save: update, races: ["publish_limit_kept"] })

  const list = sql<Organization>`SELECT id, name, plan FROM organizations ORDER BY created_at, id`.pipe(Effect.orDie)

  const any = sql`SELECT FROM organizations LIMIT 1`.pipe(Effect.map((rows) => rows.length > 0), Effect.orDie)

  const members = (organization: OrganizationId) =>
    sql<User>`
      SELECT id, full_name, email FROM users WHERE organization_id = ${organization} ORDER BY created_at, id
    `.pipe(Effect.orDie)

  const member = Effect.fnUntraced(function*(
    organization: OrganizationId,
    options: Pick<User, "email" | "full_name">
  ) {
    const [user] = yield* sql<User>`
      INSERT INTO users AS u (organization_id, id, email, full_name, created_at)
      VALUES (${organization}, ${UserId.make(yield* random.uuidV7())}, ${options.email}, ${options.full_name},
        ${yield* Timestamp.now})
      ON CONFLICT (organization_id, lower(email)) DO UPDATE SET email = u.email
      RETURNING id, full_name, email
    `.pipe(Effect.orDie)
    return user!
  })

  return Organizations.of({ create, get, modify, list, any, members, member })
})

export const layer = Layer.effect(Organizations, make)
