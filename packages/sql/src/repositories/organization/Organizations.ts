/** Stored organizations. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import { OrganizationId } from "@candor/domain/Id"
import {
  type Organization,
  noun,
  type OrganizationDetail,
  OrganizationNotFound
} from "@candor/domain/organization/Organization"
import { type NewOrganization, Organizations } from "@candor/domain/organization/Organizations"
import { publishLimits } from "@candor/domain/organization/Plan"
import { defaultNames } from "@candor/domain/rejection/RejectionReason"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { CurrentViewer, seesAllJobs } from "../../database/Viewer.ts"
import type { Change } from "../../statements/Change.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { isStill, rowColumns } from "../../statements/Nouns.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

/** The columns of the retention rule; null if there is none. */
interface RuleColumns {
  readonly retention_months: number | null
  readonly retention_applies_from: Timestamp.Timestamp | null
}

type Row = typeof noun.row.Type & RuleColumns

/** The columns of an organization that decisions change. */
const changedOf = (
  { calendar_failure, language, name, plan, publish_limit, retention, signals_off, time_zone }: OrganizationDetail
) => ({
  calendar_failure,
  language,
  name,
  time_zone,
  signals_off,
  plan,
  publish_limit,
  retention_months: retention?.anonymise_after_months ?? null,
  retention_applies_from: retention?.applies_from ?? null
})

const detailOf = (
  { retention_applies_from: applies_from, retention_months: anonymise_after_months, ...organization }: Row
): OrganizationDetail => ({
  ...organization,
  retention: anonymise_after_months === null || applies_from === null ? null : { anonymise_after_months, applies_from }
})

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom

  const create = Effect.fnUntraced(function*({ language = null, name, plan }: NewOrganization) {
    const organization: typeof noun.row.Type = {
      id: OrganizationId.make(yield* random.uuidV7()),
      name,
      time_zone: null,
      language,
      calendar_failure: "warn",
      signals_off: [],
      plan,
      publish_limit: publishLimits[plan],
      published_jobs: 0,
      created_at: yield* Timestamp.now
    }
    const rejection_reasons = yield* Effect.forEach(
      defaultNames[language ?? "en"],
      (name) => Effect.map(random.uuidV7(), (id) => ({ id, name }))
    )
    yield* Effect.orDie(sql`${insertRows(sql, noun.table, [{ ...organization, rejection_reasons }])}`)
    return { ...organization, retention: null }
  })

  /** Returns the organization as the current viewer sees it: hidden jobs do not count among its published jobs. */
  const asSeen = (organization: OrganizationDetail) =>
    Effect.flatMap(CurrentViewer, (viewer) =>
      seesAllJobs(viewer) ? Effect.succeed(organization) : Effect.map(
        sql<{ readonly published_jobs: number }>`
          SELECT count(*)::integer AS published_jobs FROM $jobs j
          WHERE j.organization_id = ${organization.id} AND j.status = 'published' AND j.deleted_at IS NULL
        `.pipe(Effect.orDie),
        ([seen]) => ({ ...organization, ...seen })
      ))

  const get = (id: OrganizationId) =>
    sql<Row>`
      SELECT ${sql.literal(rowColumns(noun).join(", "))}, retention_months, retention_applies_from
      FROM organizations WHERE id = ${id}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([organization]) =>
        organization === undefined ? new OrganizationNotFound({ organization_id: id }) : asSeen(detailOf(organization))
      )
    )

  // An organization has no version. The change is saved only if the fields that it was decided on still have their
  // loaded values. The first run of a retention rule is due as soon as the rule applies.
  const update = (change: Change<OrganizationDetail, OrganizationDetail, Actor | Worker>) => {
    const { before, decided: { entity } } = change
    const changed = changedOf(entity)
    const from = changed.retention_applies_from
    return save(sql, change, {
      saved: sql`
        UPDATE organizations SET ${sql.update(changed)}, retention_run_at = CASE
          WHEN retention_applies_from IS NOT DISTINCT FROM ${from}::timestamptz THEN retention_run_at ELSE ${from}::timestamptz END
        WHERE id = ${entity.id} AND ${isStill(sql, changedOf(before))}
        RETURNING id`
    })
  }

  const modify = <Failure>(
    by: Actor | Worker,
    decide: (
      organization: OrganizationDetail,
      context: DecisionContext<Actor | Worker>
    ) => Decision<OrganizationDetail, Failure>
  ) =>
    // A concurrent publication may exceed the plan's limit.
    write({ actor: by, load: get(by.organization_id), decide, save: update, races: ["publish_limit_kept"] })

  const list = sql<Organization>`SELECT id, name, plan FROM organizations ORDER BY created_at, id`.pipe(Effect.orDie)

  const any = sql`SELECT FROM organizations LIMIT 1`.pipe(Effect.map((rows) => rows.length > 0), Effect.orDie)

  return Organizations.of({ create, get, modify, list, any })
})

export const layer = Layer.effect(Organizations, make)
