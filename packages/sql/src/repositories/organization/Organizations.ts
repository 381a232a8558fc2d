/** Stored organizations. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import { OrganizationId } from "@candor/domain/Id"
import { type Organization, type OrganizationDetail, OrganizationNotFound } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { type Plan, publishLimits } from "@candor/domain/organization/Plan"
import type { RetentionRule } from "@candor/domain/retention/RetentionRule"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

/** The columns of the retention rule: null where there is none. */
interface RuleColumns {
  readonly retention_months: number | null
  readonly retention_applies_from: Timestamp.Timestamp | null
}

type Row = Omit<OrganizationDetail, "retention"> & RuleColumns

const columnsOf = (rule: RetentionRule | null): RuleColumns => ({
  retention_months: rule?.anonymise_after_months ?? null,
  retention_applies_from: rule?.applies_from ?? null
})

const detailOf = ({ retention_applies_from: applies_from, retention_months: anonymise_after_months, ...organization }: Row): OrganizationDetail => ({
  ...organization,
  retention: anonymise_after_months === null || applies_from === null ? null : { anonymise_after_months, applies_from }
})

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.fnUntraced(function*({ name, plan }: { readonly name: string; readonly plan: Plan }) {
    const organization: Omit<OrganizationDetail, "retention"> = {
      id: OrganizationId.make(yield* random.uuidV7()),
      name,
      plan,
      publish_limit: publishLimits[plan],
      published_jobs: 0,
      created_at: yield* Timestamp.now
    }
    yield* Effect.orDie(sql`${insertRow(sql, "organizations", organization)}`)
    return { ...organization, retention: null }
  })

  const get = (id: OrganizationId) =>
    sql<Row>`
      SELECT id, name, plan, publish_limit, published_jobs, retention_months, retention_applies_from, created_at
      FROM organizations WHERE id = ${id}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([organization]) =>
        organization === undefined ? new OrganizationNotFound({ organization_id: id }) : Effect.succeed(detailOf(organization))
      )
    )

  // An organization has no version. The change is saved where the fields that it decided on are still the loaded ones. The
  // first run of a retention rule is due when the rule applies.
  const update = (change: Change<OrganizationDetail, OrganizationDetail, Actor | Worker>) => {
    const { before, decided: { entity: { id, name, plan, publish_limit, retention } } } = change
    const { retention_applies_from: from, retention_months: months } = columnsOf(retention)
    const rule = columnsOf(before.retention)
    return save(sql, change, {
      saved: sql`
        UPDATE organizations SET name = ${name}, plan = ${plan}, publish_limit = ${publish_limit},
          retention_months = ${months}, retention_applies_from = ${from}::timestamptz,
          retention_run_at = CASE WHEN retention_applies_from IS NOT DISTINCT FROM ${from}::timestamptz THEN retention_run_at
            ELSE ${from}::timestamptz END
        WHERE id = ${id} AND name = ${before.name} AND plan = ${before.plan}
          AND publish_limit IS NOT DISTINCT FROM ${before.publish_limit}
          AND retention_months IS NOT DISTINCT FROM ${rule.retention_months}
          AND retention_applies_from IS NOT DISTINCT FROM ${rule.retention_applies_from}::timestamptz
        RETURNING id`
    })
  }

  const modify = <Failure>(
    by: Actor | Worker,
    decide: (organization: OrganizationDetail, context: DecisionContext<Actor | Worker>) => Decision<OrganizationDetail, Failure>
  ) =>
    // A job that is published meanwhile may be one more than the plan allows.
    write({ actor: by, load: get(by.organization_id), decide, save: update, races: ["publish_limit_kept"] })

  const list = sql<Organization>`SELECT id, name, plan FROM organizations ORDER BY created_at, id`.pipe(Effect.orDie)

  const any = sql`SELECT FROM organizations LIMIT 1`.pipe(Effect.map((rows) => rows.length > 0), Effect.orDie)

  return Organizations.of({ create, get, modify, list, any })
})

export const layer = Layer.effect(Organizations, make)
