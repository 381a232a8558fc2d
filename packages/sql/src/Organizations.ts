/** Stored organizations and their members. */
import { OrganizationId, UserId } from "@candor/domain/Id"
import { type Organization, OrganizationNotFound } from "@candor/domain/Organization"
import { Organizations } from "@candor/domain/Organizations"
import { type Plan, publishLimits } from "@candor/domain/Plan"
import * as Timestamp from "@candor/domain/Timestamp"
import type { User } from "@candor/domain/User"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"

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

  const list = sql<Organization>`SELECT id, name, plan FROM organizations ORDER BY created_at, id`.pipe(Effect.orDie)

  const any = sql`SELECT FROM organizations LIMIT 1`.pipe(Effect.map((rows) => rows.length > 0), Effect.orDie)

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

  return Organizations.of({ create, get, list, any, member })
})

export const layer = Layer.effect(Organizations, make)
