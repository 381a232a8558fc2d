/**
 * The first schema. Every table but `organizations` begins its primary key, its unique constraints
 * and its foreign keys with `organization_id`, so that it can be distributed by organization.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // The number of published jobs is kept here, so that the statement that publishes meets the limit
  // in the row that it locks (design decision 0003).
  `CREATE TABLE organizations (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL,
    publish_limit integer,
    published_jobs integer NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT publish_limit_kept CHECK (published_jobs <= publish_limit)
  )`,
  `CREATE TABLE users (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    email text NOT NULL,
    full_name text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX users_email ON users (organization_id, lower(email))`,
  `CREATE TABLE api_keys (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    scope text NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
    hash bytea NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT api_keys_hash UNIQUE (organization_id, hash),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
  )`,
  // One row a key: the requests of its latest hour.
  `CREATE TABLE api_key_usage (
    organization_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    window_start timestamptz(3) NOT NULL,
    used integer NOT NULL,
    PRIMARY KEY (organization_id, api_key_id),
    FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50)`,
  `CREATE TABLE jobs (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    title text NOT NULL,
    status text NOT NULL CHECK (status IN ('draft', 'published', 'closed')),
    department text,
    location text,
    employment_type text,
    public_slug text,
    description_md text,
    show_salary boolean NOT NULL,
    salary_currency text,
    salary_timeframe text,
    salary_min double precision,
    salary_max double precision,
    equity_min double precision,
    equity_max double precision,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT jobs_public_slug UNIQUE (organization_id, public_slug),
    CONSTRAINT salary_in_order CHECK (salary_min <= salary_max),
    CONSTRAINT equity_in_order CHECK (equity_min <= equity_max)
  )`,
  `CREATE INDEX jobs_newest ON jobs (organization_id, created_at DESC, id DESC)`,
  `CREATE TABLE stages (
    organization_id uuid NOT NULL,
    job_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    order_index integer NOT NULL CHECK (order_index >= 0),
    PRIMARY KEY (organization_id, job_id, id),
    CONSTRAINT stages_order UNIQUE (organization_id, job_id, order_index) DEFERRABLE,
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX stages_id ON stages (organization_id, id)`,
  `CREATE TABLE candidates (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    full_name text NOT NULL,
    primary_email text NOT NULL,
    linkedin_url text,
    website_url text,
    github_url text,
    years_experience integer,
    university text,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE INDEX candidates_newest ON candidates (organization_id, created_at DESC, id DESC)`,
  `CREATE INDEX candidates_email ON candidates (organization_id, lower(primary_email))`,
  `CREATE TABLE ai_profiles (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    candidate_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
    linkedin_url text NOT NULL,
    summary text,
    extracted_json jsonb,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, candidate_id) REFERENCES candidates (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX ai_profiles_candidate ON ai_profiles (organization_id, candidate_id)`,
  // A stage that still has applications cannot be deleted; a job with all it has can (NO ACTION is
  // looked at when the statement ends).
  `CREATE TABLE applications (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    job_id uuid NOT NULL,
    candidate_id uuid NOT NULL,
    stage_id uuid NOT NULL,
    source_type text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT applications_candidate_once UNIQUE (organization_id, job_id, candidate_id),
    CONSTRAINT applications_job FOREIGN KEY (organization_id, job_id)
      REFERENCES jobs (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT applications_candidate FOREIGN KEY (organization_id, candidate_id)
      REFERENCES candidates (organization_id, id),
    CONSTRAINT applications_stage FOREIGN KEY (organization_id, job_id, stage_id)
      REFERENCES stages (organization_id, job_id, id)
  )`,
  `CREATE INDEX applications_newest ON applications (organization_id, created_at DESC, id DESC)`,
  `CREATE INDEX applications_of_job ON applications (organization_id, job_id, created_at DESC, id DESC)`,
  `CREATE INDEX applications_in_stage ON applications (organization_id, stage_id, created_at DESC, id DESC)`,
  `CREATE INDEX applications_of_candidate ON applications (organization_id, candidate_id)`,
  `CREATE TABLE application_answers (
    organization_id uuid NOT NULL,
    application_id uuid NOT NULL,
    id uuid NOT NULL,
    question_text text NOT NULL,
    answer_text text NOT NULL,
    order_index integer NOT NULL,
    PRIMARY KEY (organization_id, application_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE attachments (
    organization_id uuid NOT NULL,
    application_id uuid NOT NULL,
    id uuid NOT NULL,
    file_type text NOT NULL,
    original_filename text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, application_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE notes (
    organization_id uuid NOT NULL,
    application_id uuid NOT NULL,
    id uuid NOT NULL,
    author_id uuid NOT NULL,
    body text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, application_id, id),
    CONSTRAINT notes_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE TABLE interview_feedback (
    organization_id uuid NOT NULL,
    application_id uuid NOT NULL,
    id uuid NOT NULL,
    author_id uuid NOT NULL,
    interview_type text NOT NULL,
    rating text NOT NULL CHECK (rating IN ('strong_no', 'no', 'mixed', 'yes', 'strong_yes')),
    body text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    submitted_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, application_id, id),
    CONSTRAINT interview_feedback_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE TABLE sourcing_searches (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    name text NOT NULL,
    query text,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE INDEX sourcing_searches_newest ON sourcing_searches (organization_id, created_at DESC, id DESC)`,
  // UUIDv7 ids rise with time, so their order is the order of discovery.
  `CREATE TABLE prospects (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    search_id uuid NOT NULL,
    full_name text NOT NULL,
    current_title text,
    current_company text,
    linkedin_url text,
    email text,
    location text,
    years_experience integer,
    summary text,
    status text NOT NULL CHECK (status IN ('discovered', 'shortlisted')),
    pipeline_stage text NOT NULL,
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, search_id) REFERENCES sourcing_searches (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX prospects_of_search ON prospects (organization_id, search_id, id)`,
  `CREATE UNIQUE INDEX prospects_linkedin ON prospects (organization_id, search_id, linkedin_url)`,
  // What happened, written by the statement that made it happen.
  `CREATE TABLE events (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    type text NOT NULL,
    subject_id uuid NOT NULL,
    data jsonb NOT NULL,
    user_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    request_id text NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
