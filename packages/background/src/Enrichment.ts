/**
 * What a further source knows of a LinkedIn URL, where the operator names one: `CANDOR_ENRICHMENT_URL`
 * gets a POST with `{"linkedin_url": …}` and answers with a JSON object. It is a help: without its
 * answer a profile is made from the rest.
 */
import { Config, Context, Duration, Effect, Layer, Option, Schema } from "effect"

const Facts = Schema.Record(Schema.String, Schema.Json)
type Facts = typeof Facts.Type

const patience = Duration.seconds(10)

/** Longer answers are not read, in characters. */
const longest = 20_000

const post = async (url: string, linkedin_url: string, signal: AbortSignal): Promise<string> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ linkedin_url }),
    redirect: "error",
    signal
  })
  const text = await response.text()
  if (!response.ok || text.length > longest) throw new Error(`answered with status ${response.status}, ${text.length} long`)
  return text
}

/** `CANDOR_ENRICHMENT_URL` */
export const address = Config.option(Config.URL("CANDOR_ENRICHMENT_URL"))

export class Enrichment extends Context.Service<Enrichment, {
  readonly facts: (linkedin_url: string) => Effect.Effect<Facts | null>
}>()("@candor/background/Enrichment") {
  static readonly layer = Layer.effect(
    Enrichment,
    Effect.gen(function*() {
      const url = yield* address
      if (Option.isNone(url)) return Enrichment.of({ facts: () => Effect.succeed(null) })
      return Enrichment.of({
        facts: (linkedin_url) =>
          Effect.tryPromise((signal) => post(url.value.href, linkedin_url, signal)).pipe(
            Effect.timeout(patience),
            Effect.flatMap(Schema.decodeUnknownEffect(Schema.fromJsonString(Facts))),
            Effect.catch((error) =>
              Effect.as(Effect.logWarning("The enrichment endpoint was of no help", error), null)
            )
          )
      })
    })
  )
}
