/** Records the SQL that services send to the database, for tests of all statements. */
import { replaced } from "@candor/sql/database/Seen"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { Context, Effect, Fiber, Tracer } from "effect"

/** An executed statement, and the method that sent it. */
export interface Statement {
  /** As for a viewer who sees all rows. */
  readonly sql: string
  /** With its marks for visible rows. */
  readonly marked: string
  readonly method: string
  /** Whether it always ran on all rows, regardless of the viewer. */
  readonly isOfAll: boolean
}

/** Makes a recorder of statements. */
export const make = () => {
  const statements = new Map<string, Statement>()
  const methods = new Set<string>()
  const called = new Set<string>()

  const add = (marked: string, method: string) => {
    const context = Fiber.getCurrent()?.context
    const isOfAll = context !== undefined && Context.get(context, CurrentViewer) === undefined
    const known = statements.get(marked)
    statements.set(marked, {
      sql: replaced(marked, (_, __, rows) => rows),
      marked,
      method,
      isOfAll: isOfAll && (known?.isOfAll ?? true)
    })
  }

  const tracer = (method: string) =>
    Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        const attribute = span.attribute.bind(span)
        span.attribute = (name, value) => {
          if (name === "db.query.text") add(String(value), method)
          attribute(name, value)
        }
        return span
      }
    })

  /** Runs an effect, and records its statements. */
  const record = <A, E, R>(method: string, effect: Effect.Effect<A, E, R>) => Effect.withTracer(effect, tracer(method))

  /** Wraps an effect, or a function that returns effects, to record its statements. */
  const traced = (method: string, value: unknown): unknown => {
    if (Effect.isEffect(value)) {
      return Effect.suspend(() => {
        called.add(method)
        return record(method, value)
      })
    }
    if (typeof value !== "function") return value
    return (...input: ReadonlyArray<unknown>) => {
      called.add(method)
      const output: unknown = value(...input)
      return Effect.isEffect(output) ? record(method, output) : output
    }
  }

  /** Wraps services so that their methods record statements. */
  const services = <Services>(context: Context.Context<Services>): Context.Context<Services> =>
    Context.makeUnsafe(
      new Map([...context.mapUnsafe].map(([key, service]) => [
        key,
        Object.fromEntries(
          Object.entries(service as object).map(([name, value]) => {
            const method = `${key.split("/").at(-1)}.${name}`
            if (Effect.isEffect(value) || typeof value === "function") methods.add(method)
            return [name, traced(method, value)]
          })
        )
      ]))
    )

  return {
    record,
    services,
    statements: (): ReadonlyArray<Statement> => [...statements.values()],
    /** Returns the methods of the services that were not called. */
    uncalled: (): ReadonlyArray<string> => [...methods].filter((method) => !called.has(method))
  }
}
