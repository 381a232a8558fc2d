/** The texts of the console can be translated, and German has all of them. */
import { eventTypes, type IssueReason } from "@candor/client"
import { describe, expect, test } from "bun:test"
import { IntlMessageFormat } from "intl-messageformat"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sentenceOf } from "../src/api/issues.ts"
import type { Values } from "../src/api/issueTexts.ts"
import { problems } from "../src/pages/job/googleProblems.ts"
import { describedVariable } from "../src/pages/mail/variables.ts"
import { textOf } from "../src/api/failureTexts.ts"
import { spelledNoun, spelledVerb } from "../src/parts/eventNames.ts"
import { setLanguage } from "../src/language/language.ts"
import { loadTexts, t } from "../src/language/text.tsx"
import de from "../src/language/de.json"
import { texts as declared } from "../src/declared/german.made.ts"
import { findTexts } from "./Texts.ts"

type Elements = ReturnType<IntlMessageFormat["getAst"]>

const argumentsIn = (elements: Elements): ReadonlyArray<string> =>
  elements.flatMap((element) => [
    ...("value" in element && element.type !== 0 ? [element.value] : []),
    ...("options" in element ? Object.values(element.options).flatMap(({ value }) => argumentsIn(value)) : []),
    ...("children" in element ? argumentsIn(element.children) : [])
  ])

const argumentsOf = (text: string): ReadonlySet<string> =>
  new Set(argumentsIn(new IntlMessageFormat(text, "en").getAst()))

/** All German texts: those in the declarations of nouns, and those of the file. */
const german: Readonly<Record<string, string>> = { ...declared, ...de }
const { marked, unmarked, wrong } = findTexts(argumentsOf)

describe("texts of the console", () => {
  test("each is marked, gets the values that it names, and is asked for when the language is known", () => {
    expect({ unmarked, wrong }).toEqual({ unmarked: [], wrong: [] })
  })

  test("what is not marked is found, wherever it stands", () => {
    const planted = [
      `export const reasons = { email: "same email address" }`,
      "export const refused = (name) => `“${name}” is not added.`",
      "export const label = (at) => `stage ${at}`",
      `export const choose = () => { throw new Error("Choose one.") }`,
      `export const tabs = [["write", "Write"]]`
    ]
    expect(planted.map((source) => findTexts(argumentsOf, [["One.ts", source]]).unmarked.length)).toEqual([
      1,
      1,
      1,
      1,
      1
    ])
  })

  test("each has a German one with the same values, and no German one is left over", () => {
    const named = eventTypes.filter((type) => type !== "*").map((type) => type.split(".", 2))
      .flatMap(([noun = "", verb = "*"]) => [spelledNoun(noun), ...(verb === "*" ? [] : [spelledVerb(verb)])])
    const shown = new Set([...marked.keys(), ...named])
    expect([...shown].filter((text) => german[text] === undefined).map((text) => [text, marked.get(text)])).toEqual([])
    expect(Object.keys(de).filter((text) => !shown.has(text) || text in declared)).toEqual([])
    expect(
      Object.entries(german).filter(([text, translated]) =>
        argumentsOf(text).symmetricDifference(argumentsOf(translated)).size > 0
      )
    ).toEqual([])
  })

  test("each variable of templates is described", () => {
    const source = readFileSync(join(import.meta.dir, "../../../packages/domain/src/mail/TemplateVariables.ts"), "utf8")
    const names = [...source.matchAll(/^ {2}"([\w.]+)": \{/gm)].map(([, name]) => name!)
    expect(names).toContain("application.page")
    expect(names.filter((name) => describedVariable(name, "") === "")).toEqual([])
  })

  test("what is translated of the server's sentences is what it says", () => {
    const missed = readFileSync(join(import.meta.dir, "../../../packages/domain/src/job/GoogleProblems.ts"), "utf8")
    expect(problems.filter(({ english }) => !missed.includes(english))).toEqual([])
    expect(textOf({ failure: "stage_in_use", application_count: 1 })).toBe(
      "The stage has 1 application. Move them to another stage first."
    )
    expect(textOf({ failure: "of_a_later_server" })).toBeUndefined()
  })

  test.each<[IssueReason, Values, field: string, english: string, german: string]>([
    [
      "too_long",
      { limit: 200, unit: "characters" },
      "full_name",
      "The name must have at most 200 characters.",
      "Name: erwartet wird höchstens 200 Zeichen."
    ],
    ["too_few", { limit: 1 }, "hours", "The working hours is required.", "Arbeitszeiten ist erforderlich."],
    [
      "not_time_zone",
      {},
      "time_zone",
      "The time zone must be the name of a time zone, for example Europe/Berlin.",
      "Zeitzone: erwartet wird der Name einer Zeitzone, zum Beispiel Europe/Berlin."
    ],
    [
      "above_other",
      { other: "salary_max", limit: 70_000 },
      "salary_min",
      "The minimum salary must be at most the maximum salary, 70,000.",
      "Mindestgehalt: darf nicht über „Höchstgehalt“ liegen, also über 70.000."
    ],
    [
      "unknown_variable",
      { name: "job.titel", best: "job.title" },
      "subject",
      "The subject: there is no variable job.titel. Did you mean job.title?",
      "Betreff: Es gibt keine Variable job.titel. Ist job.title gemeint?"
    ]
  ])("what is wrong with a value is told by its reason: %s %j", async (reason, values, field, english, german) => {
    const issue = { path: [field], message: "Expected something else", reason, values }
    expect(sentenceOf(issue)).toBe(english)
    await loadTexts(setLanguage("de"))
    expect(sentenceOf(issue)).toBe(german)
    await loadTexts(setLanguage("en"))
    expect(sentenceOf({ ...issue, reason: "of_a_later_server" as IssueReason })).toEndWith(": Expected something else")
  })

  test("in German, nobody is called du", () => {
    expect(Object.values(de).filter((text) => /\b(?:du|dich|dir|dein\w*)\b/i.test(text))).toEqual([])
  })

  test("one that is missing in German is shown in English", async () => {
    await loadTexts(setLanguage("de"))
    expect([t("Cancel"), t("{used} of {limit}", { used: 1, limit: 2 })]).toEqual(["Abbrechen", "1 von 2"])
    expect([t("Nobody wrote this"), t("{count, plural, one {# moon} other {# moons}}", { count: 2 })]).toEqual([
      "Nobody wrote this",
      "2 moons"
    ])
    await loadTexts(setLanguage("en"))
    expect(t("Cancel")).toBe("Cancel")
  })
})
