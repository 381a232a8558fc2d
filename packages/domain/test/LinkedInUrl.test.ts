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
    "HTTPS://WWW.LinkedIn.com/in/Ada-Lovelace",
    "https://www.linkedin.com/in/ada-lovelace?trk=public#about",
    "  https://www.linkedin.com/in/ada-lovelace\n"
  ])("%s becomes the one form", (text) => {
    expect(decode(text)).toEqual(ada)
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
    ["a page below a profile", "https://www.linkedin.com/in/ada-lovelace/details"],
    ["a step back", "https://www.linkedin.com/in/.."],
    ["a step back in disguise", "https://www.linkedin.com/in/%2e%2E"],
    ["a step that stays", "https://www.linkedin.com/in/."],
    ["a backslash", "https://www.linkedin.com/in/a\\b"],
    ["broken percent-encoding", "https://www.linkedin.com/in/ada%"],
    ["an encoded slash", "https://www.linkedin.com/in/a%2Fb"],
    ["an encoded U+0000", "https://www.linkedin.com/in/a%00"],
    ["more than 300 characters", `https://www.linkedin.com/in/${"a".repeat(300)}`],
    ["a number", 7],
    ["null", null]
  ])("%s is refused", (_, input) => {
    expect(decode(input)).toEqual(Option.none())
  })

  test("a refusal names what is accepted", () => {
    expect(() => Schema.decodeUnknownSync(LinkedInUrl)("https://example.com/in/ada")).toThrow(
      "the address of a LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace"
    )
  })

  const Spelling = Schema.Struct({
    scheme: Schema.Literals(["", "http://", "https://", "HTTPS://"]),
    host: Schema.Literals(["linkedin.com", "www.linkedin.com", "uk.linkedin.com", "LinkedIn.com"]),
    handle: Schema.String.check(Schema.isPattern(/^[a-zA-Z0-9][a-zA-Z0-9-]{0,99}$/)),
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
