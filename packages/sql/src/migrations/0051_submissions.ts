/**
 * Submissions to careers sites. A content belongs to its submission until it is that of an attachment, which has its id
 * then.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE submissions (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    job_id uuid NOT NULL,
    application_id uuid,
    state text NOT NULL,
    suspicions jsonb NOT NULL,
    full_name text NOT NULL,
    primary_email text NOT NULL,
    email_addresses jsonb NOT NULL,
    phone text,
    linkedin_url text,
    website_url text,
    cover_letter text,
    form jsonb NOT NULL,
    answers jsonb NOT NULL,
    files jsonb NOT NULL,
    file_bytes bigint NOT NULL,
    consent jsonb,
    source jsonb NOT NULL,
    source_type text NOT NULL,
    erasure_requested_at timestamptz(3),
    key text,
    address_key text NOT NULL,
    text_key text,
    proof text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT submissions_job FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT submissions_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX submissions_key ON submissions (organization_id, key) WHERE key IS NOT NULL`,
  `CREATE UNIQUE INDEX submissions_proof ON submissions (organization_id, proof) WHERE proof IS NOT NULL`,
  `CREATE INDEX submissions_of_application ON submissions (organization_id, application_id, created_at, id) WHERE application_id IS NOT NULL`,
  `CREATE INDEX submissions_of_job ON submissions (organization_id, job_id)`,
  `CREATE INDEX submissions_newest ON submissions (organization_id, created_at)`,
  `CREATE INDEX submissions_of_address ON submissions (organization_id, address_key, created_at)`,
  `CREATE INDEX submissions_of_text ON submissions (organization_id, text_key, created_at, address_key) WHERE text_key IS NOT NULL`,
  `CREATE INDEX submissions_quarantined ON submissions (organization_id, created_at, id) INCLUDE (file_bytes) WHERE state = 'quarantined'`,
  // By the addresses of their senders, until they belong to an application.
  `CREATE INDEX submissions_of_person ON submissions USING gin (contact_keys(organization_id, NULL::text, email_addresses, '[]'::jsonb))
    WITH (fastupdate = off) WHERE application_id IS NULL`,
  `CREATE FUNCTION submission_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO removed_contents (organization_id, id)
    SELECT OLD.organization_id, (file ->> 'id')::uuid FROM jsonb_array_elements(OLD.files) AS file
    WHERE NOT EXISTS (
      SELECT FROM attachments p WHERE p.organization_id = OLD.organization_id AND p.id = (file ->> 'id')::uuid
    )
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER submissions_removed AFTER DELETE ON submissions
    FOR EACH ROW WHEN (OLD.file_bytes > 0) EXECUTE FUNCTION submission_removed()`,
  // What the careers site of an organization signs with.
  `CREATE TABLE careers_secrets (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    secret text NOT NULL,
    PRIMARY KEY (organization_id)
  )`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
