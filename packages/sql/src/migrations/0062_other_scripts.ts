/**
 * Words in one script are found by those in another: Cyrillic and Greek by Latin letters, traditional by simplified
 * Chinese (decision 0041).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { between, matches, quoted, replace } from "./0031_normal_forms.ts"
import { simplified, traditional } from "./HanVariants.ts"

/** Letters that no system writes in a way of its own. The hard and the soft sign have none in most. */
const cyrillic = ["абвгґдезиіклмнопрстуфыэјўѐѝѓќѕӏъь", "abvggdeziiklmnoprstufyejueigkz"] as const
const greek = ["αβγδεζηικλμνξοπρσςτυφωάέήίόύώϊϋΐΰ", "avgdezhiklmnxoprsstyfoaeiioyoiyiy".replace("zh", "zi")] as const

/** The letters of English passports (ICAO 9303), and those of most other transliterations into English. */
const icao = "ж=zh х=kh ц=ts ч=ch ш=sh щ=shch ю=iu я=ia й=i ё=e є=ie ї=i љ=lj њ=nj ђ=dj ћ=c џ=dz"
const english = "ж=zh х=kh ц=ts ч=ch ш=sh щ=shch ю=yu я=ya й=y ё=yo є=ye ї=yi љ=lj њ=nj ђ=dj ћ=c џ=dz"

/** A system: what it writes for letters, in the order in which they are replaced; `_` is the begin of a word. */
const systems: ReadonlyArray<readonly [replacements: string, letters: readonly [string, string]]> = [
  [icao, cyrillic],
  [english, cyrillic],
  // As people write their names: Dmitry, Maria, Alexey.
  [`ия=ia ий=y ый=y кс=x ё=e ${english}`, cyrillic],
  [`ия=ia кс=x ей=ei ай=ai ${icao}`, cyrillic],
  // Of Ukraine (resolution 55 of 2010), and as it is written else.
  [`_є=ye _ї=yi _й=y _ю=yu _я=ya зг=zgh г=h и=y ${icao}`, cyrillic],
  [`г=h и=y ${english}`, cyrillic],
  // Of Bulgaria, of Serbia without accents, and in German.
  [`ия=ia х=h щ=sht ъ=a ь=y ${english}`, cyrillic],
  ["ж=z х=h ц=c ч=c ш=s щ=sc ю=ju я=ja й=j ё=e є=je ї=ji љ=lj њ=nj ђ=d ћ=c џ=dz", cyrillic],
  ["ж=z х=h ц=c ч=c ш=s щ=sc ю=ju я=ja й=j ё=jo є=je ї=ji љ=lj њ=nj ђ=dj ћ=c џ=dz", cyrillic],
  ["ж=sch х=ch ц=z ч=tsch ш=sch щ=schtsch ю=ju я=ja й=i ё=jo є=je ї=ji в=w љ=lj њ=nj ђ=dj ћ=c џ=dz", cyrillic],
  // Of Greece (ELOT 743), and by sound.
  ["ού=ou ου=ou _μπ=b θ=th χ=ch ψ=ps γγ=ng γξ=nx γχ=nch αυ=av αύ=av ευ=ev εύ=ev", greek],
  ["ού=ou ου=ou μπ=b ντ=d γκ=g θ=th χ=h ψ=ps γγ=g αυ=af αύ=af ευ=ef εύ=ef υ=i ύ=i", greek]
]

const written = ([replacements, [from, to]]: typeof systems[number]): string => {
  const replaced = replacements.split(" ").map((one) => one.split("=")).reduce(
    (text, [letters = "", others = ""]) =>
      letters.startsWith("_") ? `replace(${text}, ' ${letters.slice(1)}', ' ${others}')` : `replace(${text}, '${letters}', '${others}')`,
    "' ' || lower_case"
  )
  return `translate(${replaced}, '${from}', '${to}')`
}

/** Letters of these scripts, within brackets, and characters of which some are traditional ones. */
const transliterated = "\\u0370-\\u03ff\\u0400-\\u04ff\\u1f00-\\u1fff"
const han = "\\u4e00-\\u9fff"

const [from, to] = [[...traditional], [...simplified]]
const variants = JSON.stringify(Object.fromEntries(from.map((one, at) => [one, to[at]])))

/** Functions are named with their schema: an index is restored without a search path. */
const statements = (schema: string): ReadonlyArray<string> => {
  const own = (call: string) => `${schema}.${call}`
  const make = (head: string, body: string) =>
    `CREATE FUNCTION ${head} LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$ ${body} $body$`
  const inLetters = (of: typeof cyrillic | typeof greek) => systems.filter(([, letters]) => letters === of).map(written).join(", ")
  return [
    // A text in Latin letters, by each system that writes it in another way.
    make("text_transliterations(content text) RETURNS text[]", `DECLARE
    lower_case text := ${own("fold_case(content)")};
  BEGIN
    RETURN ARRAY(
      SELECT DISTINCT form FROM unnest(
        CASE WHEN ${matches("lower_case", "[\\u0400-\\u04ff]")} THEN ARRAY[${inLetters(cyrillic)}] ELSE ARRAY[${inLetters(greek)}] END
      ) AS form
    );
  END`),
    // A folded text in simplified characters. A text of many kinds has few of them, so that each is looked up.
    make("text_simplified(folded text) RETURNS text", `BEGIN
    RETURN (
      SELECT string_agg(coalesce(${quoted(variants)}::jsonb ->> one, one), '' ORDER BY nth)
      FROM unnest(string_to_array(folded, NULL)) WITH ORDINALITY AS letters (one, nth)
    );
  END`),
    "ALTER FUNCTION text_indexed(text) RENAME TO text_joined",
    // The words of an index, with those of its words in other scripts.
    make("text_indexed(content text) RETURNS text[]", `DECLARE
    words text[] := ${own("text_joined(content)")};
    other text;
    form text;
  BEGIN
    IF octet_length(content) = length(content) THEN RETURN words; END IF;
    IF ${matches("content", `[${transliterated}]`)} THEN
      other := array_to_string(ARRAY(
        SELECT DISTINCT match[1]
        FROM regexp_matches(normalize(content, NFC) COLLATE "C", ${quoted(`([^${between}]*[${transliterated}][^${between}]*)`)}, 'g') AS match
      ), ' ');
      FOREACH form IN ARRAY ${own("text_transliterations(other)")} LOOP words := words || ${own("text_words(form)")}; END LOOP;
    END IF;
    IF ${matches("content", `[${han}]`)} THEN
      other := ${own("fold_text(content)")};
      other := ${replace("other", `[^${han}]+`, " ")};
      form := ${own("text_simplified(other)")};
      IF form <> other THEN words := words || ${own("text_words(form)")}; END IF;
    END IF;
    RETURN words;
  END`),
    "ALTER FUNCTION text_query(uuid, text, text, boolean) RENAME TO text_joined_query",
    // A query, or what it is in another script.
    make("text_query(organization_id uuid, content text, mark text, whole boolean) RETURNS tsquery", `DECLARE
    found tsquery := ${own("text_joined_query(organization_id, content, mark, whole)")};
    other text;
    form text;
  BEGIN
    IF found IS NULL OR octet_length(content) = length(content) THEN RETURN found; END IF;
    IF ${matches("content", `[${transliterated}]`)} THEN
      FOREACH form IN ARRAY ${own("text_transliterations(content)")} LOOP
        found := found || coalesce(${own("text_terms(organization_id, form, mark, whole)")}, found);
      END LOOP;
    END IF;
    IF ${matches("content", `[${han}]`)} THEN
      other := ${own("fold_text(content)")};
      form := ${own("text_simplified(other)")};
      IF form <> other THEN found := found || ${own("text_terms(organization_id, form, mark, whole)")}; END IF;
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
