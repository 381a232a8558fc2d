import { decodeAnswer } from "@candor/background/profile/Prompt"
import { maxProfileBytes } from "@candor/domain/profile/Extraction"
import { expect, test } from "bun:test"
import { Effect } from "effect"

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
  expect(await Effect.runPromise(decodeAnswer(answer(100)))).toMatchObject({ summary: "Writes compilers." })
  const { message } = await Effect.runPromise(Effect.flip(decodeAnswer(answer(300))))
  expect(message).toContain(`at most ${maxProfileBytes} bytes of JSON`)
})
