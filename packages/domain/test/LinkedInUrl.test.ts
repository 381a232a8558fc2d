import { LinkedInUrl } from "@candor/domain/candidate/LinkedInUrl"
import { describe, expect, test } from "bun:test"
import { Arbitrary, Effect, Option, Schema } from "effect"

const decode = Schema.decodeUnknownOption(LinkedInUrl)
const ada = Option.some("https://www.linkedin.com/in/ada-lovelace")

/** Why a property does not hold; undefined where it does. */
const falsified = <A>(values: Arbitrary.Arbitrary<A>, property: (value: A) => boolean) =>
  Effect.runPromise(Effect.map(Arbitrary.checkEffect(values, property, { runs: 500 }), Arbitrary.formatCheckFailure))

describe("LinkedInUrl", () => {
  test.each([
    "https://www.linkedin.com/in/ada-lovelace",
    "http://www.linkedin.com/in/ada-lovelace",
    "https://linkedin.com/in/ada-lovelace",
    "https://de.linkedin.com/in/ada-lovelace/",
    "www.linkedin.com/in/ada-lovelace",
    "linkedin.com/in/ada-lovelace",
    "//www.linkedin.com/in/ada-lovelace",
    "http//www.linkedin.com/in/ada-lovelace",
    "https://https://www.linkedin.com/in/ada-lovelace",
    "https://http://linkedin.com/in/ada-lovelace",
    "https://https//www.linkedin.com/in/ada-lovelace",
    "https:／／www.linkedin.com／in／ada-lovelace",
    "ｈｔｔｐｓ：／／ｗｗｗ．ｌｉｎｋｅｄｉｎ．ｃｏｍ／ｉｎ／ａｄａ－ｌｏｖｅｌａｃｅ",
    "www.linkedin.com／in／ada-lovelace",
    "LinkedIn：https://www.linkedin.com/in/ada-lovelace",
    "in/ada-lovelace",
    "/in/ada-lovelace/",
    "HTTPS://WWW.LinkedIn.com/in/Ada-Lovelace",
    "https://www.linkedin.com/IN/ADA-LOVELACE",
    "https://www.linkedin.com/in/ada-lovelace?trk=public#about",
    "https://www.linkedin.com/in/ada-lovelace&trk=public",
    "https://www.linkedin.com/in/ada-lovelace%20%0A",
    "https://www.linkedin.com/in/@ada-lovelace",
    "https://www.linkedin.com/in/ada-lovelace/?originalSubdomain=de",
    "https://www.linkedin.com//in//ada-lovelace//",
    // Pages of the profile, and the profile in a language.
    "https://www.linkedin.com/in/ada-lovelace/de",
    "https://www.linkedin.com/in/ada-lovelace/de-DE/",
    "https://www.linkedin.com/in/ada-lovelace?locale=de_DE",
    "https://www.linkedin.com/in/ada-lovelace/details/experience/",
    "https://www.linkedin.com/in/ada-lovelace/overlay/contact-info/",
    "https://www.linkedin.com/in/ada-lovelace/recent-activity/all/",
    // Apps, and links in mails of LinkedIn.
    "https://m.linkedin.com/in/ada-lovelace",
    "https://www.linkedin.com/mwlite/in/ada-lovelace",
    "https://www.linkedin.com/m/in/ada-lovelace",
    "https://www.linkedin.com/profile/in/ada-lovelace",
    "https://www.linkedin.com/public-profile/in/ada-lovelace?trk=x",
    "https://www.linkedin.com/mwlite/profile/in/ada-lovelace",
    "https://www.linkedin.com/comm/in/ada-lovelace?midToken=x",
    "https://www.linkedin.cn/incareer/in/ada-lovelace",
    // As copied from a text.
    "  https://www.linkedin.com/in/ada-lovelace\n",
    "\u00a0\ufeffhttps://www.linkedin.com/in/ada-lovelace\u200b",
    "https://www.linkedin.com/in/ada\u00ad-lovelace",
    "<https://www.linkedin.com/in/ada-lovelace>",
    "https://www.linkedin.com/in/ada-lovelace.",
    "https://www.linkedin.com/in/ada-lovelace,",
    "(https://www.linkedin.com/in/ada-lovelace)",
    "[LinkedIn](https://www.linkedin.com/in/ada-lovelace)",
    "LinkedIn: https://www.linkedin.com/in/ada-lovelace",
    "LinkedIn:www.linkedin.com/in/ada-lovelace",
    "Ada Lovelace <https://www.linkedin.com/in/ada-lovelace>, London",
    "https://www.linkedin.com/in/ada-lovelace | London",
    "https://www.linkedin.com/in/ada-lovelace/ (my profile)",
    // Links that lead there.
    "https://www.linkedin.com/safety/go?url=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fada-lovelace",
    "https://www.linkedin.com/authwall?trk=gf&sessionRedirect=https%3A%2F%2Fde.linkedin.com%2Fin%2Fada-lovelace",
    "https://www.google.com/url?sa=t&url=https://www.linkedin.com/in/ada-lovelace&usg=x",
    "https://www.google.com/url?q=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fada-lovelace%3Ftrk%3Dx&sa=D",
    "https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fada-lovelace%2F&data=05%7C02",
    "https://urldefense.com/v3/__https://www.linkedin.com/in/ada-lovelace/__;!!x$",
    `https://www.linkedin.com/in/ada-lovelace?x=${"y".repeat(3000)}`,
    `https://www.linkedin.com/in/ada-lovelace/#${"y".repeat(3000)}`
  ])("%s becomes the one form", (text) => {
    expect(decode(text)).toEqual(ada)
  })

  test.each([
    // Ids of members: their capitals count.
    ["https://www.linkedin.com/in/ACoAABcDeFg_h-1/", "ACoAABcDeFg_h-1"],
    ["https://www.linkedin.com/in/ACoAABCDEFG_H-1/?trk=x", "ACoAABCDEFG_H-1"],
    ["https://www.linkedin.com/in/AEMAAAbCdEf", "AEMAAAbCdEf"],
    ["https://www.linkedin.com/sales/lead/ACwAAAbCdEf,NAME_SEARCH,x-Y1", "ACwAAAbCdEf"],
    ["https://www.linkedin.com/sales/people/ACwAAAbCdEf%2CNAME_SEARCH%2Cx", "ACwAAAbCdEf"],
    ["https://www.linkedin.com/talent/profile/AEMAAAbCdEf?rightRail=x", "AEMAAAbCdEf"],
    ["https://www.linkedin.com/talent/hire/1/manage/all/profile/AEMAAAbCdEf", "AEMAAAbCdEf"],
    ["https://www.linkedin.com/profile/view?id=ADEAABl_naQBD-Ve", "ADEAABl_naQBD-Ve"],
    // Handles that only look alike.
    ["https://www.linkedin.com/in/acoaa-smith", "acoaa-smith"],
    ["https://www.linkedin.com/in/ADEAALEX", "adeaalex"],
    // Old public addresses lead where LinkedIn redirects them.
    ["https://pl.linkedin.com/pub/krzysztof-marzec/a7/576/b50?trk=pub", "krzysztof-marzec-b50576a7"],
    ["https://www.linkedin.com/pub/benjamin-lees/58/75/162", "benjamin-lees-16207558"],
    ["https://www.linkedin.com/pub/hanz-meyer/29/314/b/de", "hanz-meyer-00b31429"],
    // Letters and signs of handles.
    ["https://www.linkedin.com/in/john-🚀-doe/", "john-%F0%9F%9A%80-doe"],
    ["https://www.linkedin.com/in/john-%F0%9F%9A%80-doe", "john-%F0%9F%9A%80-doe"],
    ["https://www.linkedin.com/in/山田太郎", "%E5%B1%B1%E7%94%B0%E5%A4%AA%E9%83%8E"],
    ["https://www.linkedin.com/in/علی‌رضا", encodeURIComponent("علی‌رضا")],
    ["https://www.linkedin.com/in/andr%25C3%25A9", "andr%C3%A9"],
    ["https://www.linkedin.com/in/o'neill_jr.", "o%27neill_jr"],
    ["https://www.linkedin.com/in/john®", "john%C2%AE"],
    [`https://www.linkedin.com/in/${"я".repeat(100)}`, "%D1%8F".repeat(100)]
  ])("%s is the profile %s", (text, key) => {
    expect(decode(text)).toEqual(Option.some(`https://www.linkedin.com/in/${key}`))
  })

  test("letters beyond ASCII and their percent-encoding are the same", () => {
    expect(decode("linkedin.com/in/andré")).toEqual(Option.some("https://www.linkedin.com/in/andr%C3%A9"))
    for (const same of ["andr%C3%A9", "andr%c3%a9", "ANDRÉ", "ANDR%C3%89", "andre\u0301"]) {
      expect(decode(`linkedin.com/in/${same}`)).toEqual(decode("linkedin.com/in/andré"))
    }
  })

  test.each([
    ["the empty text", ""],
    ["a text that is no address", "Ada Lovelace"],
    ["another host", "https://example.com/in/ada-lovelace"],
    ["a host that ends alike", "https://notlinkedin.com/in/ada-lovelace"],
    ["a host that begins alike", "https://www.linkedin.com.example.com/in/ada-lovelace"],
    ["another scheme", "ftp://www.linkedin.com/in/ada-lovelace"],
    ["a company", "https://www.linkedin.com/company/acme"],
    ["a profile without a handle", "https://www.linkedin.com/in/"],
    [
      "a company's page that names a profile",
      "https://www.linkedin.com/company/acme?ref=https://www.linkedin.com/in/ada"
    ],
    ["a school", "https://www.linkedin.com/school/acme/"],
    ["a job", "https://www.linkedin.com/jobs/view/123"],
    ["the feed", "https://www.linkedin.com/feed/update/urn:li:activity:1/"],
    ["a list of people with one name", "https://www.linkedin.com/pub/dir/Ada/Lovelace"],
    ["a name without its number", "https://www.linkedin.com/pub/ada-lovelace"],
    ["a page for sellers without a member's id", "https://www.linkedin.com/sales/profile/123,abc,NAME"],
    ["a short link", "https://lnkd.in/abc"],
    ["the profile of whoever asks", "https://www.linkedin.com/in/me/"],
    ["a handle with a space", "linkedin.com/in/ada lovelace"],
    ["a handle over two lines", "https://www.linkedin.com/in/ada-\nlovelace"],
    ["punctuation alone", "https://www.linkedin.com/in/---"],
    ["spaces alone", " \u00a0 "],
    ["a very long text", `${"linkedin.com ".repeat(100_000)}linkedin.com/in/ada`],
    ["a step back", "https://www.linkedin.com/in/.."],
    ["a step back in disguise", "https://www.linkedin.com/in/%2e%2E"],
    ["a step that stays", "https://www.linkedin.com/in/."],
    ["a backslash", "https://www.linkedin.com/in/a\\b"],
    ["broken percent-encoding", "https://www.linkedin.com/in/ada%"],
    ["an encoded slash", "https://www.linkedin.com/in/a%2Fb"],
    ["an encoded U+0000", "https://www.linkedin.com/in/a%00"],
    ["more than 100 characters", `https://www.linkedin.com/in/${"a".repeat(101)}`],
    ["a number", 7],
    ["null", null]
  ])("%s is refused", (_, input) => {
    expect(decode(input)).toEqual(Option.none())
  })

  test("a refusal names what is accepted", () => {
    expect(() => Schema.decodeUnknownSync(LinkedInUrl)("https://example.com/in/ada")).toThrow(
      "the URL of a LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace"
    )
  })

  const Spelling = Schema.Struct({
    scheme: Schema.Literals(["", "http://", "https://", "HTTPS://"]),
    host: Schema.Literals(["linkedin.com", "www.linkedin.com", "uk.linkedin.com", "LinkedIn.com"]),
    handle: Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9][a-zA-Z0-9-]{2,99}$/)),
    end: Schema.Literals(["", "/", "?trk=x", "/?trk=x#about", "#about"])
  })

  test("property: every spelling of a profile's address becomes the one form", async () => {
    expect(
      await falsified(Arbitrary.schema(Spelling), ({ end, handle, host, scheme }) =>
        Option.contains(
          decode(`${scheme}${host}/in/${handle}${end}`),
          `https://www.linkedin.com/in/${handle.toLowerCase()}`
        ))
    ).toBeUndefined()
  })

  test("property: what was accepted is accepted again and stays as it is", async () => {
    expect(
      await falsified(Arbitrary.schema(Schema.String), (text) => {
        const accepted = decode(`https://www.linkedin.com/in/${text}`)
        return Option.isNone(accepted) || Option.contains(decode(accepted.value), accepted.value)
      })
    ).toBeUndefined()
  })
})
