/** A person has several e-mail addresses and phone numbers, and each finds it (decision 0075). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Returns the statements. Functions are named with their schema: an index is restored without a search path. */
const statements = (schema: string): ReadonlyArray<string> => {
  const make = (head: string, body: string, kind = "IMMUTABLE PARALLEL SAFE") =>
    `CREATE FUNCTION ${head} LANGUAGE plpgsql ${kind} AS $body$ ${body} $body$`
  const own = (call: string) => `${schema}.${call}`
  const keys = "contact_keys(c.organization_id, c.primary_email, c.email_addresses, c.phone_numbers)"
  const isPerson = "c.anonymised_at IS NULL AND (c.linkedin_url IS NULL OR linkedin IS NULL) AND c.id IS DISTINCT FROM besides"
  return [
    `ALTER TABLE candidates ALTER COLUMN primary_email DROP NOT NULL,
      ADD COLUMN email_addresses jsonb NOT NULL DEFAULT '[]', ADD COLUMN phone_numbers jsonb NOT NULL DEFAULT '[]'`,
    // All addresses, the primary one first. The version before, which may still write, sets the primary one alone.
    make("candidate_emails(primary_email text, email_addresses jsonb) RETURNS jsonb", `BEGIN
      IF primary_email IS NULL OR primary_email = email_addresses -> 0 ->> 'address' THEN RETURN email_addresses; END IF;
      IF email_addresses = '[]' THEN
        RETURN jsonb_build_array(jsonb_build_object('address', primary_email, 'kind', NULL, 'is_primary', true));
      END IF;
      RETURN jsonb_build_array(jsonb_build_object('address', primary_email, 'kind', NULL, 'is_primary', true)) || coalesce((
        SELECT jsonb_agg(jsonb_set(one, '{is_primary}', 'false') ORDER BY nth) FROM jsonb_array_elements(email_addresses)
          WITH ORDINALITY AS list (one, nth)
        WHERE nth > 1 AND one ->> 'address' <> primary_email
      ), '[]');
    END`),
    // The digits of a number, without what is optional in it and without what is dialled inside of a company.
    make("phone_digits(number text) RETURNS text", `BEGIN
      RETURN regexp_replace(regexp_replace(regexp_replace(
        translate(lower(normalize(number, NFKC)), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789') COLLATE "C",
        '[(]0[)]', '', 'g'), '(ext|x|#|;|durchwahl).*$', ''), '[^0-9]', '', 'g');
    END`),
    // What the spellings of a number with and without its country and area have in common; null of a short one.
    make("phone_key(number text) RETURNS text", `DECLARE digits text := ltrim(${own("phone_digits(number)")}, '0');
    BEGIN
      RETURN CASE WHEN length(digits) >= 6 THEN right(digits, 8) END;
    END`),
    // The beginnings by which a number is found that is typed without spaces: with its country, and without it, with a
    // zero or not.
    make("phone_words(phone_numbers jsonb) RETURNS text", `DECLARE words text := ''; digits text; number text;
    BEGIN
      IF phone_numbers = '[]' THEN RETURN ''; END IF;
      FOR number IN SELECT one ->> 'number' FROM jsonb_array_elements(phone_numbers) AS list (one) LOOP
        digits := ltrim(${own("phone_digits(number)")}, '0');
        words := words || ' ' || number || ' 0' || digits || ' 00' || digits;
        FOR start IN 1 .. greatest(1, length(digits) - 6) LOOP
          words := words || ' ' || substr(digits, start) || ' 0' || substr(digits, start);
        END LOOP;
      END LOOP;
      RETURN words;
    END`),
    // An index on addresses alone would hold those of all organizations together.
    make("contact_key(organization uuid, kind text, value text) RETURNS text", `BEGIN
      RETURN organization::text || ' ' || kind || ' ' || CASE kind
        WHEN 'email' THEN ${own("fold_case(value)")} WHEN 'mailbox' THEN ${own("address_form(value)")} ELSE ${own("phone_key(value)")} END;
    END`),
    make("contact_keys(organization uuid, primary_email text, email_addresses jsonb, phone_numbers jsonb) RETURNS text[]", `BEGIN
      -- Most have one address, as that of an applicant, and no number.
      IF phone_numbers = '[]' AND primary_email IS NOT NULL AND email_addresses - 0 = '[]' THEN
        RETURN ARRAY[${own("contact_key(organization, 'email', primary_email)")}, ${own("contact_key(organization, 'mailbox', primary_email)")}];
      END IF;
      RETURN ARRAY(
        SELECT ${own("contact_key(organization, kind, address)")}
        FROM (
          SELECT primary_email AS address UNION SELECT one ->> 'address' FROM jsonb_array_elements(email_addresses) AS list (one)
        ) addresses, unnest(ARRAY['email', 'mailbox']) AS kind
        WHERE address IS NOT NULL
        UNION SELECT ${own("contact_key(organization, 'phone', one ->> 'number')")}
        FROM jsonb_array_elements(phone_numbers) AS list (one) WHERE ${own("phone_key(one ->> 'number')")} IS NOT NULL
      );
    END`),
    // The values as they are shown, in the order of the lists.
    make("contact_values(primary_email text, email_addresses jsonb, phone_numbers jsonb) RETURNS text[]", `BEGIN
      IF phone_numbers = '[]' AND primary_email IS NOT NULL AND email_addresses - 0 = '[]' THEN RETURN ARRAY[primary_email]; END IF;
      RETURN ARRAY(
        SELECT coalesce(one ->> 'address', one ->> 'number')
        FROM jsonb_array_elements(${own("candidate_emails(primary_email, email_addresses)")} || phone_numbers)
          WITH ORDINALITY AS list (one, nth) ORDER BY nth
      );
    END`),
    make("candidate_texts(full_name text, primary_email text, email_addresses jsonb, university text, tags text[]) RETURNS text", `BEGIN
      RETURN concat_ws(' ', full_name, array_to_string(${own("contact_values(primary_email, email_addresses, '[]')")}, ' '), university,
        array_to_string(tags, ' '));
    END`),
    // As in 0034, by each of the addresses.
    make("same_person(organization uuid, emails text[], linkedin text, besides uuid DEFAULT NULL) RETURNS uuid", `BEGIN
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
        WHERE c.organization_id = organization
          AND ${keys} && ARRAY(SELECT contact_key(organization, 'email', email) FROM unnest(emails) AS email WHERE email IS NOT NULL)
          AND ${isPerson}
      ), (
        SELECT (array_agg(c.id ORDER BY c.id))[1] FROM candidate_merges m
        JOIN candidates c ON c.organization_id = m.organization_id AND c.id = m.into_id
        WHERE m.organization_id = organization
          AND fold_case(m.undo -> 'candidate' ->> 'primary_email') = ANY (ARRAY(SELECT fold_case(email) FROM unnest(emails) AS email))
          AND ${isPerson}
      ));
    END`, "STABLE"),
    make("same_person_by_now(organization uuid, emails text[], linkedin text, besides uuid) RETURNS uuid", `BEGIN
      PERFORM pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended(organization::text || ' ' || address, 0) AS key
        FROM (SELECT fold_case(email) AS address FROM unnest(emails) AS email UNION SELECT linkedin) addresses
        WHERE address IS NOT NULL ORDER BY key
      ) keys;
      RETURN (SELECT same_person(organization, emails, linkedin, besides));
    END`, "VOLATILE")
  ]
}

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [{ schema }] = (yield* sql`SELECT quote_ident(current_schema()) AS schema`) as unknown as [{ readonly schema: string }]
  yield* Effect.forEach(statements(schema), (statement) => sql.unsafe(statement), { discard: true })
})
