/** What is joined in a text is found by what is not in a query, and the other way (decision 0041). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { apostrophes, between, matches, quoted, replace, unspaced } from "./0031_normal_forms.ts"

/** What may stand between two letters of scripts without spaces: in a name, and where a text is broken into lines. */
const gap = "[ \\t\\r\\n·・‧]+"

/** Hyphens and the apostrophe, and what joins words of their own, within brackets. */
const signs = "'‐‑-"
const joiners = "./&"

/** A letter, and the rest of a word. */
const letter = `[^${between}0-9]`
const part = `[^${between}]+`

/** A letter of a script with spaces between words. */
const spaced = `[^${between}${unspaced}0-9]`

/** Words that begin a name, and are written with a space, or as one word with what follows. */
const particles = "abd|abdul|abu|af|al|ap|av|ben|bin|bint|da|das|de|del|della|delle|den|der|des|di|do|dos|du|el|fitz|het|ibn|la|las|le|" +
  "les|lo|los|mac|mc|saint|san|santa|sao|st|te|ten|ter|ul|van|vom|von|zu|zum|zur"

/**
 * Letters that are written as two others where a keyboard is without them: `Đorđević` is `Djordjevic`. A fold leaves
 * one of them.
 */
const spelt = Object.entries({ đ: "dj", ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" })
const speltLetters = spelt.flatMap(([one]) => [one, one.toUpperCase()]).join("")
const respelt = (text: string) =>
  spelt.reduce((said, [one, two]) => `replace(replace(${said}, '${one}', '${two}'), '${one.toUpperCase()}', '${two}')`, text)

/** Katakana, by the hiragana of the same sound. */
const letters = (first: number) => Array.from({ length: 86 }, (_, at) => String.fromCodePoint(first + at)).join("")
const [katakana, hiragana] = [letters(0x30a1), letters(0x3041)]
const inHiragana = (text: string) => `translate(${text}, '${katakana}', '${hiragana}')`

/** Characters of the longest chain of words that is also one word. */
const longestChain = 60

/** Bytes of a text from which on its words are bounded: a value of the type tsvector has at most 1,048,575. */
const boundedFrom = 60_000
const indexedBytes = 1_000_000

/** Functions are named with their schema: an index is restored without a search path. */
const statements = (schema: string): ReadonlyArray<string> => {
  const own = (call: string) => `${schema}.${call}`
  const make = (head: string, body: string) =>
    `CREATE OR REPLACE FUNCTION ${head} LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$ ${body} $body$`
  const scope = own("search_scope(organization_id)")
  const marked = `translate(content, ${quoted(apostrophes)}, ${quoted("'".repeat(apostrophes.length))})`
  return [
    // As in 0037, with the other spellings of its words. An index that has not all of these yet finds what it has.
    make("text_indexed(content text) RETURNS text[]", `DECLARE
    words text[] := ${own("text_words(content)")};
    folded text := ${own(`fold_text(${marked})`)};
    composed text;
    joined text;
  BEGIN
    IF strpos(content, U&'\\200c') > 0 THEN words := words || ${own("text_words(translate(content, U&'\\200c', ' '))")}; END IF;
    IF ${matches("folded", `[${unspaced}]${gap}[${unspaced}]`)} THEN
      words := words || ARRAY(
        SELECT right(one, 1) || left(next, 1)
        FROM string_to_array(${replace("folded", gap, " ")}, ' ') AS parts, unnest(parts, parts[2:]) AS pair (one, next)
        WHERE ${matches("(right(one, 1) || left(next, 1))", `^[${unspaced}]{2}$`)}
      );
    END IF;
    IF ${matches("folded", `${letter}[${signs}]${letter}`)} THEN
      joined := array_to_string(ARRAY(
        SELECT match[1] FROM regexp_matches(folded COLLATE "C", ${quoted(`(${part}(?:[${signs}]${part})+)`)}, 'g') AS match
      ), ' ');
      words := words || ${own("text_words(replace(joined, '''', ''))")} || ${own(`text_words(translate(joined, ${quoted(signs)}, ''))`)};
    END IF;
    IF ${matches("folded", `${letter} *[${joiners}] *${letter}`)} THEN
      words := words || ARRAY(SELECT replace(word, '.', '') FROM unnest(words) AS word WHERE strpos(word, '.') > 1 AND ${matches("word", letter)}) || ARRAY(
        SELECT translate(match[1], '${joiners}', '')
        FROM regexp_matches(folded COLLATE "C", ${quoted(`(${part}(?:[${joiners}]${part}){2,})`)}, 'g') AS match
        WHERE length(match[1]) <= ${longestChain} AND ${matches("match[1]", letter)}
      );
    END IF;
    IF ${matches("folded", `(?<![^${between}])(${particles}) +${spaced}`)} THEN
      words := words || ARRAY(
        SELECT replace(match[1], ' ', '')
        FROM regexp_matches(folded COLLATE "C", ${quoted(`(?<![^${between}])((?:(?:${particles}) +){1,3}${spaced}+)`)}, 'g') AS match
      );
    END IF;
    IF octet_length(content) <> length(content) THEN
      composed := normalize(content, NFC);
      IF ${matches("composed", `[${speltLetters}]`)} THEN
        words := words || ${own(`text_words(${respelt(`array_to_string(ARRAY(
          SELECT match[1] FROM regexp_matches(composed COLLATE "C", ${quoted(`([^${between}]*[${speltLetters}][^${between}]*)`)}, 'g') AS match
        ), ' ')`)})`)};
      END IF;
      IF ${matches("folded", `[${katakana}]`)} THEN
        words := words || ARRAY(SELECT ${inHiragana("word")} FROM unnest(words) AS word WHERE ${matches("word", `[${katakana}]`)});
      END IF;
    END IF;
    RETURN words;
  END`),
    // As in 0031: more words of one text, so that they are counted sooner.
    make("text_keys(organization_id uuid, content text) RETURNS tsvector", `DECLARE
    words text[] := array_prepend('', ${own("text_indexed(content)")});
  BEGIN
    IF octet_length(content) > ${boundedFrom} THEN
      words := ARRAY(
        SELECT word FROM (
          SELECT word, sum(octet_length(left(word, 500)) + 8) OVER (ORDER BY first) AS bytes
          FROM (SELECT word, min(nth) AS first FROM unnest(words) WITH ORDINALITY AS w (word, nth) GROUP BY word) once
        ) counted WHERE bytes <= ${indexedBytes}
      );
    END IF;
    RETURN array_to_tsvector(ARRAY(SELECT ${scope} || left(word, 500) FROM unnest(words) AS word));
  END`),
    // The fields of a row as one text. What is null has no words.
    make("fields_text(fields text[]) RETURNS text", "BEGIN RETURN array_to_string(fields, ' '); END"),
    // Two and three neighbouring words of a field as one word: fields are short, and names are written in both ways.
    make("joined_keys(organization_id uuid, fields text[]) RETURNS tsvector", `BEGIN
    RETURN array_to_tsvector(ARRAY(
      SELECT ${scope} || left(joined, 500)
      FROM unnest(fields) AS field, string_to_array(${own("name_form(field)")}, ' ') AS parts,
        unnest(parts, parts[2:], parts[3:]) AS near (one, two, three), unnest(ARRAY[one || two, one || two || three]) AS joined
      WHERE joined IS NOT NULL
    ));
  END`),
    // The words of a name in one order, without initials; null of a single word, which many have.
    make("person_form(name text) RETURNS text", `BEGIN
    RETURN (
      SELECT CASE WHEN count(*) > 1 THEN string_agg(word, ' ' ORDER BY word COLLATE "C") END
      FROM unnest(string_to_array(${own("name_form(name)")}, ' ')) AS word WHERE length(word) > 1 OR ${matches("word", `[${unspaced}]`)}
    );
  END`),
    "ALTER FUNCTION text_query(uuid, text, text, boolean) RENAME TO text_terms",
    // As in 0031, or what the words are in another spelling. A short word that was joined is no beginning of others.
    make("text_query(organization_id uuid, content text, mark text, whole boolean) RETURNS tsquery", `DECLARE
    found tsquery := ${own("text_terms(organization_id, content, mark, whole)")};
    marked text := ${marked};
    joined text := ${replace("marked", `(${letter})[${joiners}${signs}]+(?=${letter})`, "\\1")};
    composed text;
    folded text;
  BEGIN
    IF found IS NULL THEN RETURN NULL; END IF;
    IF joined <> marked THEN
      found := found || coalesce(${own("text_terms(organization_id, joined, mark, whole OR length(joined) < 5)")}, found);
    END IF;
    IF octet_length(content) = length(content) THEN RETURN found; END IF;
    composed := normalize(content, NFC);
    IF ${matches("composed", `[${speltLetters}]`)} THEN
      found := found || coalesce(${own(`text_terms(organization_id, ${respelt("composed")}, mark, whole)`)}, found);
    END IF;
    folded := ${own("fold_text(content)")};
    IF ${matches("folded", `[${katakana}]`)} THEN
      found := found || coalesce(${own(`text_terms(organization_id, ${inHiragana("folded")}, mark, whole)`)}, found);
    END IF;
    RETURN found;
  END`)
  ]
}

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [{ schema }] = (yield* sql`SELECT quote_ident(current_schema()) AS schema`) as unknown as [{ readonly schema: string }]
  yield* Effect.forEach(statements(schema), (statement) => sql.unsafe(statement), { discard: true })
})
