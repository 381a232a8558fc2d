/**
 * Enrichment: further data about a LinkedIn URL from the operator's own endpoint. `CANDOR_ENRICHMENT_URL` gets a POST
 * with
 * `{"linkedin_url": …}` and returns a JSON object. If it fails, the profile is made without its data.
 */
import { Cause, Config, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { boundedFetch } from "@candor/files/BoundedFetch"

const EnrichmentData = Schema.Record(Schema.String, Schema.Json)
type EnrichmentData = typeof EnrichmentData.Type

const timeout = Duration.seconds(10)

/** Bounds the response, in bytes. */
export const maxResponseBytes = 64 * 1024

const fetchResponse = boundedFetch(maxResponseBytes)

const post = async (url: string, linkedin_url: string, signal: AbortSignal): Promise<string> => {
  const response = await fetchResponse(url, {
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
  /** Returns the endpoint's data; null without an endpoint, and if it fails. */
  readonly dataOf: (linkedin_url: string) => Effect.Effect<EnrichmentData | null>
}>()("@candor/background/profile/Enrichment") {
  static readonly layer = Layer.effect(
    Enrichment,
    Effect.gen(function*() {
      const url = yield* address
      if (Option.isNone(url)) return Enrichment.of({ dataOf: () => Effect.succeed(null) })
      return Enrichment.of({
        dataOf: (linkedin_url) =>
          Effect.tryPromise((signal) => post(url.value.href, linkedin_url, signal)).pipe(
            Effect.timeout(timeout),
            Effect.flatMap(Schema.decodeUnknownEffect(Schema.fromJsonString(EnrichmentData))),
            Effect.catch((error) =>
              Effect.as(Effect.logWarning("The enrichment endpoint returned no data", Cause.fail(error)), null)
            )
          )
      })
    })
  )
}
