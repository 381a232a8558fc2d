/**
 * The history of applications as far as events tell it, and the end of those that are in a stage named Hired (decision
 * 0034). An application whose events were erased is taken to have begun in the first stage of its job, and to have come
 * to its present one at its last change.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `UPDATE applications a SET status = 'hired', closed_at = a.updated_at
  FROM stages s
  WHERE s.organization_id = a.organization_id AND s.id = a.stage_id AND lower(btrim(s.name)) = 'hired' AND a.status = 'active'`,
  `WITH known AS MATERIALIZED (
    SELECT a.organization_id, a.id AS application_id, e.id, e.type = 'application.created' AS is_first,
      (e.data ->> 'stage_id')::uuid AS stage_id, (e.data ->> 'from_stage_id')::uuid AS from_stage_id, e.user_id,
      e.occurred_at AS entered_at
    FROM applications a
    JOIN events e ON e.organization_id = a.organization_id AND e.subject_id = a.id
    WHERE e.type IN ('application.created', 'application.moved') AND e.data IS NOT NULL
  ), oldest AS (
    SELECT DISTINCT ON (organization_id, application_id) * FROM known
    ORDER BY organization_id, application_id, entered_at, id
  ), latest AS (
    SELECT DISTINCT ON (organization_id, application_id) * FROM known
    ORDER BY organization_id, application_id, entered_at DESC, id DESC
  ), entries AS (
    SELECT organization_id, application_id, id, is_first, stage_id, user_id, entered_at FROM known
    UNION ALL
    SELECT a.organization_id, a.id, gen_random_uuid(), true, coalesce(o.from_stage_id, CASE WHEN a.version = 1 THEN a.stage_id END, (
        SELECT s.id FROM stages s WHERE s.organization_id = a.organization_id AND s.job_id = a.job_id AND s.order_index = 0
      )), NULL, a.created_at
    FROM applications a
    LEFT JOIN oldest o ON o.organization_id = a.organization_id AND o.application_id = a.id
    WHERE o.is_first IS NOT TRUE
    UNION ALL
    SELECT a.organization_id, a.id, gen_random_uuid(), false, a.stage_id, NULL, a.updated_at
    FROM applications a
    LEFT JOIN latest l ON l.organization_id = a.organization_id AND l.application_id = a.id
    WHERE CASE WHEN l.id IS NULL THEN a.version > 1 ELSE l.stage_id <> a.stage_id END
  ), numbered AS (
    SELECT e.*, a.status, a.stage_id = e.stage_id AND row_number() OVER (
      PARTITION BY e.organization_id, e.application_id ORDER BY e.entered_at DESC, e.id DESC
    ) = 1 AS is_present
    FROM entries e JOIN applications a ON a.organization_id = e.organization_id AND a.id = e.application_id
  )
  INSERT INTO application_history
    (organization_id, application_id, id, change, stage_id, stage_name, status, user_id, entered_at)
  SELECT n.organization_id, n.application_id, n.id,
    CASE WHEN n.is_present AND n.status = 'hired' THEN 'hired' WHEN n.is_first THEN 'applied' ELSE 'moved' END, n.stage_id,
    coalesce(s.name, 'Deleted stage'), CASE WHEN n.is_present THEN n.status ELSE 'active' END, n.user_id, n.entered_at
  FROM numbered n
  LEFT JOIN stages s ON s.organization_id = n.organization_id AND s.id = n.stage_id
  ON CONFLICT DO NOTHING`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
