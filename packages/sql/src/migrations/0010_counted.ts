/**
 * Counts what there is already. What has more than a limit allows counts as full: it is shown as before, and grows
 * again once as much of it has been deleted (decision 0027).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `UPDATE applications a SET
    notes_counted = least(500, size.notes), feedback_counted = least(200, size.feedback),
    text_bytes = least(3145728, size.bytes)
  FROM (
    SELECT organization_id, application_id, sum(notes) AS notes, sum(feedback) AS feedback, sum(bytes) AS bytes FROM (
      SELECT organization_id, application_id, 1 AS notes, 0 AS feedback, octet_length(to_json(body)::text) AS bytes
      FROM notes
      UNION ALL
      SELECT organization_id, application_id, 0, 1,
        octet_length(to_json(body)::text) + octet_length(to_json(interview_type)::text)
      FROM interview_feedback
      UNION ALL
      SELECT organization_id, application_id, 0, 0,
        octet_length(to_json(question_text)::text) + octet_length(to_json(answer_text)::text)
      FROM application_answers
    ) part GROUP BY organization_id, application_id
  ) size
  WHERE a.organization_id = size.organization_id AND a.id = size.application_id`,
  `UPDATE sourcing_searches s SET
    prospects_counted = least(2000, size.prospects), text_bytes = least(2621440, size.bytes)
  FROM (
    SELECT organization_id, search_id, count(*) AS prospects, sum(octet_length(json_build_array(
      full_name, current_title, current_company, linkedin_url, location, summary)::text)) AS bytes
    FROM prospects GROUP BY organization_id, search_id
  ) size
  WHERE s.organization_id = size.organization_id AND s.id = size.search_id`,
  `UPDATE organizations o SET webhooks_counted = least(20, size.webhooks)
  FROM (SELECT organization_id, count(*) AS webhooks FROM webhook_endpoints GROUP BY organization_id) size
  WHERE o.id = size.organization_id`,
  // What webhooks that were deleted before have left.
  `DELETE FROM queue q WHERE queue_name IN ('deliveries', 'resumptions') AND NOT EXISTS (
    SELECT FROM webhook_endpoints w
    WHERE w.organization_id = (q.element::jsonb ->> 'organization_id')::uuid
      AND w.id = (q.element::jsonb ->> 'endpoint_id')::uuid
  )`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
