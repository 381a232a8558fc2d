/** The texts of the console can be translated, and German has all of them. */
import { describe, expect, test } from "bun:test"
import { IntlMessageFormat } from "intl-messageformat"
import { settleLanguage } from "../src/language/language.ts"
import { loadTexts, t } from "../src/language/text.tsx"
import de from "../src/language/de.json"
import { findTexts } from "./Texts.ts"

type Elements = ReturnType<IntlMessageFormat["getAst"]>

const placesIn = (elements: Elements): ReadonlyArray<string> =>
  elements.flatMap((element) => [
    ...("value" in element && element.type !== 0 ? [element.value] : []),
    ...("options" in element ? Object.values(element.options).flatMap(({ value }) => placesIn(value)) : []),
    ...("children" in element ? placesIn(element.children) : [])
  ])

const placesOf = (text: string): ReadonlySet<string> => new Set(placesIn(new IntlMessageFormat(text, "en").getAst()))

const german: Readonly<Record<string, string>> = de
const { marked, unmarked, wrong } = findTexts(placesOf)

describe("texts of the console", () => {
  test("each is marked, gets the values that it names, and is asked for when the language is known", () => {
    expect({ unmarked, wrong }).toEqual({ unmarked: [], wrong: [] })
  })

  test("each has a German one with the same values, and no German one is left over", () => {
    expect([...marked].filter(([text]) => german[text] === undefined)).toEqual([])
    expect(Object.keys(german).filter((text) => !marked.has(text))).toEqual([])
    expect(Object.entries(german).filter(([text, translated]) => placesOf(text).symmetricDifference(placesOf(translated)).size > 0)).toEqual([])
  })

  test("one that is missing in German is shown in English", async () => {
    await loadTexts(settleLanguage("de"))
    expect([t("Cancel"), t("{used} of {limit}", { used: 1, limit: 2 })]).toEqual(["Abbrechen", "1 von 2"])
    expect([t("Nobody wrote this"), t("{count, plural, one {# moon} other {# moons}}", { count: 2 })]).toEqual(["Nobody wrote this", "2 moons"])
    await loadTexts(settleLanguage("en"))
    expect(t("Cancel")).toBe("Cancel")
  })
})
