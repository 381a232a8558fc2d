SELECT k.organization_id, k.user_id, k.id AS api_key_id, k.scope, u.full_name
FROM api_keys k
JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
