/**
 * What a further source knows of a LinkedIn URL, where the operator names one: `CANDOR_ENRICHMENT_URL`
 * gets a POST with `{"linkedin_url": …}` and answers with a JSON object. It is a help: without its
 * answer a profile is made from the rest.
 */
import { Cause, Config, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { boundedFetch } from "./BoundedFetch.ts"

const Facts = Schema.Record(Schema.String, Schema.Json)
type Facts = typeof Facts.Type

/** The longest wait for an answer. */
const timeout = Duration.seconds(10)

/** The longest answer that is read, in bytes. */
export const maxAnswerBytes = 64 * 1024

const fetchAnswer = boundedFetch(maxAnswerBytes)

const post = async (url: string, linkedin_url: string, signal: AbortSignal): Promise<string> => {
  const response = await fetchAnswer(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ linkedin_url }),
    redirect: "error",
    signal
  })
  if (!response.ok) throw new Error(`answered with status ${response.status}`)
  return response.text()
}

/** `CANDOR_ENRICHMENT_URL` */
export const address = Config.option(Config.URL("CANDOR_ENRICHMENT_URL"))

export class Enrichment extends Context.Service<Enrichment, {
  readonly facts: (linkedin_url: string) => Effect.Effect<Facts | null>
}>()("@candor/background/profile/Enrichment") {
  static readonly layer = Layer.effect(
    Enrichment,
    Effect.gen(function*() {
      const url = yield* address
      if (Option.isNone(url)) return Enrichment.of({ facts: () => Effect.succeed(null) })
      return Enrichment.of({
        facts: (linkedin_url) =>
          Effect.tryPromise((signal) => post(url.value.href, linkedin_url, signal)).pipe(
            Effect.timeout(timeout),
            Effect.flatMap(Schema.decodeUnknownEffect(Schema.fromJsonString(Facts))),
            Effect.catch((error) =>
              Effect.as(Effect.logWarning("The enrichment endpoint gave no facts", Cause.fail(error)), null)
            )
          )
      })
    })
  )
}
