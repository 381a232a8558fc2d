/** The extractor that uses a model, at any hosted or local endpoint of the OpenAI protocol. */
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

/** The longest `Retry-After` that an attempt waits for. After a longer one, the attempt ends. */
const maxRetryAfter = Duration.seconds(5)

/** Characters (UTF-16) of an invalid response that the model is shown, to repair it. */
const maxRepaired = 20_000

/** The retries within an attempt. */
const retries = { schedule: Schedule.exponential("200 millis"), times: 2 }

/** Tells whether the call is worth a retry within the attempt. */
const isRetryable = (error: unknown): boolean =>
  error instanceof ExtractorUnavailable && (error.retry_after ?? 0) <= Duration.toSeconds(maxRetryAfter)

/** Waits for the endpoint's `Retry-After`, then fails with the same error. */
const afterRetryAfter = (error: ExtractorUnavailable | ExtractorRefused | BudgetExhausted) =>
  isRetryable(error) && error._tag === "ExtractorUnavailable" && error.retry_after !== null
    ? Effect.andThen(Effect.sleep(Duration.seconds(error.retry_after)), Effect.fail(error))
    : Effect.fail(error)

/** Estimates the tokens of messages, rather too high: a token has about four characters. */
const tokensOf = (messages: ReadonlyArray<OpenAiEndpoint.Message>): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 3)

/** Bounds the tokens that a response is charged, as a multiple of its reservation: a count may be wrong. */
const maxOverrun = 10

/** Returns the tokens to charge: the counted ones, or else the reserved ones. */
const chargedTokens = (
  exit: Exit.Exit<OpenAiEndpoint.Completed, OpenAiEndpoint.NoResponse>,
  reserved: number
): number => {
  if (Exit.isSuccess(exit)) return Math.min(exit.value.tokens ?? reserved, maxOverrun * reserved)
  return Option.exists(Exit.findErrorOption(exit), ({ free }) => free) ? 0 : reserved
}

const make = Effect.gen(function*() {
  const settings = yield* endpoint
  const budget = yield* TokenBudget
  const call = OpenAiEndpoint.make(settings)

  /** Calls the endpoint within the budget: reserves tokens before, and corrects the reservation after. */
  const callWithinBudget = Effect.fnUntraced(function*(
    { organization_id }: ExtractionInput,
    messages: ReadonlyArray<OpenAiEndpoint.Message>
  ) {
    const now = yield* Timestamp.now
    const day = now.slice(0, 10)
    const tokens = tokensOf(messages) + OpenAiEndpoint.maxResponseTokens
    if (tokens > settings.daily_tokens) {
      return yield* new ExtractorRefused({ reason: `it takes up to ${tokens} tokens, more than a day's budget` })
    }
    if (!(yield* budget.reserve(organization_id, { day, tokens, limit: settings.daily_tokens }))) {
      return yield* new BudgetExhausted({ until: Timestamp.fromMillis(Date.parse(day) + dayMillis) })
    }
    const completed = yield* call(messages).pipe(
      Effect.onExit((exit) =>
        budget.correct(organization_id, { day, difference: chargedTokens(exit, tokens) - tokens })
      ),
      Effect.mapError(({ failure }) => failure)
    )
    return completed.refused ? yield* new ExtractorRefused({ reason: "the model refused" }) : completed
  })

  const ask = (input: ExtractionInput, messages: ReadonlyArray<OpenAiEndpoint.Message>) =>
    callWithinBudget(input, messages).pipe(
      Effect.catch(afterRetryAfter),
      Effect.retry({ ...retries, while: isRetryable })
    )

  /** Asks the model once to repair an invalid response. */
  const repaired = Effect.fnUntraced(function*(
    input: ExtractionInput,
    question: ReadonlyArray<OpenAiEndpoint.Message>,
    response: string,
    problem: string
  ) {
    const { text } = yield* ask(input, [
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
    const question: ReadonlyArray<OpenAiEndpoint.Message> = [
      { role: "system", content: Prompt.instructions },
      { role: "user", content: Prompt.data(input) }
    ]
    const { text } = yield* ask(input, question)
    const decoded = yield* Effect.result(Prompt.decodeResponse(text))
    const { summary, ...facts } = Result.isSuccess(decoded)
      ? decoded.success
      : yield* repaired(input, question, text, decoded.failure.message)
    return { summary, facts, provider: settings.base_url.host, model: settings.model }
  })

  return ProfileExtractor.of({ extract })
})

export const layer = Layer.effect(ProfileExtractor, make)
