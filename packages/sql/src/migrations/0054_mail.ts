/** Mail: accounts, templates, messages, and how far the mailbox of an organization is read. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE mail_templates (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX mail_templates_name ON mail_templates (organization_id, lower(name))`,
  `CREATE TABLE mail_accounts (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    sender_name text,
    sender_email text,
    smtp jsonb,
    smtp_secret text,
    smtp_health jsonb NOT NULL,
    smtp_retry_at timestamptz(3),
    imap jsonb,
    imap_secret text,
    imap_health jsonb NOT NULL,
    received_template_id uuid,
    rejected_template_id uuid,
    rejected_delay_hours integer NOT NULL,
    notifies_members boolean NOT NULL,
    is_automatic boolean GENERATED ALWAYS AS (
      notifies_members OR received_template_id IS NOT NULL OR rejected_template_id IS NOT NULL
    ) STORED,
    events_cursor bigint,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id),
    CONSTRAINT mail_accounts_received FOREIGN KEY (organization_id, received_template_id) REFERENCES mail_templates (organization_id, id),
    CONSTRAINT mail_accounts_rejected FOREIGN KEY (organization_id, rejected_template_id) REFERENCES mail_templates (organization_id, id)
  )`,
  `ALTER TABLE users ADD COLUMN mail_notices jsonb NOT NULL DEFAULT '["mention", "feedback_request", "team"]'`,
  // Up to where the folder of the mailbox is read. Another watch takes the place of the one before.
  `CREATE TABLE mailboxes (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    watch_id uuid NOT NULL,
    position jsonb,
    PRIMARY KEY (organization_id)
  )`,
  `CREATE TABLE messages (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    application_id uuid,
    status text NOT NULL,
    purpose text NOT NULL,
    sender jsonb NOT NULL,
    recipients jsonb NOT NULL,
    copies jsonb NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    html text,
    has_html boolean NOT NULL,
    files jsonb NOT NULL,
    template_id uuid,
    internet_message_id text NOT NULL,
    in_reply_to text,
    reference_ids jsonb NOT NULL,
    is_automatic boolean NOT NULL,
    send_at timestamptz(3),
    sent_at timestamptz(3),
    failure text,
    attempts integer NOT NULL,
    due_at timestamptz(3),
    key text,
    user_id uuid,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT messages_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX queue_mails ON queue ((element::jsonb ->> 'organization_id'), visible_at) WHERE queue_name = 'mails'`,
  `CREATE UNIQUE INDEX messages_key ON messages (organization_id, key) WHERE key IS NOT NULL`,
  `CREATE INDEX messages_of_application ON messages (organization_id, application_id, created_at, id) WHERE application_id IS NOT NULL`,
  `CREATE INDEX messages_of_nobody ON messages (organization_id, created_at, id) WHERE application_id IS NULL AND purpose <> 'notice'`,
  `CREATE INDEX messages_undelivered ON messages (organization_id, created_at, id) WHERE status IN ('failed', 'bounced') AND purpose <> 'notice'`,
  `CREATE INDEX messages_due ON messages (organization_id, due_at, id) WHERE due_at IS NOT NULL`,
  `CREATE INDEX messages_by_internet_message_id ON messages (organization_id, internet_message_id)`,
  // By the addresses of their senders, until they belong to an application.
  `CREATE INDEX messages_of_person ON messages (organization_id, contact_key(organization_id, 'email', sender ->> 'email'))
    WHERE application_id IS NULL AND purpose <> 'notice'`,
  // Also where a server of the version before anonymises.
  `CREATE OR REPLACE FUNCTION application_anonymised() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM feedback_requests r WHERE r.organization_id = NEW.organization_id AND r.application_id = NEW.id;
    DELETE FROM messages m WHERE m.organization_id = NEW.organization_id AND m.application_id = NEW.id;
    RETURN NULL;
  END $$`,
  // Files of one that belongs to nobody yet are those of no attachment, as with submissions.
  `CREATE TRIGGER messages_removed AFTER DELETE ON messages
    FOR EACH ROW WHEN (OLD.application_id IS NULL) EXECUTE FUNCTION submission_removed()`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
