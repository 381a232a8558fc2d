/** What a person reads of an applicant's answers, in their language. */
import { afterAll, expect, test } from "bun:test"
import { setLanguage } from "../src/language/language.ts"
import { loadTexts } from "../src/language/text.tsx"
import { Answer, questionOf } from "../src/pages/application/Answer.tsx"

afterAll(() => loadTexts(setLanguage("en")))

test("a cover letter, and yes and no, are in the person's language; a question and other answers as they were written", async () => {
  await loadTexts(setLanguage("de"))
  expect(questionOf({ question_id: null, question_text: "Cover letter" })).toBe("Anschreiben")
  expect(questionOf({ question_id: crypto.randomUUID(), question_text: "Cover letter" })).toBe("Cover letter")
  const shown = (text: string, type: "yes_no" | "short_text") => Answer({ text, type }).props.children
  expect([shown("yes", "yes_no"), shown("no", "yes_no"), shown("yes", "short_text")]).toEqual(["Ja", "Nein", "yes"])
})
