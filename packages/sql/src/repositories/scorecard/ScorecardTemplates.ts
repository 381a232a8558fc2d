/** Stored templates of scorecards. */
import type { OrganizationId } from "@candor/domain/Id"
import {
  maxCountedUses,
  ScorecardTemplates,
  scorecardTemplates,
  type ScorecardTemplateUse
} from "@candor/domain/template/ScorecardTemplates"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { storeOf } from "../../statements/ResourceStore.ts"

/** Counts the rows `u` of a source that use a template `t`. */
const count = (source: string, uses: string) =>
  `(
  SELECT count(*)::integer FROM (SELECT FROM ${source} u WHERE u.organization_id = $organization AND ${uses} LIMIT ${maxCountedUses}) used
)`
const byColumn = "u.scorecard_template_id = t.id"
const byMeeting =
  "u.status = 'open' AND u.meetings @> jsonb_build_array(jsonb_build_object('scorecard_template_id', t.id))"

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const { all, ...store } = storeOf(sql, scorecardTemplates)
  return ScorecardTemplates.of({
    ...store,
    all: all!,
    uses: (organization: OrganizationId) =>
      sql<ScorecardTemplateUse>`
        SELECT t.id AS scorecard_template_id, ${sql.literal(count("$interviews", byColumn))} AS interviews,
          ${sql.literal(count("$planned_interviews", byColumn))} AS planned_interviews,
          ${sql.literal(count("$scheduling_links", byMeeting))} AS scheduling_links
        FROM scorecard_templates t WHERE t.organization_id = $organization ORDER BY t.id
      `.pipe(ofOrganization(sql, organization), Effect.orDie)
  })
})

export const layer = Layer.effect(ScorecardTemplates, make)
