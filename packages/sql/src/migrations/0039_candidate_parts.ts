/**
 * Notes and files of candidates without an application. The numbers are those of the domain: ApplicationSize and
 * FileUsage. The primary keys, which have the application, are replaced once other indexes are built
 * (ConcurrentIndexes).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Not validated: rows that are stored have an application and no candidate. */
const owned = (table: string) =>
  `ALTER TABLE ${table} ADD COLUMN candidate_id uuid,
    ADD CONSTRAINT ${table}_owner CHECK (num_nonnulls(application_id, candidate_id) = 1) NOT VALID,
    ADD CONSTRAINT ${table}_candidate FOREIGN KEY (organization_id, candidate_id)
      REFERENCES candidates (organization_id, id) ON DELETE CASCADE NOT VALID`

/** A function for triggers that count a row less for the candidate that had it, and more for the one that has it. */
const counting = (name: string, set: (row: "NEW" | "OLD", sign: "+" | "-") => string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' THEN
      UPDATE candidates c SET ${set("OLD", "-")} WHERE c.organization_id = OLD.organization_id AND c.id = OLD.candidate_id;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      UPDATE candidates c SET ${set("NEW", "+")} WHERE c.organization_id = NEW.organization_id AND c.id = NEW.candidate_id;
    END IF;
    RETURN NULL;
  END $$`

const trigger = (name: string, event: string, condition: string, call: string) =>
  `CREATE TRIGGER ${name} AFTER ${event} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${call}()`

const statements = [
  ...["notes", "attachments"].map(owned),
  // Nothing is added to a candidate once it was anonymised, and a version that leaves its notes and files cannot
  // anonymise it.
  `ALTER TABLE candidates
    ADD COLUMN notes_counted integer NOT NULL DEFAULT 0,
    ADD COLUMN text_bytes integer NOT NULL DEFAULT 0,
    ADD COLUMN files_counted integer NOT NULL DEFAULT 0,
    ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT candidates_size CHECK (notes_counted <= 500 AND text_bytes <= 3145728) NOT VALID,
    ADD CONSTRAINT candidates_files CHECK (files_counted <= 50 AND file_bytes <= 209715200) NOT VALID,
    ADD CONSTRAINT candidates_anonymised
      CHECK (anonymised_at IS NULL OR (notes_counted = 0 AND text_bytes = 0 AND files_counted = 0)) NOT VALID`,
  // As in 0020, but for files without an application.
  `CREATE OR REPLACE FUNCTION attachment_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.application_id IS NOT NULL THEN
      UPDATE applications a SET files_counted = a.files_counted + 1, file_bytes = a.file_bytes + NEW.size_bytes
      WHERE a.organization_id = NEW.organization_id AND a.id = NEW.application_id AND a.anonymised_at IS NULL;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the candidate was anonymised' USING ERRCODE = 'check_violation', CONSTRAINT = 'applications_anonymised';
      END IF;
    END IF;
    INSERT INTO file_usage AS u (organization_id, files_counted, file_bytes) VALUES (NEW.organization_id, 1, NEW.size_bytes)
    ON CONFLICT (organization_id) DO UPDATE
    SET files_counted = u.files_counted + 1, file_bytes = u.file_bytes + excluded.file_bytes;
    RETURN NULL;
  END $$`,
  counting("candidate_file_counted", (row, sign) =>
    `files_counted = c.files_counted ${sign} 1, file_bytes = c.file_bytes ${sign} ${row}.size_bytes`),
  trigger("attachments_given", "INSERT ON attachments", "NEW.candidate_id IS NOT NULL", "candidate_file_counted"),
  trigger("attachments_taken", "DELETE ON attachments", "OLD.candidate_id IS NOT NULL", "candidate_file_counted"),
  trigger("attachments_merged", "UPDATE OF candidate_id ON attachments", "OLD.candidate_id <> NEW.candidate_id", "candidate_file_counted"),
  // What is written, edited and deleted is counted by the statement that does it, as on applications.
  counting("candidate_note_counted", (row, sign) =>
    `notes_counted = c.notes_counted ${sign} 1, text_bytes = c.text_bytes ${sign} octet_length(to_json(${row}.body)::text)`),
  trigger("notes_merged", "UPDATE OF candidate_id ON notes", "OLD.candidate_id <> NEW.candidate_id", "candidate_note_counted")
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
