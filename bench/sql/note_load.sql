SELECT id, author_id, body, version, created_at, updated_at
FROM notes WHERE organization_id = $1 AND application_id = $2 AND id = $3
