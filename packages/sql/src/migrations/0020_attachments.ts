/**
 * Contents of attachments (decision 0039). The triggers keep what has to be true of each row, whichever statement or
 * cascade adds or deletes it, and whichever version of the program: the counters of its application and of its
 * organization, and the removal of its content. The numbers are those of the domain: FileUsage.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Null where no content is stored.
  `ALTER TABLE attachments ADD COLUMN content_type text, ADD COLUMN size_bytes integer`,
  `ALTER TABLE applications
    ADD COLUMN files_counted integer NOT NULL DEFAULT 0,
    ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT applications_files CHECK (files_counted <= 50 AND file_bytes <= 209715200) NOT VALID`,
  // A row of its own: an upload would wait for every other change of the organization's row.
  `CREATE TABLE file_usage (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    files_counted integer NOT NULL,
    file_bytes bigint NOT NULL,
    PRIMARY KEY (organization_id),
    CONSTRAINT file_usage_limit CHECK (files_counted <= 1000000 AND file_bytes <= 107374182400)
  ) WITH (fillfactor = 50)`,
  `CREATE FUNCTION attachment_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE applications a SET files_counted = a.files_counted + 1, file_bytes = a.file_bytes + NEW.size_bytes
    WHERE a.organization_id = NEW.organization_id AND a.id = NEW.application_id AND a.anonymised_at IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the candidate was anonymised' USING ERRCODE = 'check_violation', CONSTRAINT = 'applications_anonymised';
    END IF;
    INSERT INTO file_usage AS u (organization_id, files_counted, file_bytes) VALUES (NEW.organization_id, 1, NEW.size_bytes)
    ON CONFLICT (organization_id) DO UPDATE
    SET files_counted = u.files_counted + 1, file_bytes = u.file_bytes + excluded.file_bytes;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION attachment_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE applications a SET files_counted = a.files_counted - 1, file_bytes = a.file_bytes - OLD.size_bytes
    WHERE a.organization_id = OLD.organization_id AND a.id = OLD.application_id;
    UPDATE file_usage u SET files_counted = u.files_counted - 1, file_bytes = u.file_bytes - OLD.size_bytes
    WHERE u.organization_id = OLD.organization_id;
    INSERT INTO queue (state, attempts, created_at, updated_at, queue_name, id, element, visible_at)
    VALUES ('pending', 0, now(), now(), 'contents', OLD.id::text,
      json_build_object('organization_id', OLD.organization_id, 'id', OLD.id)::text, now())
    ON CONFLICT (id, queue_name) DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION attachment_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE applications a SET files_counted = a.files_counted - 1, file_bytes = a.file_bytes - OLD.size_bytes
    WHERE a.organization_id = OLD.organization_id AND a.id = OLD.application_id;
    UPDATE applications a SET files_counted = a.files_counted + 1, file_bytes = a.file_bytes + NEW.size_bytes
    WHERE a.organization_id = NEW.organization_id AND a.id = NEW.application_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER attachments_added AFTER INSERT ON attachments
    FOR EACH ROW WHEN (NEW.size_bytes IS NOT NULL) EXECUTE FUNCTION attachment_added()`,
  `CREATE TRIGGER attachments_removed AFTER DELETE ON attachments
    FOR EACH ROW WHEN (OLD.size_bytes IS NOT NULL) EXECUTE FUNCTION attachment_removed()`,
  `CREATE TRIGGER attachments_moved AFTER UPDATE OF application_id ON attachments
    FOR EACH ROW WHEN (OLD.size_bytes IS NOT NULL AND OLD.application_id <> NEW.application_id)
    EXECUTE FUNCTION attachment_moved()`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
