/**
 * Handlers of a group of the interface. The library copies all services of a group's layer into the context of each request. So
 * this layer has only those that requests need, and the others while the handlers are made (decision 0018).
 */
import type { AdminScope, Authorization, InputErrors, WriteScope } from "@candor/contract/Authorization"
import type { SafeWriting } from "@candor/contract/SafeWriting"
import { Context, Effect, Layer, type Scope } from "effect"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"

/** What the library takes from the context of a request: the middleware of operations. */
type Needed = AdminScope | Authorization | InputErrors | SafeWriting | WriteScope | Scope.Scope

/** The services that handlers require while they run. */
type WhileRunning<Made> = Made extends HttpApiBuilder.Handlers<infer R, infer _Endpoints, infer _Handled> ? R
  : Made extends Effect.Effect<HttpApiBuilder.Handlers<infer R, infer _Endpoints, infer _Handled>, infer _E, infer _R> ? R
  : never

/** A type error where handlers require a service while they run, which they can take while they are made. */
type TakenBefore<Made> = [WhileRunning<Made>] extends [Needed] ? unknown
  : { readonly "taken while handlers run": Exclude<WhileRunning<Made>, Needed> }

/** The middleware of a group's operations. */
const middlewareOf = ({ endpoints }: HttpApiGroup.Top): ReadonlyArray<Context.Key<unknown, unknown>> =>
  Object.values(endpoints).flatMap(({ middlewares }) => [...middlewares])

/** Makes a layer with all services, and builds it with those of these keys alone. */
const narrowed = <A, E, R>(
  keys: ReadonlyArray<Context.Key<unknown, unknown>>,
  make: (services: Context.Context<never>) => Layer.Layer<A, E, R>
): Layer.Layer<A, E, R> =>
  Layer.fromBuildMemo((memoMap, scope) =>
    Effect.contextWith((services: Context.Context<R>) =>
      Effect.updateContext(
        Layer.buildWithMemoMap(make(services), memoMap, scope),
        () => Context.pick(...keys)(services) as Context.Context<unknown> as Context.Context<R>
      )))

/** Makes handlers with all services. */
const made = <Made>(handlers: Made, services: Context.Context<never>): Made =>
  Effect.isEffect(handlers) ? Effect.provideContext(handlers, services) as Made : handlers

/** `HttpApiBuilder.group`, for handlers that take their services while they are made. */
export const group = <
  Id extends string,
  Groups extends HttpApiGroup.Constraint,
  const Identifier extends HttpApiGroup.Identifier<Groups>,
  Made
>(
  api: HttpApi.HttpApi<Id, Groups>,
  identifier: Identifier,
  make: (
    handlers: HttpApiBuilder.Handlers.FromGroup<HttpApiGroup.WithIdentifier<Groups, Identifier>>
  ) => HttpApiBuilder.Handlers.ValidateReturn<Made> & TakenBefore<Made>
) =>
  narrowed(
    middlewareOf(api.groups[identifier] as HttpApiGroup.Constraint as HttpApiGroup.Top),
    (services) => HttpApiBuilder.group<Id, Groups, Identifier, Made>(api, identifier, (handlers) => made(make(handlers), services))
  )
