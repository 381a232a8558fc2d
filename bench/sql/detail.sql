SELECT a.id, a.stage_id, a.source_type, a.status, a.rejection_reason, a.created_at, a.updated_at, a.closed_at, a.duplicate_of,
  json_build_object('id', c.id, 'full_name', c.full_name, 'primary_email', c.primary_email,
    'linkedin_url', c.linkedin_url, 'website_url', c.website_url, 'github_url', c.github_url,
    'years_experience', c.years_experience, 'university', c.university) AS candidate,
  json_build_object('id', s.id, 'name', s.name, 'type', s.type, 'order_index', s.order_index) AS stage,
  json_build_object('id', j.id, 'title', j.title, 'department', j.department, 'location', j.location) AS job, a.prospect_id,
  a.candidate_match, a.unapplied,
  (SELECT coalesce(json_agg(json_build_object('id', x.id, 'status', x.status, 'summary', x.summary,
      'extracted_json', x.extracted_json, 'is_current', coalesce(x.linkedin_url = c.linkedin_url
        AND x.status <> 'superseded' AND NOT EXISTS (
          SELECT FROM ai_profiles y
          WHERE y.organization_id = x.organization_id AND y.candidate_id = x.candidate_id
            AND y.linkedin_url = x.linkedin_url AND (y.created_at, y.id) > (x.created_at, x.id)
        ), false)) ORDER BY x.created_at DESC, x.id DESC), '[]')
    FROM ai_profiles x
    WHERE x.organization_id = a.organization_id AND x.candidate_id = a.candidate_id) AS ai_profiles,
  (SELECT coalesce(json_agg(json_build_object('id', x.id, 'body', x.body,
      'author', (SELECT json_build_object('id', u.id, 'full_name', u.full_name) FROM users u
        WHERE u.organization_id = x.organization_id AND u.id = x.author_id),
      'created_at', to_char(x.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'updated_at', to_char(x.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) ORDER BY x.created_at DESC, x.id DESC), '[]')
    FROM notes x WHERE x.organization_id = a.organization_id AND x.application_id = a.id) AS notes,
  (SELECT coalesce(json_agg(json_build_object('id', x.id, 'interview_type', x.interview_type, 'rating', x.rating,
      'body', x.body,
      'author', (SELECT json_build_object('id', u.id, 'full_name', u.full_name) FROM users u
        WHERE u.organization_id = x.organization_id AND u.id = x.author_id),
      'created_at', to_char(x.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'submitted_at', to_char(x.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) ORDER BY x.created_at DESC, x.id DESC), '[]')
    FROM interview_feedback x
    WHERE x.organization_id = a.organization_id AND x.application_id = a.id) AS interview_feedback,
  (SELECT coalesce(json_agg(json_build_object('id', x.id, 'file_type', x.file_type,
      'original_filename', x.original_filename) ORDER BY x.created_at DESC, x.id DESC), '[]')
    FROM attachments x WHERE x.organization_id = a.organization_id AND x.application_id = a.id) AS attachments,
  (SELECT coalesce(json_agg(json_build_object('id', x.id, 'question_text', x.question_text,
      'answer_text', x.answer_text) ORDER BY x.order_index), '[]')
    FROM application_answers x
    WHERE x.organization_id = a.organization_id AND x.application_id = a.id) AS application_answers
FROM applications a
JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
JOIN stages s ON s.organization_id = a.organization_id AND s.job_id = a.job_id AND s.id = a.stage_id
JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
WHERE a.organization_id = $1 AND a.id = $2
