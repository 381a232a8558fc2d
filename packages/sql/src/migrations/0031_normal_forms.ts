/** The normal forms in which people's data is compared, and the words by which it is searched (decision 0041). */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Collations whose `lower` knows the letters of all scripts, the best first: of PostgreSQL 17, of ICU, of the C
 * library.
 */
const collations = ["pg_c_utf8", "und-x-icu", "C.utf8", "C.UTF-8"]

/** The server cannot write letters outside ASCII in lower case, whatever the locale of the database. */
export class CollationMissing extends Schema.TaggedError<CollationMissing>()("CollationMissing", {}) {
  override get message() {
    return `Candor compares names in lower case by one of the collations ${collations.join(", ")}, and the database of ` +
      "DATABASE_URL has none of them in pg_collation. PostgreSQL 17 and later have the first; 15 and 16 have the second if they are " +
      "built with ICU, as those of all distributions are: let an administrator run SELECT pg_import_system_collations('pg_catalog') there."
  }
}

// Ranges within brackets of a regular expression. They are compared in the collation "C", by code points: classes such
// as \w would depend on the locale.

/**
 * Accents and vowel points that a name may lack: of Latin, Greek and Cyrillic, Hebrew, Arabic and Syriac letters; the
 * Arabic tatweel.
 */
const marks = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f` +
  String.raw`\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`

/** Joiners, soft hyphens, marks of direction, variants of a character, and others that nobody sees. */
const invisible = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f` +
  String.raw`\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff`

/**
 * All that is not in a word: spaces, punctuation and symbols. Modifier letters that are written as apostrophes are here
 * as well.
 */
export const between = String.raw`\u0001-/:-@\[-\`{-\u00a9\u00ab\u00ac\u00ae-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02b9-\u02bf\u02c2-\u02c5\u02c8` +
  String.raw`\u02d2-\u02df\u0375\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0600-\u060f\u061b\u061d-\u061f\u066a-\u066d` +
  String.raw`\u06d4\u06dd\u06de\u06e9\u0700-\u070f\u0964\u0965\u0970\u0df4\u0e3f\u0e4f\u0e5a\u0e5b\u0f01-\u0f17\u0f3a-\u0f3d\u104a-\u104f\u10fb` +
  String.raw`\u1360-\u1368\u1400\u1680\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u2000-\u200a\u2010-\u2029\u202f-\u205f\u20a0-\u20cf\u2190-\u245f` +
  String.raw`\u2500-\u2bff\u2e00-\u2e7f\u2ff0-\u3004\u3008-\u3020\u3030\u3036\u3037\u303d-\u303f\u30a0\u30fb\ua4fe\ua4ff\ue000-\uf8ff\ufd3e\ufd3f` +
  String.raw`\ufe10-\ufe1f\ufe30-\ufe6f\uff01\uff02\uff04-\uff0a\uff0c-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffef\ufffc\ufffd` +
  String.raw`\U0001f000-\U0001faff`

/** Letters of scripts without spaces between words: Han, kana, bopomofo, Hangul; Thai, Lao, Burmese, Khmer, Tai. */
export const unspaced = String.raw`\u3005-\u3007\u3031-\u3035\u303b\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff` +
  String.raw`\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff` +
  String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u109a-\u109d\u1780-\u17d3\u17d7\u17dc\u17dd` +
  String.raw`\u1950-\u1974\u1980-\u19c9\u1a20-\u1a7c\uaa60-\uaa7f`

/** What belongs to the character before it. */
const attached = String.raw`\u0300-\u036f\u3099\u309a\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef`

/** Letters that Unicode does not decompose, by the one that they are written as otherwise. All are in lower case. */
const letters: Readonly<Record<string, string>> = {
  "đðɖɗ": "d", "ħ": "h", "ıɨ": "i", "ƙĸ": "k", "łƚ": "l", "ŋɲ": "n", "øɔɵ": "o", "ŧƭ": "t", "ƶ": "z", "ɓ": "b", "ƈ": "c", "əɛǝ": "e", "ƒ": "f",
  "ɠǥ": "g", "ƥ": "p", "ʉ": "u", "ʋ": "v", "ƴ": "y", "ς": "σ", "ӏ": "і",
  // Arabic and Persian letters that keyboards of other languages write differently, and digits.
  "يىېے": "ی", "كڪ": "ک", "ةەہھۃ": "ه", "ٱ": "ا",
  "٠۰०": "0", "١۱१": "1", "٢۲२": "2", "٣۳३": "3", "٤۴४": "4", "٥۵५": "5", "٦۶६": "6", "٧۷७": "7", "٨۸८": "8", "٩۹९": "9",
  // Forms of characters of Japanese names.
  "髙": "高", "﨑碕": "崎", "邊邉": "辺", "齊齋斉": "斎", "澤": "沢", "濵濱": "浜", "嶋嶌": "島", "德": "徳", "惠": "恵", "廣": "広", "國": "国", "眞": "真", "瀨": "瀬",
  "黑": "黒", "櫻": "桜", "榮": "栄", "冨": "富", "槇": "槙", "栁": "柳"
}
const lettersFrom = Object.keys(letters).join("")
const lettersTo = Object.entries(letters).map(([from, to]) => to.repeat([...from].length)).join("")

/** Letters that are two others, likewise. */
const twoLetters = Object.entries({
  ß: "ss", æ: "ae", œ: "oe", þ: "th",
  // With a joiner, which is invisible, these are written as the others: of Malayalam and Bengali.
  ൺ: "ണ്", ൻ: "ന്", ർ: "ര്", ൽ: "ല്", ൾ: "ള്", ൿ: "ക്", ৎ: "ত্"
})

/** What is written for an apostrophe. */
export const apostrophes = "’‘‛ʼʻʽʹˈ′`´＇׳"

/**
 * Letters of other alphabets, each with one of ASCII: the extension pg_trgm takes only those for letters where the
 * locale is C. Which one does not matter, as long as two texts are compared in the same form.
 */
const alphabets = [[0x3b1, 0x3c9], [0x430, 0x45f], [0x48a, 0x4ff], [0x561, 0x586], [0x5d0, 0x5ea], [0x621, 0x64a], [0x671, 0x6d3], [0x905, 0x94d], [0x10d0, 0x10f0]]
  .flatMap(([first, last]) => Array.from({ length: last! - first! + 1 }, (_, at) => [String.fromCodePoint(first! + at), (at % 36).toString(36)] as const))

/** The letters of a word that typing errors are looked for in, by their positions. */
const positions = Array.from({ length: 7 }, (_, at) => at + 1)

/**
 * Bytes of words that an index takes of one text, with their organization. A value of the type tsvector has at most
 * 1,048,575.
 */
const indexedBytes = 1_000_000

const nonJoiner = "U&'\\200c'"

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const isAscii = (text: string) => `octet_length(${text}) = length(${text})`

export const replace = (text: string, pattern: string, by: string) => `regexp_replace(${text} COLLATE "C", ${quoted(pattern)}, ${quoted(by)}, 'g')`

export const matches = (text: string, pattern: string) => `${text} COLLATE "C" ~ ${quoted(pattern)}`

/**
 * `C++`, `C#` and `A+` are words of their own: signs that end a word are written as characters that no normal form has.
 */
const withSigns = `
    IF ${matches("folded", "[a-z][+#♯]")} THEN
      folded := ${replace(replace(replace("folded", String.raw`([a-z])\+\+`, "\\1＋＋ "), "([a-z])[#♯]", "\\1＃ "), String.raw`([a-z])\+(?![a-z0-9+])`, "\\1＋ ")};
    END IF;`

/**
 * Returns the statements. Bodies in PL/pgSQL are planned once in a session (decision 0041), and name the functions that
 * they call with their schema: an index is restored without a search path.
 */
const statements = (schema: string, collation: string): ReadonlyArray<string> => {
  const make = (head: string, body: string) =>
    `CREATE FUNCTION ${head} LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$ ${body} $body$`
  const own = (call: string) => `${schema}.${call}`
  const scoped = `${own("search_scope(organization_id)")}`
  const isUnspaced = (word: string) => matches(word, `^[${unspaced}]`)
  return [
    // An e-mail address or another identifier: in lower case and in one form of full width, ligatures and accents,
    // which all stay.
    make("fold_case(content text) RETURNS text", `BEGIN
    IF ${isAscii("content")} THEN RETURN lower(content COLLATE "C"); END IF;
    RETURN normalize(translate(lower(${replace("normalize(content, NFKC)", `[${invisible}]+`, "")} COLLATE ${collation}), 'ς', 'σ'), NFC);
  END`),
    // The letters of a text: in lower case, without accents, each in one form. Spaces and punctuation stay. Nothing
    // crosses U+0001.
    make("fold_text(content text) RETURNS text", `DECLARE
    folded text;
  BEGIN
    IF ${isAscii("content")} THEN RETURN lower(content COLLATE "C"); END IF;
    folded := lower(${replace("normalize(content, NFKD)", `[${marks}${invisible}]+`, "")} COLLATE ${collation});
    IF ${isAscii("folded")} THEN RETURN folded; END IF;
    IF ${matches("folded", `[${lettersFrom}]`)} THEN folded := translate(folded, ${quoted(lettersFrom)}, ${quoted(lettersTo)}); END IF;
    IF ${matches("folded", `[${twoLetters.map(([letter]) => letter).join("")}]`)} THEN
      folded := ${twoLetters.reduce((text, [letter, two]) => `replace(${text}, '${letter}', '${two}')`, "folded")};
    END IF;
    RETURN normalize(folded, NFC);
  END`),
    // A name: its words with single spaces, without apostrophes. An index keeps 200 characters; one of symbols alone
    // stays as it is.
    make("name_form(name text) RETURNS text", `DECLARE
    folded text := ${own(`fold_text(translate(name, ${quoted(apostrophes)}, ${quoted("'".repeat(apostrophes.length))}))`)};
    form text := left(btrim(${replace("replace(folded, '''', '')", `[${between}]+`, " ")}, ' '), 200);
  BEGIN
    RETURN CASE form WHEN '' THEN left(btrim(folded), 200) ELSE form END;
  END`),
    // Many providers deliver mail for ada+jobs@example.com to ada@example.com.
    make("address_form(email text) RETURNS text", `BEGIN
    RETURN regexp_replace(${own("fold_case(btrim(email))")} COLLATE "C", '[+][^@]*@', '@');
  END`),
    // The words of a text. Of letters without spaces between words, each with the next one, and the last alone. With a
    // point before it where that begins a word, as in .NET; and pairs of words that are joined by a point, a slash or
    // an ampersand.
    make("text_words(content text) RETURNS text[]", `DECLARE
    folded text := ${own("fold_text(content)")};
    found text[] := '{}';
  BEGIN
    IF NOT (${isAscii("folded")}) AND ${matches("folded", `[${unspaced}]`)} THEN
      found := ARRAY(
        SELECT one || CASE WHEN next IS NULL OR next = ' ' THEN '' ELSE next END
        FROM string_to_array(${replace("folded", `[^${unspaced}]+`, " ")}, NULL) AS chars, unnest(chars, chars[2:]) AS pair (one, next)
        WHERE one <> ' '
      );
      folded := ${replace("folded", `[${unspaced}]+`, " ")};
    END IF;${withSigns}
    IF strpos(folded, '.') > 0 AND ${matches("folded", String.raw`(^|[^a-z0-9.]|\m(asp|vb|ado))\.[a-z]`)} THEN
      found := found || ARRAY(
        SELECT '.' || match[1] FROM regexp_matches(folded COLLATE "C", ${quoted(String.raw`(?:^|[^a-z0-9.]|\m(?:asp|vb|ado))\.([a-z][a-z0-9]*)`)}, 'g') AS match
      );
    END IF;
    IF ${matches("folded", `[^${between}] *[./&] *[^${between}]`)} THEN
      found := found || ARRAY(
        SELECT one || '.' || next
        FROM regexp_matches(${replace("folded", " +([&/]) +", String.raw`\1`)} COLLATE "C", ${quoted(`[^${between}]+(?:[./&][^${between}]+)+`)}, 'g') AS match,
          string_to_array(translate(match[1], '/&', '..'), '.') AS parts, unnest(parts, parts[2:]) AS pair (one, next)
        WHERE next IS NOT NULL
      );
    END IF;
    IF ${isAscii("folded")} THEN RETURN found || string_to_array(btrim(${replace("folded", "[^a-z0-9]+", " ")}, ' '), ' '); END IF;
    RETURN found || string_to_array(btrim(${replace("folded", `[${between}]+`, " ")}, ' '), ' ');
  END`),
    // The words that an index has: a zero-width non-joiner is in a word, and between two.
    make("text_indexed(content text) RETURNS text[]", `BEGIN
    IF strpos(content, ${nonJoiner}) = 0 THEN RETURN ${own("text_words(content)")}; END IF;
    RETURN ${own("text_words(content)")} || ${own(`text_words(translate(content, ${nonJoiner}, ' '))`)};
  END`),
    // The words of a text, each with its organization; the organization alone stands for every text of it.
    make("text_keys(organization_id uuid, content text) RETURNS tsvector", `DECLARE
    words text[] := array_prepend('', ${own("text_indexed(content)")});
  BEGIN
    IF octet_length(content) > 200000 THEN
      words := ARRAY(
        SELECT word FROM (
          SELECT word, sum(octet_length(left(word, 500)) + 8) OVER (ORDER BY first) AS bytes
          FROM (SELECT word, min(nth) AS first FROM unnest(words) WITH ORDINALITY AS w (word, nth) GROUP BY word) once
        ) counted WHERE bytes <= ${indexedBytes}
      );
    END IF;
    RETURN array_to_tsvector(ARRAY(SELECT ${scoped} || left(word, 500) FROM unnest(words) AS word));
  END`),
    // The words of a name once more, marked: a search finds those who have its words in their name before all others.
    make("text_name_keys(organization_id uuid, name text) RETURNS tsvector", `BEGIN
    RETURN array_to_tsvector(ARRAY(SELECT ${scoped} || '=' || left(word, 500) FROM unnest(${own("text_indexed(name)")}) AS word));
  END`),
    // A query for texts that have all of these words, or words that begin with them. Left out are parts of longer ones.
    // A point, slash or ampersand joins words where one of them is short: of longer ones, all have to be there. Null
    // without words.
    make("text_query(organization_id uuid, content text, mark text, whole boolean) RETURNS tsquery", `DECLARE
    words text[] := ${own("text_words(content)")};
    joined text[] := ARRAY(
      SELECT word FROM unnest(words) AS word
      WHERE starts_with(word, '.') OR length(split_part(word, '.', 1)) <= 2 AND strpos(word, '.') > 0 OR length(split_part(word, '.', 2)) BETWEEN 1 AND 2
    );
    parts text[] := string_to_array(array_to_string(joined, '.'), '.');
    ends text[] := ARRAY(SELECT substr(word, 2) FROM unnest(words) AS word WHERE length(word) = 2 AND ${isUnspaced("word")});
  BEGIN
    RETURN (
      SELECT string_agg(DISTINCT
        '''' || replace(replace(${scoped} || mark || left(word, 500), '\\', '\\\\'), '''', '''''') || '''' ||
          CASE WHEN whole AND NOT (${isUnspaced("word")}) THEN '' ELSE ':*' END, ' & '
      )::tsquery
      FROM unnest(words) AS word
      WHERE word = ANY (joined) OR strpos(word, '.') = 0 AND word <> ALL (parts) AND word <> ALL (ends)
    );
  END`),
    // What two spellings of a word have in common: its first letters, and these with one of them left out. As numbers,
    // which depend on the organization. A list of expressions, for a second set of rows would take longer than the
    // rest.
    make("text_spellings(organization_id uuid, content text) RETURNS bigint[]", `DECLARE
    unjoined text := translate(content, ${quoted(`'-‐‑${apostrophes}`)}, '');
  BEGIN
    RETURN ARRAY(
      SELECT unnest(ARRAY[${
      ["word", ...positions.map((at) => `overlay(word PLACING '' FROM ${at} FOR 1)`)].map((text) => `hashtextextended(${text}, seed)`).join(", ")
    }])
      FROM (
        SELECT DISTINCT left(word, ${positions.length}) AS word, uuid_hash_extended(organization_id, 0) AS seed
        FROM unnest(${own("text_words(CASE unjoined WHEN content THEN content ELSE content || ' ' || unjoined END)")}) AS word
        WHERE strpos(word, '.') = 0 AND NOT (${isUnspaced("word")})
      ) words
    );
  END`),
    // The words of a text in their order, each between spaces: a phrase is a part of it.
    make("text_sequence(content text) RETURNS text", `DECLARE
    folded text := ${own("fold_text(content)")};
  BEGIN
    IF ${matches("folded", `[${unspaced}]`)} THEN folded := ${replace("folded", `([${unspaced}])`, String.raw` \1 `)}; END IF;${withSigns}
    RETURN ' ' || btrim(${replace("folded", `[${between}]+`, " ")}, ' ') || ' ';
  END`),
    // A text for the extension pg_trgm, in ASCII.
    make("text_trigrams(content text) RETURNS text", `DECLARE
    folded text := ${own("fold_text(content)")};
  BEGIN
    RETURN CASE WHEN ${isAscii("folded")} THEN folded
      ELSE translate(folded, ${quoted(alphabets.map(([letter]) => letter).join(""))}, ${quoted(alphabets.map(([, ascii]) => ascii).join(""))}) END;
  END`),
    // The text with U+0001 before and behind each word and each letter of those without spaces: a fold of it has as
    // many.
    make("text_pieces(content text) RETURNS text", `BEGIN
    RETURN ${
      replace(
        "translate(content, U&'\\0001', ' ')",
        String.raw`([${unspaced}][${attached}]*|[^${between}${unspaced}]+(?:\+\+|[+#](?![A-Za-z0-9]))?)`,
        "\u0001\\1\u0001"
      )
    };
  END`)
  ]
}

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [{ collation, schema }] = (yield* sql`
    SELECT quote_ident(current_schema()) AS schema, (
      SELECT 'pg_catalog.' || quote_ident(collname) FROM pg_collation
      WHERE collnamespace = 'pg_catalog'::regnamespace AND collname = ANY (${collations}::text[])
        AND collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding()))
      ORDER BY array_position(${collations}::text[], collname::text) LIMIT 1
    ) AS collation`) as unknown as [{ readonly schema: string; readonly collation: string | null }]
  if (collation === null) return yield* new CollationMissing()
  yield* Effect.forEach(statements(schema, collation), (statement) => sql.unsafe(statement), { discard: true })
})
