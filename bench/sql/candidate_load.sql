SELECT id, full_name, primary_email, linkedin_url, website_url, github_url, years_experience, university, location, tags,
  candidate_emails(primary_email, coalesce(email_addresses, '[]')) AS email_addresses,
  coalesce(phone_numbers, '[]') AS phone_numbers, created_at,
  updated_at, anonymised_at, version
FROM candidates WHERE organization_id = $1 AND id = $2
