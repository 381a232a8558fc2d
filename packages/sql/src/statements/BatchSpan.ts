/**
 * The span of a batch, where traces are sent somewhere. A batch of one item is a part of that item's request. A batch of
 * several requests belongs to none of them: it has a trace of its own, which they all link to, and which links to the first of
 * them (decision 0049).
 */
import { Context, Effect, Tracer } from "effect"

/** Returns the span that an item is submitted in; undefined where its trace is not sent anywhere. */
export const spanOf = (context: Context.Context<never>): Tracer.AnySpan | undefined => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  return span?.sampled ? span : undefined
}

/** Links to a span by its ids: by itself, each span would keep those in memory that it is linked to, and these theirs. */
const linkTo = ({ sampled, spanId, traceId }: Tracer.AnySpan): Tracer.SpanLink =>
  ({ span: Tracer.externalSpan({ sampled, spanId, traceId }), attributes: {} })

/** Leaves the trace of the request in whose context the batch runs. */
const withoutParent = <A, E>(run: Effect.Effect<A, E>, context: Context.Context<never>): Effect.Effect<A, E> =>
  Context.getOrUndefined(context, Tracer.ParentSpan) === undefined ? run : Effect.updateContext(run, Context.omit(Tracer.ParentSpan))

/** Runs a batch of `size` items, of which these have spans. `context` is what it runs in. */
export const batchSpan = <A, E>(
  name: string,
  size: number,
  spans: ReadonlyArray<Tracer.AnySpan>,
  context: Context.Context<never>,
  run: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const [first] = spans
  // The batch runs in the context of its first request, which may be recorded or not, and may have left it since.
  if (first === undefined) return withoutParent(run, context)
  if (size === 1) return Effect.withTracerEnabled(Effect.provideService(run, Tracer.ParentSpan, first), true)
  // One of them is enough to tell that it is sampled, and where to begin: all of them would be as many bytes again.
  const options = { root: true, links: [linkTo(first)], attributes: { "candor.batch.size": size } }
  const traced = Effect.useSpan(`batch ${name}`, options, (span) => {
    const link = [linkTo(span)]
    for (const one of spans) if (one._tag === "Span") one.addLinks(link)
    return Effect.provideService(run, Tracer.ParentSpan, span)
  })
  return Effect.withTracerEnabled(traced, true)
}
