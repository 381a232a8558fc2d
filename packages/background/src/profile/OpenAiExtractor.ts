/** The extractor that uses a model, at any hosted or local endpoint of the OpenAI protocol. */
import { type ExtractionInput, InvalidOutput, ProfileExtractor } from "@candor/domain/candidate/ProfileExtractor"
import { TokenBudget } from "@candor/domain/candidate/TokenBudget"
import { Effect, Layer, Result } from "effect"
import * as WithinBudget from "../model/WithinBudget.ts"
import type { Message } from "./OpenAiEndpoint.ts"
import { endpoint } from "./OpenAiSettings.ts"
import * as Prompt from "./Prompt.ts"

/** Characters (UTF-16) of an invalid response that the model is shown, to repair it. */
const maxRepaired = 20_000

/** The form of the response. */
const form = { name: "profile", schema: Prompt.responseSchema, maxTokens: Prompt.maxResponseTokens }

const make = Effect.gen(function*() {
  const settings = yield* endpoint
  const withinBudget = WithinBudget.make(settings, yield* TokenBudget)

  const ask = ({ organization_id }: ExtractionInput, messages: ReadonlyArray<Message>) =>
    withinBudget(organization_id, { messages, form })

  /** Asks the model once to repair an invalid response. */
  const repaired = Effect.fnUntraced(function*(
    input: ExtractionInput,
    question: ReadonlyArray<Message>,
    response: string,
    problem: string
  ) {
    const text = yield* ask(input, [
      ...question,
      { role: "assistant", content: response.slice(0, maxRepaired) },
      { role: "user", content: Prompt.repair(problem) }
    ])
    return yield* Effect.mapError(
      Prompt.decodeResponse(text),
      ({ message }) => new InvalidOutput({ reason: message.slice(0, 500) })
    )
  })

  const extract = Effect.fnUntraced(function*(input: ExtractionInput) {
    const question: ReadonlyArray<Message> = [
      { role: "system", content: Prompt.instructions },
      { role: "user", content: Prompt.data(input) }
    ]
    const text = yield* ask(input, question)
    const decoded = yield* Effect.result(Prompt.decodeResponse(text))
    const { summary, ...facts } = Result.isSuccess(decoded)
      ? decoded.success
      : yield* repaired(input, question, text, decoded.failure.message)
    return { summary, facts, provider: settings.base_url.host, model: settings.model }
  })

  return ProfileExtractor.of({ extract })
})

export const layer = Layer.effect(ProfileExtractor, make)
