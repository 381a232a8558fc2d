/** Amounts as people write them, in English and in German. */
import { describe, expect, test } from "bun:test"
import { setLanguage } from "../src/language/language.ts"
import { amountOf, amountText } from "../src/pages/job/amounts.ts"

describe("amounts", () => {
  test.each([
    ["60000", 60_000],
    ["60,000", 60_000],
    ["60.000", 60_000],
    ["60 000", 60_000],
    ["60'000", 60_000],
    ["1.234.567,50", 1_234_567.5],
    ["18,50", 18.5],
    ["18.5", 18.5],
    ["0", 0],
    ["  ", null],
    ["", null],
    ["60k", undefined],
    ["-1", undefined],
    ["1,2,3", undefined],
    ["€ 50", undefined]
  ])("%j is %p", (text, amount) => {
    expect(amountOf(text)).toBe(amount)
  })

  test("an amount that is shown is the same when it is read", () => {
    for (const language of ["de", "en"] as const) {
      setLanguage(language)
      for (const amount of [0, 18.5, 999, 60_000, 1_234_567.25]) expect(amountOf(amountText(amount))).toBe(amount)
    }
    expect(amountText(null)).toBe("")
  })
})
