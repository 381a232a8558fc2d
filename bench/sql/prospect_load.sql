SELECT id, full_name, current_title, current_company, linkedin_url, email, location, years_experience, summary,
  status, pipeline_stage, candidate_id, application_id, created_at, version
FROM prospects WHERE organization_id = $1 AND id = $2
