import * as ApiKeyText from "@candor/domain/authentication/ApiKeyText"
import { OrganizationId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import { id } from "./context.ts"

const organization = OrganizationId.make(id(42))
const text = ApiKeyText.format(organization, "0123456789abcdef0123456789abcdef01234567")

describe("the text of an API key", () => {
  test("names its organization", () => {
    expect(ApiKeyText.parse(text)).toEqual(Option.some({ organization_id: organization, text }))
  })

  test("ends in the CRC-32 of the rest", () => {
    expect(text.slice(-8)).toBe(Bun.hash.crc32(text.slice(0, -8)).toString(16).padStart(8, "0"))
  })

  test("is refused when any one character is another", () => {
    for (let at = 0; at < text.length; at++) {
      const wrong = text.slice(0, at) + (text[at] === "0" ? "1" : "0") + text.slice(at + 1)
      expect(Option.isNone(ApiKeyText.parse(wrong))).toBe(true)
    }
  })

  test("is refused when it is cut, longer, in capitals, or something else", () => {
    for (const wrong of ["", "x", text.slice(1), text.slice(0, -1), `${text}0`, ` ${text}`, text.toUpperCase()]) {
      expect(Option.isNone(ApiKeyText.parse(wrong))).toBe(true)
    }
  })
})
