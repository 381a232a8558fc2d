WITH saved AS (
  UPDATE notes SET body = $5, version = version + 1, updated_at = now()
  WHERE organization_id = $1 AND application_id = $2 AND id = $3 AND version = $4
  RETURNING *
), inserted_events AS (
  INSERT INTO events (organization_id, id, type, subject_id, data, user_id, api_key_id, request_id, occurred_at)
  SELECT organization_id, gen_random_uuid(), 'note.updated', id, to_jsonb(saved), $6, $7, $8, updated_at FROM saved
)
SELECT id, body, created_at, updated_at FROM saved
