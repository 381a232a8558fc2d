WITH saved AS (
  UPDATE candidates SET full_name = $4, primary_email = $5, linkedin_url = $6, website_url = $7, github_url = $8,
    years_experience = $9, university = $10, version = version + 1, updated_at = now()
  WHERE organization_id = $1 AND id = $2 AND version = $3
  RETURNING *
), inserted_events AS (
  INSERT INTO events (organization_id, id, type, subject_id, data, user_id, api_key_id, request_id, occurred_at)
  SELECT organization_id, gen_random_uuid(), 'candidate.updated', id, to_jsonb(saved), $11, $12, $13, updated_at
  FROM saved
)
SELECT id, full_name, primary_email, linkedin_url, website_url, github_url, years_experience, university, location, tags,
  candidate_emails(primary_email, coalesce(email_addresses, '[]')) AS email_addresses,
  coalesce(phone_numbers, '[]') AS phone_numbers,
  created_at, updated_at, anonymised_at
FROM saved
