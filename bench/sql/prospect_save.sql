WITH saved AS (
  UPDATE prospects SET status = $4, version = version + 1, updated_at = now()
  WHERE organization_id = $1 AND id = $2 AND version = $3
  RETURNING *
), inserted_events AS (
  INSERT INTO events (organization_id, id, type, subject_id, data, user_id, api_key_id, request_id, occurred_at)
  SELECT organization_id, gen_random_uuid(), $5, id, to_jsonb(saved), $6, $7, $8, updated_at FROM saved
)
SELECT id, full_name, current_title, current_company, linkedin_url, email, location, years_experience, summary,
  status, pipeline_stage, candidate_id, application_id, created_at
FROM saved
