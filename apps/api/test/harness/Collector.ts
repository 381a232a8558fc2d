/** An OpenTelemetry collector on loopback, which receives and keeps traces as JSON (OTLP 1.x). */

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

/** The identity of a span within traces. */
export interface SpanId {
  readonly traceId: string
  readonly spanId: string
}

export interface Span extends SpanId {
  readonly parentSpanId?: string
  readonly name: string
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number
  readonly attributes: ReadonlyArray<Attribute>
  readonly links?: ReadonlyArray<SpanId>
}

interface Export {
  readonly resourceSpans: ReadonlyArray<{ readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }> }>
}

/** Returns the value of an attribute as text; undefined if the span has no such attribute. */
export const attribute = ({ attributes }: Span, name: string): string | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value === undefined ? undefined : String(value.stringValue ?? value.intValue)
}

export const collector = () => {
  const texts: Array<string> = []
  const spans: Array<Span> = []
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const text = await request.text()
      texts.push(text)
      const { resourceSpans }: Export = JSON.parse(text)
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans))
      return new Response("{}", { headers: { "content-type": "application/json" } })
    }
  })
  return {
    url: server.url.href,
    /** All received texts, unchanged. */
    texts: texts as ReadonlyArray<string>,
    /** Waits until something is found among all spans. */
    find: async <Found>(find: (spans: ReadonlyArray<Span>) => Found | undefined): Promise<Found> => {
      for (;;) {
        const found = find(spans)
        if (found !== undefined) return found
        // Without a pause it would take the processor from the server.
        await Bun.sleep(20)
      }
    },
    stop: () => server.stop(true)
  }
}
