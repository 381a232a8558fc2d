/**
 * What a careers site needs: the board of an organization, what a posting tells of a job, its form, and typed answers.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE boards (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    slug text NOT NULL,
    title text NOT NULL,
    introduction text,
    logo jsonb,
    color text,
    privacy_notice text,
    consent_text text,
    consent_version integer NOT NULL,
    contact_email text,
    is_open boolean NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id)
  )`,
  `CREATE TABLE board_logos (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    content bytea NOT NULL,
    PRIMARY KEY (organization_id)
  )`,
  // No tenant's table: who comes with an address has named no organization. Of a distributed database it is on the
  // first server.
  `CREATE TABLE board_slugs (slug text COLLATE "C" PRIMARY KEY, owner_id uuid NOT NULL)`,
  `CREATE INDEX board_slugs_of_owner ON board_slugs (owner_id)`,
  `ALTER TABLE jobs
    ADD COLUMN workplace_type text,
    ADD COLUMN locations jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN remote_countries text[] NOT NULL DEFAULT '{}',
    ADD COLUMN valid_through timestamptz(3),
    ADD COLUMN language text,
    ADD COLUMN listing text NOT NULL DEFAULT 'public',
    ADD COLUMN expired_at timestamptz(3)`,
  `CREATE TABLE job_forms (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    phone text NOT NULL,
    linkedin_url text NOT NULL,
    website_url text NOT NULL,
    resume text NOT NULL,
    cover_letter text NOT NULL,
    questions jsonb NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT job_forms_job FOREIGN KEY (organization_id, id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE
  )`,
  `ALTER TABLE application_answers ADD COLUMN question_id uuid, ADD COLUMN type text, ADD COLUMN value jsonb`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
