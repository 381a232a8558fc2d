import {
  Email,
  EmailFilter,
  filled,
  Line,
  numberOrNull,
  orNull,
  PersonLine,
  text,
  WebAddress
} from "@candor/domain/Text"
import { Currency } from "@candor/domain/job/Currency"
import { Tag } from "@candor/domain/candidate/Tag"
import { StageType } from "@candor/domain/job/StageType"
import { spelled } from "@candor/domain/Spelling"
import { LinkedInUrl } from "@candor/domain/candidate/LinkedInUrl"
import { describe, expect, test } from "bun:test"
import { Exit, Schema } from "effect"

/** The decoded value, or the message of the refusal. */
const decoded = <A>(schema: Schema.Codec<A, Schema.Json>) => {
  const decode = Schema.decodeUnknownExit(schema)
  return (input: unknown): A | string =>
    Exit.match(decode(input), { onSuccess: (value) => value, onFailure: (cause) => `refused: ${String(cause)}` })
}

const refused = expect.stringMatching(/^refused: /)

describe("a text of one line", () => {
  test.each([
    ["as it is", "Zürich, São Paulo, 東京, Ελλάδα", "Zürich, São Paulo, 東京, Ελλάδα"],
    ["composed or not", "e\u0301 and \u00e9", "e\u0301 and \u00e9"],
    ["two spaces within", "Ada  Lovelace", "Ada  Lovelace"],
    ["a no-break space within", "Ada\u00a0Lovelace", "Ada\u00a0Lovelace"],
    ["spaces around", "  Ada Lovelace ", "Ada Lovelace"],
    ["spaces of other scripts around", "\u3000山田 太郎\u2003\u00a0", "山田 太郎"],
    ["a byte order mark before", "\ufeffAda", "Ada"],
    ["zero-width spaces", "\u200bAda\u200b Love\u200blace\u2060", "Ada Lovelace"],
    ["a line break at the end", "Ada\r\n", "Ada"],
    ["line breaks around", "\n\u2028Ada\u2029\u0085\n", "Ada"],
    ["a tab within", "Ada\tLovelace", "Ada Lovelace"],
    ["control characters", "A\u0007d\u001ba\u007f\u0099", "Ada"],
    ["an override of the direction", "\u202eecalevoL adA\u202c", "ecalevoL adA"],
    ["an isolate", "\u2068Ada\u2069 Lovelace", "Ada Lovelace"],
    ["marks of direction", "\u200eAda\u200f", "Ada"],
    ["a soft hyphen", "Donau\u00addampf", "Donaudampf"],
    ["ZWNJ in a Persian name", "علی‌رضا", "علی‌رضا"],
    ["ZWJ in a Sinhala name", "ශ්‍රී", "ශ්‍රී"],
    ["ZWJ at the end of a Malayalam name", "അവന്\u200d", "അവന്\u200d"],
    ["joiners that join nothing", "\u200cAda\u200d ", "Ada"],
    ["emoji of several characters", "👩🏽‍🚀 👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩🏽‍🚀 👨‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["U+FFFD", "Andr\ufffd", "Andr\ufffd"],
    ["200 characters of two units, with spaces around", ` ${"😀".repeat(200)} `, "😀".repeat(200)],
    ["200 characters with invisible ones within", `${"a\u200b".repeat(199)}a`, "a".repeat(200)],
    ["201 characters", "a".repeat(201), refused],
    ["a line break within", "Ada\nLovelace", refused],
    ["a line separator within", "Ada\u2028Lovelace", refused],
    ["nothing", "", refused],
    ["spaces of all kinds", " \t\u00a0\u2003\u3000\n", refused],
    ["invisible characters", "\u200b\ufeff\u200d\u2060\u202e\u0007", refused],
    ["fillers", "\u3164\u2800\u115f", refused],
    ["U+0000", "A\u0000", refused],
    ["half a surrogate pair", "A\ud83d", refused],
    ["100 marks on a character", `A${"\u0321".repeat(100)}`, `A${"\u0321".repeat(100)}`],
    ["101 marks on a character", `A${"\u0321".repeat(101)}`, refused]
  ])("%s: %j becomes %j", (_, input, expected) => {
    expect(decoded(Line)(input)).toEqual(expected)
    expect(decoded(orNull(Line))(input)).toEqual(
      /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u.test(input) ? expected : null
    )
  })

  test.each([
    ["a line break", "Ada\nLovelace", "Ada Lovelace"],
    ["line breaks of Windows", "TU\r\n\r\nMünchen\r\n", "TU München"],
    ["a line separator", "Ada\u2028Lovelace", "Ada Lovelace"],
    ["U+0000", "Ada\u0000", "Ada"],
    ["control characters", "A\u0007d\u001ba\u007f", "Ada"],
    ["201 characters", "a".repeat(201), refused],
    ["nothing that is seen", "\u0000\n\u200b", refused],
    ["half a surrogate pair", "A\ud83d", refused]
  ])("that a person gave of itself, with %s: %j becomes %j", (_, input, expected) => {
    expect(decoded(PersonLine)(input)).toEqual(expected)
  })

  test("cleaning takes linear time", () => {
    for (const gap of [" ", "\u200d", "\u00a0", "\u0301\u200d", "\u0315\u200d\u0327", ".", "@", "<", "'", "(", "\n"]) {
      for (
        const schema of [
          Line,
          PersonLine,
          Tag,
          Currency,
          spelled(StageType),
          Email,
          EmailFilter,
          WebAddress,
          LinkedInUrl
        ]
      ) decoded(schema)(`linkedin.com/in/a${gap.repeat(500_000)}b`)
    }
  })
})

test("a text of several lines stays as it was given, and is blank where nothing is seen", () => {
  const given = "\n one\u2028\ttwo\u200b\u202e \ufffd\u0007\n"
  expect(decoded(filled(100))(given)).toBe(given)
  expect(decoded(orNull(text(100)))(given)).toBe(given)
  expect(decoded(filled(100))(" \n\u200b")).toEqual(refused)
  expect(decoded(orNull(text(100)))(" \n\u200b")).toBeNull()
})

test("null is null, and what is no text is refused", () => {
  expect(decoded(orNull(Line))(null)).toBeNull()
  expect(decoded(orNull(Line))(7)).toEqual(refused)
  expect(decoded(Line)(null)).toEqual(refused)
})

test.each<[unknown, number | string | null]>([
  ["", null],
  [" \u200b\n", null],
  [null, null],
  [0, 0],
  [3.5, 3.5],
  ["3", refused],
  [-1, refused],
  [[], refused],
  [true, refused]
])("a number that may be null, %j, becomes %j", (input, expected) => {
  expect(decoded(numberOrNull(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))))(input)).toEqual(expected)
})

describe("an email address", () => {
  test.each([
    ["ada@example.com", "ada@example.com"],
    ["Ada.Lovelace+jobs@Example.COM", "Ada.Lovelace+jobs@Example.COM"],
    [" ada@example.com\n", "ada@example.com"],
    ["\u00a0\ufeffada@example.com\u200b", "ada@example.com"],
    ["ada@exam\u200bple.com", "ada@example.com"],
    ["\u202aada@example.com\u202c", "ada@example.com"],
    ["ada@müller.de", "ada@xn--mller-kva.de"],
    ["ada@MÜLLER.de", "ada@xn--mller-kva.de"],
    ["ada@mu\u0308ller.de", "ada@xn--mller-kva.de"],
    ["ada@faß.de", "ada@xn--fa-hia.de"],
    ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["ada@例え。テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["jörg.müller@example.com", "jörg.müller@example.com"],
    ["почта@пример.рф", "почта@xn--e1afmkfd.xn--p1ai"],
    ["ada@example.com.", "ada@example.com"],
    ["ada@example.com,", "ada@example.com"],
    ["ada@example.com;", "ada@example.com"],
    ["<ada@example.com>", "ada@example.com"],
    ["Ada Lovelace <ada@example.com>", "ada@example.com"],
    ["\"Lovelace, Ada\" <ada@example.com>,", "ada@example.com"],
    ["mailto:ada@example.com", "ada@example.com"],
    ["'ada@example.com'", "ada@example.com"],
    ["“ada@example.com”", "ada@example.com"],
    ["o'neill@example.com", "o'neill@example.com"],
    ["'oneill@example.com", "'oneill@example.com"],
    ["<MAILTO:ada@example.com?subject=Hi>", "ada@example.com"],
    ["ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"],
    ["ada＠example.com", "ada@example.com"],
    ["ada @ example.com", "ada@example.com"],
    ["o’brien@example.com", "o'brien@example.com"],
    ["Pat <o‘brien@example.com>", "o'brien@example.com"],
    ["ada@example.com (privat)", "ada@example.com"],
    ["ada@example.com(work).", "ada@example.com"],
    ["<ada@example.com> (work)", "ada@example.com"],
    ["Email: ada@example.com", "ada@example.com"],
    ["email:ada@example.com", "ada@example.com"],
    ["E‑Mail-Adresse: mailto:ada@example.com", "ada@example.com"],
    ["Mail：ada@example.com (home)", "ada@example.com"],
    ["(ada)@example.com", refused],
    ["fax: ada@example.com", refused],
    ["", refused],
    ["\u200b", refused],
    ["ada", refused],
    ["ada@", refused],
    ["@example.com", refused],
    ["ada@localhost", refused],
    ["ada@example..com", refused],
    ["ada lovelace@example.com", refused],
    ["ada@exa mple.com", refused],
    ["ada@example.com, grace@example.com", refused],
    ["ada@example.com grace@example.com", refused],
    ["ada@@example.com", refused],
    ["\"ada lovelace\"@example.com", refused],
    ["ada@[127.0.0.1]", refused],
    ["ada@example.com/x", refused],
    ["ada@müller.de/x", refused],
    ["ada@müller.de:25", refused],
    ["ada@%6düller.de", refused],
    ["ad\ufffd@example.com", refused],
    [`${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.de`, expect.stringMatching(/^a{64}@/)],
    [`${"ä".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.de`, refused]
  ])("%j becomes %j", (input, expected) => {
    expect(decoded(Email)(input)).toEqual(expected)
  })
})

test.each([
  ["ada jobs@example.com", "ada+jobs@example.com"],
  ["ada jobs x@example.com", "ada+jobs+x@example.com"],
  [" ada+jobs@example.com ", "ada+jobs@example.com"],
  ["Ada Lovelace <ada@example.com>", "ada@example.com"],
  ["ada jobs", refused],
  ["", refused]
])("an email address in a query, %j, becomes %j", (input, expected) => {
  expect(decoded(EmailFilter)(input)).toEqual(expected)
})

describe("a web address", () => {
  test.each([
    ["https://example.com", "https://example.com"],
    ["http://example.com/a?b=c#d", "http://example.com/a?b=c#d"],
    ["https://example.com/a%20b", "https://example.com/a%20b"],
    ["example.com", "https://example.com"],
    ["www.example.com/ada", "https://www.example.com/ada"],
    ["//example.com/ada", "https://example.com/ada"],
    ["example.com:8080/ada", "https://example.com:8080/ada"],
    ["HTTPS://Example.com/Ada", "https://example.com/Ada"],
    [" https://example.com\n", "https://example.com"],
    ["\ufeffhttps://example.com/\u200bada\u00a0", "https://example.com/ada"],
    ["<https://example.com>", "https://example.com"],
    ["https://https://ada.dev", "https://ada.dev"],
    ["https://http://ada.dev/x", "http://ada.dev/x"],
    ["https://https//ada.dev", "https://ada.dev"],
    ["https://https://", refused],
    ["https://example.com/https://ada.dev", "https://example.com/https://ada.dev"],
    ["https：／／example.com／ada", "https://example.com/ada"],
    ["ｅｘａｍｐｌｅ．ｃｏｍ／ａｄａ", "https://example.com/ada"],
    ["https://example.com/Ｃ", "https://example.com/%EF%BC%A3"],
    ["https://müller.de/ada", "https://xn--mller-kva.de/ada"],
    ["müller.de", "https://xn--mller-kva.de/"],
    ["https://example.com/über mich", "https://example.com/%C3%BCber%20mich"],
    ["https://example.com/?q=größe", "https://example.com/?q=gr%C3%B6%C3%9Fe"],
    ["https://example.com/a|b^c{d}", "https://example.com/a%7Cb%5Ec%7Bd%7D"],
    ["https://example.com/日本", "https://example.com/%E6%97%A5%E6%9C%AC"],
    ["", refused],
    ["none", refused],
    ["n/a", refused],
    ["-", refused],
    ["Ada Lovelace", refused],
    ["javascript:alert(1)", refused],
    ["JavaScript:alert(1)", refused],
    ["java\tscript:alert(1)", refused],
    ["\u0001javascript:alert(1)", refused],
    ["javascript:1", refused],
    ["data:text/html,x", refused],
    ["file:///etc/passwd", refused],
    ["ftp://example.com", refused],
    ["mailto:ada@example.com", refused],
    ["ada@example.com", refused],
    ["https://", refused],
    ["https://exa mple.com", refused],
    [`https://example.com/${"ü".repeat(400)}`, refused]
  ])("%j becomes %j", (input, expected) => {
    expect(decoded(WebAddress)(input)).toEqual(expected)
  })
})

test.each([[" eur ", "EUR"], ["\u00a0chf\n", "CHF"], ["EUR", "EUR"], ["€", refused], ["", refused], ["XXX", refused]])(
  "the currency %j becomes %j",
  (input, expected) => {
    expect(decoded(Currency)(input)).toEqual(expected)
  }
)

test.each([["\u00a0Senior\u00a0 Engineer\u200b", "senior engineer"], ["C++", "c++"], ["a\nb", refused], [
  "\u200b",
  refused
]])(
  "the tag %j becomes %j",
  (input, expected) => {
    expect(decoded(Tag)(input)).toEqual(expected)
  }
)

test("what was accepted is accepted again, and stays as it is", () => {
  for (
    const [schema, given] of [
      [Line, "  Ada\tLovelace\u200b"],
      [Email, "Ada <ada@müller.de>"],
      [WebAddress, "müller.de/über mich"]
    ] as const
  ) {
    const once = decoded(schema)(given)
    expect(decoded(schema)(once)).toBe(once)
  }
})
