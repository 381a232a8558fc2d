/** One question to an endpoint that speaks the OpenAI protocol, with failures that say what to do about them. */
import { ExtractorRefused, ExtractorUnavailable } from "@candor/domain/ProfileExtractor"
import { Config, Duration, Effect, Option, Redacted } from "effect"
import OpenAI, {
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  BadRequestError,
  NotFoundError,
  UnprocessableEntityError
} from "openai"
import * as Prompt from "./Prompt.ts"

export interface Answer {
  readonly text: string
  /** Tokens of the question and the answer; undefined where the endpoint does not count. */
  readonly tokens: number | undefined
}

export type Message = { readonly role: "system" | "user" | "assistant"; readonly content: string }

/** The most tokens that an answer may have. */
export const mostAnswerTokens = 2000

export const settings = Config.all({
  base_url: Config.URL("CANDOR_AI_BASE_URL"),
  model: Config.String("CANDOR_AI_MODEL"),
  key: Config.option(Config.Redacted("CANDOR_AI_KEY")),
  timeout: Config.Duration("CANDOR_AI_TIMEOUT").pipe(Config.withDefault(Duration.seconds(30))),
  /** Tokens a day for each organization. */
  daily_tokens: Config.Int("CANDOR_AI_DAILY_TOKENS").pipe(Config.withDefault(2_000_000))
})
export type Settings = Config.Success<typeof settings>

/** `Retry-After` in seconds, where it is given as such (RFC 9110, section 10.2.3). */
const retryAfter = (headers: Headers | undefined): number | null => {
  const value = headers?.get("retry-after") ?? ""
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

/** Answers that speak of this request, and would be the same next time. */
const isFinal = (error: APIError): boolean =>
  error instanceof BadRequestError || error instanceof NotFoundError || error instanceof UnprocessableEntityError

const failure = (cause: unknown): ExtractorUnavailable | ExtractorRefused => {
  if (!(cause instanceof APIError)) {
    return new ExtractorUnavailable({ reason: "the endpoint's answer could not be read", retry_after: null })
  }
  const { headers, status }: { headers?: Headers; status?: number } = cause
  if (isFinal(cause)) {
    return new ExtractorRefused({ reason: `the endpoint answered with status ${status}` })
  }
  const reason = cause instanceof APIConnectionTimeoutError || cause instanceof APIUserAbortError
    ? "the endpoint did not answer in time"
    : status === undefined
    ? "the endpoint could not be reached"
    : `the endpoint answered with status ${status}`
  return new ExtractorUnavailable({ reason, retry_after: retryAfter(headers) })
}

/** A way to ask the endpoint. Nothing is retried here. */
export const make = ({ base_url, key, model, timeout }: Settings) => {
  const client = new OpenAI({
    baseURL: base_url.href.replace(/\/$/, ""),
    apiKey: Option.match(key, { onNone: () => "none", onSome: Redacted.value }),
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: Duration.toMillis(timeout),
    logLevel: "off",
    // The key and the candidate's data go where the operator said, and nowhere else.
    fetchOptions: { redirect: "error" },
    ...(Option.isNone(key) ? { defaultHeaders: { Authorization: null } } : {})
  })
  return Effect.fn("OpenAiEndpoint.ask")(function*(messages: ReadonlyArray<Message>) {
    const answer = yield* Effect.tryPromise({
      try: (signal) =>
        client.chat.completions.create({
          model,
          messages: [...messages],
          max_completion_tokens: mostAnswerTokens,
          response_format: {
            type: "json_schema",
            json_schema: { name: "profile", strict: true, schema: { ...Prompt.answerSchema } }
          }
        }, { signal }),
      catch: failure
    }).pipe(
      // The client's own limit ends with the headers; a body may take for ever.
      Effect.timeoutOrElse({
        duration: timeout,
        orElse: () =>
          Effect.fail(new ExtractorUnavailable({ reason: "the endpoint did not answer in time", retry_after: null }))
      })
    )
    const message = answer.choices?.[0]?.message
    if (message?.refusal) return yield* new ExtractorRefused({ reason: "the model refused" })
    return { text: message?.content ?? "", tokens: answer.usage?.total_tokens } satisfies Answer
  })
}
