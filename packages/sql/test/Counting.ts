/** Counts the statements that are sent to the database. */
import { Effect, Tracer } from "effect"

/** Runs the effect, and returns how many of its statements contain this text. */
export const counting = <A, E, R>(text: string, effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let count = 0
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        const attribute = span.attribute.bind(span)
        span.attribute = (key, value) => {
          if (key === "db.query.text" && String(value).includes(text)) count++
          attribute(key, value)
        }
        return span
      }
    })
    return Effect.map(Effect.withTracer(effect, tracer), (result) => ({ result, count }))
  })
