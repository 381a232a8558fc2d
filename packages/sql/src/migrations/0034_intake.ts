/** A stage has a type, and an application tells whether its candidate was known (decision 0067). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Null in the rows that the version before adds: what it means by their names is read then.
  `ALTER TABLE stages ADD COLUMN type text,
    ADD CONSTRAINT stages_type CHECK (type IN ('applied', 'screen', 'interview', 'offer', 'hired')) NOT VALID`,
  `ALTER TABLE applications ADD COLUMN candidate_match text, ADD COLUMN unapplied jsonb NOT NULL DEFAULT '[]',
    ADD CONSTRAINT applications_candidate_match CHECK (candidate_match IN ('found', 'new')) NOT VALID`,
  // The candidate who has this LinkedIn URL, or else this e-mail address and no other LinkedIn URL; the oldest of
  // several. One that was merged is its survivor, as long as the merge can be undone: until then it is known.
  // Aggregates, so that the planner begins with their indexes. In PL/pgSQL, so that a session plans it once.
  `CREATE FUNCTION same_person(organization uuid, email text, linkedin text, besides uuid DEFAULT NULL) RETURNS uuid
    LANGUAGE plpgsql STABLE AS $$ BEGIN
    RETURN coalesce((
      SELECT (array_agg(c.id ORDER BY c.id))[1] FROM candidates c
      WHERE c.organization_id = organization AND c.linkedin_url = linkedin AND c.anonymised_at IS NULL
        AND c.id IS DISTINCT FROM besides
    ), (
      SELECT (array_agg(c.id ORDER BY c.id))[1] FROM candidate_merges m
      JOIN candidates c ON c.organization_id = m.organization_id AND c.id = m.into_id AND c.anonymised_at IS NULL
      WHERE m.organization_id = organization AND m.undo -> 'candidate' ->> 'linkedin_url' = linkedin
    ), (
      SELECT (array_agg(c.id ORDER BY c.id))[1] FROM candidates c
      WHERE c.organization_id = organization AND fold_case(c.primary_email) = fold_case(email) AND c.anonymised_at IS NULL
        AND (c.linkedin_url IS NULL OR linkedin IS NULL) AND c.id IS DISTINCT FROM besides
    ), (
      SELECT (array_agg(c.id ORDER BY c.id))[1] FROM candidate_merges m
      JOIN candidates c ON c.organization_id = m.organization_id AND c.id = m.into_id AND c.anonymised_at IS NULL
      WHERE m.organization_id = organization AND fold_case(m.undo -> 'candidate' ->> 'primary_email') = fold_case(email)
        AND (c.linkedin_url IS NULL OR linkedin IS NULL)
    ));
  END $$`,
  // The same as of now, for a statement that adds this person: until its transaction ends, no other one adds it. A
  // volatile function sees what was committed while it waited, which the statement itself does not.
  `CREATE FUNCTION same_person_by_now(organization uuid, email text, linkedin text, besides uuid) RETURNS uuid
    LANGUAGE plpgsql VOLATILE AS $$ BEGIN
    PERFORM pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended(organization::text || ' ' || address, 0) AS key
      FROM unnest(ARRAY[fold_case(email), linkedin]) AS address WHERE address IS NOT NULL ORDER BY key
    ) keys;
    RETURN (SELECT same_person(organization, email, linkedin, besides));
  END $$`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
