/** The extractor that asks a model, at any endpoint that speaks the OpenAI protocol, hosted or local. */
import {
  BudgetExhausted,
  type ExtractionInput,
  ExtractorRefused,
  ExtractorUnavailable,
  InvalidOutput,
  ProfileExtractor
} from "@candor/domain/profile/ProfileExtractor"
import * as Timestamp from "@candor/domain/Timestamp"
import { TokenBudget } from "@candor/domain/profile/TokenBudget"
import { Duration, Effect, Exit, Layer, Option, Result, Schedule } from "effect"
import * as OpenAiEndpoint from "./OpenAiEndpoint.ts"
import { endpoint } from "./OpenAiSettings.ts"
import * as Prompt from "./Prompt.ts"

const dayMillis = 86_400_000

/** Where the endpoint asks for a longer pause than this, the attempt ends instead of waiting. */
const longestPause = Duration.seconds(5)

/** Tries soon after one that failed; whatever lasts longer is a matter of attempts. */
const soon = { schedule: Schedule.exponential("200 millis"), times: 2 }

const isPassing = (error: unknown): boolean =>
  error instanceof ExtractorUnavailable && (error.retry_after ?? 0) <= Duration.toSeconds(longestPause)

/** Waits as long as the endpoint asks for, then fails as it did. */
const patient = (error: ExtractorUnavailable | ExtractorRefused | BudgetExhausted) =>
  isPassing(error) && error._tag === "ExtractorUnavailable" && error.retry_after !== null
    ? Effect.andThen(Effect.sleep(Duration.seconds(error.retry_after)), Effect.fail(error))
    : Effect.fail(error)

/** At least the tokens that a text has: most have one for four characters or fewer. */
const tokensOf = (messages: ReadonlyArray<OpenAiEndpoint.Message>): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 3)

/** No answer is believed to have cost more than so many times what was set aside for it. */
const mostOverrun = 10

/** The tokens to count: what was set aside, unless it is known better. */
const used = (exit: Exit.Exit<OpenAiEndpoint.Answer, OpenAiEndpoint.Unanswered>, reserved: number): number => {
  if (Exit.isSuccess(exit)) return Math.min(exit.value.tokens ?? reserved, mostOverrun * reserved)
  return Option.exists(Exit.findErrorOption(exit), ({ free }) => free) ? 0 : reserved
}

const make = Effect.gen(function*() {
  const settings = yield* endpoint
  const budget = yield* TokenBudget
  const ask = OpenAiEndpoint.make(settings)

  /** Asks within the budget: tokens are set aside before, and stay so unless it is known what was used. */
  const asked = Effect.fnUntraced(function*(
    { organization_id }: ExtractionInput,
    messages: ReadonlyArray<OpenAiEndpoint.Message>
  ) {
    const now = yield* Timestamp.now
    const day = now.slice(0, 10)
    const tokens = tokensOf(messages) + OpenAiEndpoint.mostAnswerTokens
    if (tokens > settings.daily_tokens) {
      return yield* new ExtractorRefused({ reason: `it takes up to ${tokens} tokens, more than a day's budget` })
    }
    if (!(yield* budget.reserve(organization_id, { day, tokens, limit: settings.daily_tokens }))) {
      return yield* new BudgetExhausted({ until: Timestamp.fromMillis(Date.parse(day) + dayMillis) })
    }
    const answer = yield* ask(messages).pipe(
      Effect.onExit((exit) => budget.correct(organization_id, { day, difference: used(exit, tokens) - tokens })),
      Effect.mapError(({ failure }) => failure)
    )
    return answer.refused ? yield* new ExtractorRefused({ reason: "the model refused" }) : answer
  })

  const answered = (input: ExtractionInput, messages: ReadonlyArray<OpenAiEndpoint.Message>) =>
    asked(input, messages).pipe(Effect.catch(patient), Effect.retry({ ...soon, while: isPassing }))

  /** The one try to have an answer that cannot be used put right. */
  const repaired = Effect.fnUntraced(function*(
    input: ExtractionInput,
    question: ReadonlyArray<OpenAiEndpoint.Message>,
    answer: string,
    problem: string
  ) {
    const { text } = yield* answered(input, [
      ...question,
      { role: "assistant", content: answer.slice(0, 20_000) },
      { role: "user", content: Prompt.repair(problem) }
    ])
    return yield* Effect.mapError(
      Prompt.decodeAnswer(text),
      ({ message }) => new InvalidOutput({ reason: message.slice(0, 500) })
    )
  })

  const extract = Effect.fnUntraced(function*(input: ExtractionInput) {
    const question: ReadonlyArray<OpenAiEndpoint.Message> = [
      { role: "system", content: Prompt.instructions },
      { role: "user", content: Prompt.data(input) }
    ]
    const { text } = yield* answered(input, question)
    const decoded = yield* Effect.result(Prompt.decodeAnswer(text))
    const { summary, ...facts } = Result.isSuccess(decoded)
      ? decoded.success
      : yield* repaired(input, question, text, decoded.failure.message)
    return { summary, facts, provider: settings.base_url.host, model: settings.model }
  })

  return ProfileExtractor.of({ extract })
})

export const layer = Layer.effect(ProfileExtractor, make)
