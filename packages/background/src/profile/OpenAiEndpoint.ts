/** Calls an endpoint of the OpenAI protocol once, and classifies its failures. */
import { ExtractorRefused, ExtractorUnavailable } from "@candor/domain/candidate/ProfileExtractor"
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
import { ResponseRefused, boundedFetch } from "@candor/files/BoundedFetch"
import type { Settings } from "./OpenAiSettings.ts"

export interface Completed {
  readonly text: string
  /** Whether the model refused; then the text is empty. */
  readonly refused: boolean
  /** The tokens of prompt and response; undefined if the endpoint does not count them. */
  readonly tokens: number | undefined
}

/** The endpoint returned no response. */
export class NoResponse extends Schema.TaggedError<NoResponse>()("NoResponse", {
  failure: Schema.Union([ExtractorUnavailable, ExtractorRefused]),
  /** Whether the endpoint certainly generated nothing, so that the call cost nothing. */
  free: Schema.Boolean
}) {}

/** Requires only the fields that are used: endpoints differ. The count of tokens may be missing. */
const Completion = Schema.Struct({
  choices: Schema.Array(Schema.Struct({
    message: Schema.Struct({
      content: Schema.optional(Schema.NullOr(Schema.String)),
      refusal: Schema.optional(Schema.NullOr(Schema.String))
    })
  })),
  usage: Schema.optional(Schema.Unknown)
})

const Usage = Schema.Struct({ total_tokens: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)) })
const tokensOf = (usage: unknown): number | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Usage)(usage))?.total_tokens

export type Message = { readonly role: "system" | "user" | "assistant"; readonly content: string }

/** The requested response: its name, its JSON schema, and its maximum tokens. */
export interface ResponseForm {
  readonly name: string
  readonly schema: { readonly [field: string]: unknown }
  readonly maxTokens: number
}

/** Maximum bytes of a response: many times the size of any {@link ResponseForm.maxTokens}. */
export const maxResponseBytes = 256 * 1024

/** Returns `Retry-After` if it is a number of seconds (RFC 9110, section 10.2.3); else null. */
const retryAfter = (headers: Headers | undefined): number | null => {
  const value = headers?.get("retry-after") ?? ""
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

/** Tells whether the same request would fail again. */
const isFinal = (error: APIError): boolean =>
  error instanceof BadRequestError || error instanceof NotFoundError || error instanceof UnprocessableEntityError

/** Tells whether the request failed before the model generated anything. A server's own error may come later. */
const isEarly = (error: APIError): boolean =>
  isFinal(error) || error instanceof AuthenticationError || error instanceof PermissionDeniedError ||
  error instanceof RateLimitError

/** Tells whether the connection was refused, so that nothing was sent. */
const isRefusedConnection = (error: APIError): boolean =>
  error instanceof APIConnectionError && error.cause instanceof Error && "code" in error.cause &&
  (error.cause.code === "ConnectionRefused" || error.cause.code === "ECONNREFUSED")

const unavailable = (reason: string, options: { readonly free: boolean; readonly retry_after?: number | null }) =>
  new NoResponse({
    failure: new ExtractorUnavailable({ reason, retry_after: options.retry_after ?? null }),
    free: options.free
  })

const late = unavailable("the endpoint did not answer in time", { free: false })
const unreadable = unavailable("the endpoint's answer could not be read", { free: false })

const noResponse = (cause: unknown): NoResponse => {
  if (!(cause instanceof APIError)) return unreadable
  if (cause instanceof APIConnectionTimeoutError || cause instanceof APIUserAbortError) return late
  if (cause.cause instanceof ResponseRefused) return unavailable(cause.cause.reason, { free: false })
  const { headers, status }: { headers?: Headers; status?: number } = cause
  if (status === undefined) {
    return unavailable("the endpoint could not be reached", { free: isRefusedConnection(cause) })
  }
  const reason = `the endpoint answered with status ${status}`
  const free = isEarly(cause)
  return isFinal(cause)
    ? new NoResponse({ failure: new ExtractorRefused({ reason }), free })
    : unavailable(reason, { free, retry_after: retryAfter(headers) })
}

/** Makes the function that calls the endpoint. It does not retry. */
export const make = ({ base_url, key, model, timeout }: Settings) => {
  const client = new OpenAI({
    baseURL: base_url.href.replace(/\/$/, ""),
    apiKey: Option.match(key, { onNone: () => "none", onSome: Redacted.value }),
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: Duration.toMillis(timeout),
    logLevel: "off",
    fetch: boundedFetch(maxResponseBytes),
    // The key and the candidate's data go only to the configured address.
    fetchOptions: { redirect: "error" },
    ...(Option.isNone(key) ? { defaultHeaders: { Authorization: null } } : {})
  })
  return Effect.fnUntraced(function*(messages: ReadonlyArray<Message>, { maxTokens, name, schema }: ResponseForm) {
    const response = yield* Effect.tryPromise({
      try: (signal) =>
        client.chat.completions.create({
          model,
          messages: [...messages],
          max_completion_tokens: maxTokens,
          response_format: {
            type: "json_schema",
            json_schema: { name, strict: true, schema: { ...schema } }
          }
        }, { signal }),
      catch: noResponse
    }).pipe(
      // The client's own time limit may not cover the body.
      Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.fail(late) })
    )
    const { choices, usage } = yield* Effect.mapError(
      Schema.decodeUnknownEffect(Completion)(response),
      () => unreadable
    )
    const message = choices[0]?.message
    return {
      text: message?.content ?? "",
      refused: Boolean(message?.refusal),
      tokens: tokensOf(usage)
    } satisfies Completed
  })
}
