/** One question to an endpoint that speaks the OpenAI protocol, with failures that say what to do about them. */
import { ExtractorRefused, ExtractorUnavailable } from "@candor/domain/profile/ProfileExtractor"
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError
} from "openai"
import { AnswerRefused, boundedFetch } from "./BoundedFetch.ts"
import type { Settings } from "./OpenAiSettings.ts"
import * as Prompt from "./Prompt.ts"

export interface Answer {
  readonly text: string
  /** Whether the model said that it will not answer; then there is no text. */
  readonly refused: boolean
  /** Tokens of the question and the answer; undefined where the endpoint does not count. */
  readonly tokens: number | undefined
}

/** A question without an answer. */
export class Unanswered extends Schema.TaggedError<Unanswered>()("Unanswered", {
  failure: Schema.Union([ExtractorUnavailable, ExtractorRefused]),
  /** Whether the endpoint certainly generated nothing, so that the question cost nothing. */
  free: Schema.Boolean
}) {}

/** Endpoints are not all alike: only what is used has to be as the protocol says, and what is counted may be missing. */
const Completion = Schema.Struct({
  choices: Schema.Array(Schema.Struct({
    message: Schema.Struct({
      content: Schema.optional(Schema.NullOr(Schema.String)),
      refusal: Schema.optional(Schema.NullOr(Schema.String))
    })
  })),
  usage: Schema.optional(Schema.Unknown)
})

/** Decodes to undefined whatever is no count of tokens. */
const Usage = Schema.Struct({ total_tokens: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)) })
const tokensOf = (usage: unknown): number | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Usage)(usage))?.total_tokens

export type Message = { readonly role: "system" | "user" | "assistant"; readonly content: string }

/** The most tokens that an answer may have. */
export const mostAnswerTokens = 2000

/** The longest answer that is read, in bytes: many times what {@link mostAnswerTokens} tokens need. */
export const maxAnswerBytes = 256 * 1024

/** `Retry-After` in seconds, where it is given as such (RFC 9110, section 10.2.3). */
const retryAfter = (headers: Headers | undefined): number | null => {
  const value = headers?.get("retry-after") ?? ""
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

/** Answers that speak of this request, and would be the same next time. */
const isFinal = (error: APIError): boolean =>
  error instanceof BadRequestError || error instanceof NotFoundError || error instanceof UnprocessableEntityError

/** What is wrong with a request shows before anything is generated; a server's own error may come after it. */
const isEarly = (error: APIError): boolean =>
  isFinal(error) || error instanceof AuthenticationError || error instanceof PermissionDeniedError ||
  error instanceof RateLimitError

/** Nobody listened there: nothing was sent. */
const isRefusedConnection = (error: APIError): boolean =>
  error instanceof APIConnectionError && error.cause instanceof Error && "code" in error.cause &&
  (error.cause.code === "ConnectionRefused" || error.cause.code === "ECONNREFUSED")

const unavailable = (reason: string, options: { readonly free: boolean; readonly retry_after?: number | null }) =>
  new Unanswered({
    failure: new ExtractorUnavailable({ reason, retry_after: options.retry_after ?? null }),
    free: options.free
  })

const late = unavailable("the endpoint did not answer in time", { free: false })
const unreadable = unavailable("the endpoint's answer could not be read", { free: false })

const unanswered = (cause: unknown): Unanswered => {
  if (!(cause instanceof APIError)) return unreadable
  if (cause instanceof APIConnectionTimeoutError || cause instanceof APIUserAbortError) return late
  if (cause.cause instanceof AnswerRefused) return unavailable(cause.cause.reason, { free: false })
  const { headers, status }: { headers?: Headers; status?: number } = cause
  if (status === undefined) {
    return unavailable("the endpoint could not be reached", { free: isRefusedConnection(cause) })
  }
  const reason = `the endpoint answered with status ${status}`
  const free = isEarly(cause)
  return isFinal(cause)
    ? new Unanswered({ failure: new ExtractorRefused({ reason }), free })
    : unavailable(reason, { free, retry_after: retryAfter(headers) })
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
    fetch: boundedFetch(maxAnswerBytes),
    // The key and the candidate's data go where the operator said, and nowhere else.
    fetchOptions: { redirect: "error" },
    ...(Option.isNone(key) ? { defaultHeaders: { Authorization: null } } : {})
  })
  return Effect.fnUntraced(function*(messages: ReadonlyArray<Message>) {
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
      catch: unanswered
    }).pipe(
      // The client's own limit need not cover the body.
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(late) })
    )
    const { choices, usage } = yield* Effect.mapError(Schema.decodeUnknownEffect(Completion)(answer), () => unreadable)
    const message = choices[0]?.message
    return {
      text: message?.content ?? "",
      refused: Boolean(message?.refusal),
      tokens: tokensOf(usage)
    } satisfies Answer
  })
}
