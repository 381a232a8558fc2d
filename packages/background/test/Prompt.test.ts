import { data, decodeResponse } from "@candor/background/profile/Prompt"
import { maxProfileBytes } from "@candor/domain/candidate/Extraction"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { input } from "./ExtractorWorld.ts"

/** An answer of a model with 50 skills of so many emoji. */
const answer = (length: number) =>
  JSON.stringify({
    summary: "Writes compilers.",
    headline: null,
    current_company: null,
    skills: Array.from({ length: 50 }, () => "🛠".repeat(length)),
    languages: [],
    education: [],
    years_experience: null
  })

test("a profile of more bytes than an application can show 20 of is refused, and the model is told why", async () => {
  expect(await Effect.runPromise(decodeResponse(answer(100)))).toMatchObject({ summary: "Writes compilers." })
  const { message } = await Effect.runPromise(Effect.flip(decodeResponse(answer(300))))
  expect(message).toContain(`at most ${maxProfileBytes} bytes of JSON`)
})

test("answers to an application are cut to what a model is shown of all of them, questions included", () => {
  const answers = [30_000, 30_000, 10].map((length) => ({ question_text: "Why?", answer_text: "x".repeat(length) }))
  const shown = JSON.parse(data({ ...input, answers }).slice("<data>\n".length, -"\n</data>".length)).answers
  expect(shown.map(({ answer_text }: { readonly answer_text: string }) => answer_text.length)).toEqual([
    30_000,
    9_996,
    0
  ])
})

test("texts of files are cut to what a model is shown of all of them", () => {
  const files = [30_000, 30_000, 10].map((length) => ({ file_type: "cv", text: "x".repeat(length) }))
  const shown = JSON.parse(data({ ...input, files }).slice("<data>\n".length, -"\n</data>".length)).files
  expect(shown.map(({ text }: { readonly text: string }) => text.length)).toEqual([30_000, 9_998, 0])
})
