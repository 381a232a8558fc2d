/**
 * Handlers of a group of the interface. The library copies all services of a group's layer into the context of each request. So
 * this layer has only those that requests need, and the others while the handlers are made (decision 0018).
 */
import { AdminScope, Authorization, InputErrors, WriteScope } from "@candor/contract/Authorization"
import { SafeWriting } from "@candor/contract/SafeWriting"
import { Context, Effect, FileSystem, Layer, Path, type Scope } from "effect"
import { Etag, HttpPlatform } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"

/** What the library takes from the context of a request: the middleware of operations, and what bodies are read with. */
const needed = [
  AdminScope,
  Authorization,
  InputErrors,
  SafeWriting,
  WriteScope,
  Etag.Generator,
  FileSystem.FileSystem,
  HttpPlatform.HttpPlatform,
  Path.Path
] as const

type Needed = Context.Service.Identifier<typeof needed[number]> | Scope.Scope

/** The services that handlers require while they run. */
type WhileRunning<Made> = Made extends HttpApiBuilder.Handlers<infer R, infer _Endpoints, infer _Handled> ? R
  : Made extends Effect.Effect<HttpApiBuilder.Handlers<infer R, infer _Endpoints, infer _Handled>, infer _E, infer _R> ? R
  : never

/** A type error where handlers require a service while they run, which they can take while they are made. */
type TakenBefore<Made> = [WhileRunning<Made>] extends [Needed] ? unknown
  : { readonly "taken while handlers run": Exclude<WhileRunning<Made>, Needed> }

/** All services that are there while handlers are made. */
class Surroundings extends Context.Service<Surroundings, Context.Context<never>>()("@candor/api/request/HandlerGroup/Surroundings") {}

/** Makes handlers with all services. */
const made = <Made>(handlers: Made): Made =>
  Effect.isEffect(handlers)
    ? Effect.flatMap(Surroundings, (services) => Effect.provideContext(handlers, services)) as Made
    : handlers

/** Builds a layer with the services that requests need, and all of them in one. */
const narrowed = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.fromBuildMemo((memoMap, scope) =>
    Effect.contextWith((services: Context.Context<R>) => {
      const reduced = Context.add(Context.pick(...needed)(services), Surroundings, services)
      return Effect.updateContext(Layer.buildWithMemoMap(layer, memoMap, scope), () => reduced as Context.Context<unknown> as Context.Context<R>)
    }))

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
) => narrowed(HttpApiBuilder.group<Id, Groups, Identifier, Made>(api, identifier, (handlers) => made(make(handlers))))
