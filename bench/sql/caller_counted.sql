WITH found AS (
  SELECT k.organization_id, k.user_id, k.id AS api_key_id, k.scope, u.full_name
  FROM api_keys k
  JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
), counted AS (
  INSERT INTO api_key_usage AS usage (organization_id, api_key_id, window_start, used)
  SELECT organization_id, api_key_id, date_trunc('hour', now()), 1 FROM found
  ON CONFLICT (organization_id, api_key_id) DO UPDATE SET window_start = excluded.window_start,
    used = CASE WHEN usage.window_start = excluded.window_start THEN usage.used ELSE 0 END + 1
  RETURNING used
)
SELECT found.*, counted.used FROM found, counted
