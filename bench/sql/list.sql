SELECT a.id, a.stage_id, a.source_type, a.status, a.rejection_reason, a.created_at, a.updated_at, a.closed_at, a.duplicate_of,
  c.id AS candidate_id, c.full_name, c.primary_email, c.linkedin_url,
  s.name AS stage_name, s.type AS stage_type, s.order_index, j.id AS job_id, j.title
FROM applications a
JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
JOIN stages s ON s.organization_id = a.organization_id AND s.job_id = a.job_id AND s.id = a.stage_id
JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
WHERE a.organization_id = $1
ORDER BY a.created_at DESC, a.id DESC
LIMIT $2::int + 1 OFFSET $3::int
