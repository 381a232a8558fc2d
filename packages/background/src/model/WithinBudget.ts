/** Asks a model within the daily budget of the organization, and retries within an attempt. */
import {
  BudgetExhausted,
  type ExtractorFailure,
  ExtractorRefused,
  ExtractorUnavailable
} from "@candor/domain/candidate/ProfileExtractor"
import type { TokenBudget } from "@candor/domain/candidate/TokenBudget"
import type { OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { Duration, Effect, Exit, Option, Schedule } from "effect"
import * as OpenAiEndpoint from "../profile/OpenAiEndpoint.ts"
import type { Settings } from "../profile/OpenAiSettings.ts"

const dayMillis = 86_400_000

/** The longest `Retry-After` that an attempt waits for. After a longer one, the attempt ends. */
const maxRetryAfter = Duration.seconds(5)

/** Tells whether the call is worth a retry within the attempt. */
const isRetryable = (error: unknown): boolean =>
  error instanceof ExtractorUnavailable && (error.retry_after ?? 0) <= Duration.toSeconds(maxRetryAfter)

/** Waits for the endpoint's `Retry-After`, then fails with the same error. */
const afterRetryAfter = (error: ExtractorUnavailable | ExtractorRefused | BudgetExhausted) =>
  isRetryable(error) && error._tag === "ExtractorUnavailable" && error.retry_after !== null
    ? Effect.andThen(Effect.sleep(Duration.seconds(error.retry_after)), Effect.fail(error))
    : Effect.fail(error)

/** Estimates the tokens of messages, with a margin: a token has about four characters. */
const tokensOf = (messages: ReadonlyArray<OpenAiEndpoint.Message>): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 3)

/**
 * Limits the tokens charged for a response to this multiple of its reservation, because an endpoint's count may be
 * wrong.
 */
const maxOverrun = 10

/** Returns the tokens to charge: the counted ones, or else the reserved ones. */
const chargedTokens = (
  exit: Exit.Exit<OpenAiEndpoint.Completed, OpenAiEndpoint.NoResponse>,
  reserved: number
): number => {
  if (Exit.isSuccess(exit)) return Math.min(exit.value.tokens ?? reserved, maxOverrun * reserved)
  return Option.exists(Exit.findErrorOption(exit), ({ free }) => free) ? 0 : reserved
}

/** A question to a model. */
export interface Question {
  readonly messages: ReadonlyArray<OpenAiEndpoint.Message>
  readonly form: OpenAiEndpoint.ResponseForm
  /** The retries within an attempt, 2 by default. */
  readonly retries?: number
}

/** Asks the model, and returns the text of its response. */
export type Ask = (
  organization: OrganizationId,
  question: Question
) => Effect.Effect<string, Exclude<ExtractorFailure, { readonly _tag: "InvalidOutput" }>>

/** Makes the function that asks the model in these settings. */
export const make = (settings: Settings, budget: TokenBudget["Service"]): Ask => {
  const call = OpenAiEndpoint.make(settings)

  /** Calls the endpoint within the budget: reserves tokens before, and corrects the reservation after. */
  const callWithinBudget = Effect.fnUntraced(function*(organization: OrganizationId, { form, messages }: Question) {
    const now = yield* Timestamp.now
    const day = now.slice(0, 10)
    const tokens = tokensOf(messages) + form.maxTokens
    if (tokens > settings.daily_tokens) {
      return yield* new ExtractorRefused({
        reason: `it takes up to ${tokens} tokens, more than a day's budget`,
        by: "budget"
      })
    }
    if (!(yield* budget.reserve(organization, { day, tokens, limit: settings.daily_tokens }))) {
      return yield* new BudgetExhausted({ until: Timestamp.fromMillis(Date.parse(day) + dayMillis) })
    }
    const completed = yield* call(messages, form).pipe(
      Effect.onExit((exit) => budget.correct(organization, { day, difference: chargedTokens(exit, tokens) - tokens })),
      Effect.mapError(({ failure }) => failure)
    )
    return completed.refused
      ? yield* new ExtractorRefused({ reason: "the model refused", by: "model" })
      : completed.text
  })

  return (organization, question) =>
    callWithinBudget(organization, question).pipe(
      Effect.catch(afterRetryAfter),
      Effect.retry({
        schedule: Schedule.exponential("200 millis"),
        times: question.retries ?? 2,
        while: isRetryable
      })
    )
}
