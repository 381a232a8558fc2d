/**
 * What a database that is distributed by organization refuses (decision 0080): references in a circle, those that clear
 * a link by themselves, and a trigger that writes into the queue, which is on another server than its row. The
 * statement that deletes an application or a prospect clears the link to it, and queues the removal of the contents
 * that were deleted with it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE applications DROP CONSTRAINT applications_prospect`,
  `ALTER TABLE prospects DROP CONSTRAINT prospects_application,
    ADD CONSTRAINT prospects_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) DEFERRABLE INITIALLY DEFERRED NOT VALID`,
  // What the same statement adds, a distributed database adds afterwards: the candidate of a prospect, and what
  // replaces a key.
  `ALTER TABLE prospects ALTER CONSTRAINT prospects_candidate DEFERRABLE INITIALLY DEFERRED`,
  `ALTER TABLE api_keys ALTER CONSTRAINT api_keys_replaced_by DEFERRABLE INITIALLY DEFERRED`,
  // Contents of deleted attachments whose removal is not queued yet.
  `CREATE TABLE removed_contents (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  // As in 0039; of a distributed database, the message alone comes back from the server of the row.
  `CREATE OR REPLACE FUNCTION attachment_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.application_id IS NOT NULL THEN
      UPDATE applications a SET files_counted = a.files_counted + 1, file_bytes = a.file_bytes + NEW.size_bytes
      WHERE a.organization_id = NEW.organization_id AND a.id = NEW.application_id AND a.anonymised_at IS NULL;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the candidate was anonymised, against constraint "applications_anonymised"'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'applications_anonymised';
      END IF;
    END IF;
    INSERT INTO file_usage AS u (organization_id, files_counted, file_bytes) VALUES (NEW.organization_id, 1, NEW.size_bytes)
    ON CONFLICT (organization_id) DO UPDATE
    SET files_counted = u.files_counted + 1, file_bytes = u.file_bytes + excluded.file_bytes;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE FUNCTION attachment_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE applications a SET files_counted = a.files_counted - 1, file_bytes = a.file_bytes - OLD.size_bytes
    WHERE a.organization_id = OLD.organization_id AND a.id = OLD.application_id;
    UPDATE file_usage u SET files_counted = u.files_counted - 1, file_bytes = u.file_bytes - OLD.size_bytes
    WHERE u.organization_id = OLD.organization_id;
    INSERT INTO removed_contents (organization_id, id) VALUES (OLD.organization_id, OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
