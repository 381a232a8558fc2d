/** The scorecards that planned interviews and scheduling links ask for. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE planned_interviews ADD COLUMN scorecard_template_id uuid, ADD COLUMN focus_attribute_ids jsonb NOT NULL DEFAULT '[]',
    ADD CONSTRAINT planned_interviews_scorecard_template FOREIGN KEY (organization_id, scorecard_template_id)
      REFERENCES scorecard_templates (organization_id, id)`,
  `CREATE INDEX planned_interviews_of_scorecard_template ON planned_interviews (organization_id, scorecard_template_id)
    WHERE scorecard_template_id IS NOT NULL`,
  // Finds the links that name a template of scorecards.
  `CREATE INDEX scheduling_links_open_meetings ON scheduling_links USING gin (meetings jsonb_path_ops) WHERE status = 'open'`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
