/**
 * A span that writes itself as JSON (OTLP 1.x, "JSON Protobuf Encoding") while it is made: kept as objects until the export and
 * encoded then, spans cost a request several times as much (decision 0049).
 */
import { Cause, type Context, Exit, Option, type Tracer } from "effect"
import { Hex } from "effect/encoding"

/** Characters of an attribute that are sent, such as the text of a statement. */
export const maxValueLength = 500

/** Links of a span, at most: as many as a batch has items. */
export const maxLinks = 256

/** Returns a text as JSON, with at most `maxValueLength` characters. */
const json = (text: string): string =>
  text.length < 64 && /^[\w ./:,-]*$/.test(text) ? `"${text}"` : JSON.stringify(text.slice(0, maxValueLength).toWellFormed())

/** Attributes of the library that tell nothing here. */
const leftOut = "effect.sql.method"

const valueOf = (value: unknown): string => {
  if (typeof value === "number" && Number.isFinite(value)) return Number.isInteger(value) ? `{"intValue":"${value}"}` : `{"doubleValue":${JSON.stringify(value)}}`
  return typeof value === "boolean" ? `{"boolValue":${value}}` : `{"stringValue":${json(String(value))}}`
}

/** Returns an attribute as JSON. Its key needs no escaping. */
const plainAttributeOf = (key: string, value: unknown): string => `{"key":"${key}","value":${valueOf(value)}}`

/** Returns an attribute as JSON, whose key may be any. */
export const attributeOf = (key: string, value: unknown): string => plainAttributeOf(json(key).slice(1, -1), value)

/** The name of an error, and for an error of the database its kind: messages of errors may have personal data in them. */
const nameOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return "Error"
  if ("_tag" in error && typeof error._tag === "string") {
    return "reason" in error ? `${error._tag}: ${nameOf(error.reason)}` : error._tag
  }
  return error instanceof Error ? error.name : "Error"
}

/** The status of a span that failed: an error (2). Others have none ("Tracing API", "Set Status": `Ok` is for applications). */
const statusOf = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)
    ? ""
    : `"status":{"code":2,"message":${json(nameOf(Cause.squash(exit.cause)))}},`

const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }

const linkOf = ({ span: { spanId, traceId } }: Tracer.SpanLink): string => `{"traceId":"${traceId.padStart(32, "0")}","spanId":"${spanId}"}`

type SpanOptions = Parameters<Tracer.Tracer["span"]>[0]

/** A span. One that is not sampled writes nothing. Events are left out: the log has them. */
export class ExportedSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  /** Always empty: links are kept as JSON. As objects, each span would keep those alive that it is linked to, and these theirs. */
  readonly links: Array<Tracer.SpanLink> = []
  readonly kind: Tracer.SpanKind
  readonly sampled: boolean
  readonly traceId: string
  readonly spanId = Hex.random(16)
  readonly attributes: ReadonlyMap<string, unknown> = none
  status: Tracer.SpanStatus
  readonly #ended: (json: string) => void
  #attributes = ""
  #links = ""
  #linkCount = 0

  constructor({ annotations, kind, links, name, parent, startTime }: SpanOptions, traceId: string, sampled: boolean, ended: (json: string) => void) {
    this.name = name
    this.parent = parent
    this.annotations = annotations
    this.kind = kind
    this.sampled = sampled
    this.traceId = traceId
    this.status = { _tag: "Started", startTime }
    this.#ended = ended
    this.addLinks(links)
  }

  attribute(key: string, value: unknown): void {
    if (!this.sampled || key === leftOut) return
    // The names of attributes stand in the code.
    this.#attributes += this.#attributes === "" ? plainAttributeOf(key, value) : `,${plainAttributeOf(key, value)}`
  }

  event(): void {}

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    if (!this.sampled) return
    for (const link of links.slice(0, maxLinks - this.#linkCount)) this.#links += this.#linkCount++ === 0 ? linkOf(link) : `,${linkOf(link)}`
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    if (this.status._tag === "Ended") return
    const { startTime } = this.status
    this.status = { _tag: "Ended", startTime, endTime, exit }
    if (!this.sampled) return
    const parent = Option.isSome(this.parent) ? `"parentSpanId":"${this.parent.value.spanId}",` : ""
    const links = this.#links === "" ? "" : `"links":[${this.#links}],`
    this.#ended(
      `{"traceId":"${this.traceId}","spanId":"${this.spanId}",${parent}"name":${json(this.name)},"kind":${kinds[this.kind]},` +
        `"startTimeUnixNano":"${startTime}","endTimeUnixNano":"${endTime}",${links}${statusOf(exit)}"attributes":[${this.#attributes}]}`
    )
  }
}

const none: ReadonlyMap<string, unknown> = new Map()
