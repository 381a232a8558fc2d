/** The handlers of a resource's operations. */
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { field, type Named, type Names, namesOf } from "@candor/contract/ResourceOperations"
import { nameOf, type Pascal } from "@candor/domain/Noun"
import { type PlainPort, plainNouns, type PlainTable } from "@candor/domain/nouns"
import type { Position } from "@candor/domain/Pagination"
import type { LimitedStore, PagedStore, ResourceStore } from "@candor/domain/Resource"
import { Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { withNextLink } from "./NextLink.ts"

/** Gets a row of a store. */
const getHandler = <
  Row,
  NotFound extends Parameters<typeof toError>[0],
  const One extends string,
  const Param extends string
>(
  { one, param }: Pick<Names<One, string, Param>, "one" | "param">,
  store: Pick<ResourceStore<Row, never, never, NotFound>, "get">
) =>
  Effect.fnUntraced(function*({ params }: { readonly params: Named<Param, string> }) {
    const { actor } = yield* Caller
    return field(one, yield* store.get(actor.organization_id, params[param]))
  }, Effect.mapError(toError))

/** Lists the rows of a store in pages, and gets one. */
export const readHandlers = <
  Row,
  NotFound extends Parameters<typeof toError>[0],
  const One extends string,
  const Many extends string,
  const Param extends string
>(
  names: Names<One, Many, Param>,
  store: Pick<ResourceStore<Row, never, never, NotFound>, "get"> & PagedStore<Row>
) => ({
  list: Effect.fnUntraced(function*({ query, request }: {
    readonly query: { readonly limit?: number; readonly offset?: number; readonly cursor?: Position }
    readonly request: HttpServerRequest.HttpServerRequest
  }) {
    const { actor } = yield* Caller
    const page = yield* store.list(actor.organization_id, toPageRequest(query))
    const next_cursor = yield* withNextLink(request, page)
    return { ...field(names.many, page.items), pagination: page.pagination, next_cursor }
  }),
  get: getHandler(names, store)
})

/** Gets, creates, updates and deletes the rows of a store. */
const oneHandlers = <
  Row,
  Draft,
  Patch,
  const One extends string,
  const Many extends string,
  const Param extends string
>(
  names: Names<One, Many, Param>,
  store: ResourceStore<Row, Draft, Patch>
) => ({
  get: getHandler(names, store),
  create: Effect.fnUntraced(function*({ payload }: { readonly payload: Draft }) {
    const { actor } = yield* Caller
    return field(names.one, yield* store.create(actor, payload))
  }, Effect.mapError(toError)),
  update: Effect.fnUntraced(
    function*({ params, payload }: { readonly params: Named<Param, string>; readonly payload: Patch }) {
      const { actor } = yield* Caller
      return field(names.one, yield* store.update(actor, params[names.param], payload))
    },
    Effect.mapError(toError)
  ),
  delete: Effect.fnUntraced(function*({ params }: { readonly params: Named<Param, string> }) {
    const { actor } = yield* Caller
    yield* store.remove(actor, params[names.param])
    return { deleted: true }
  }, Effect.mapError(toError))
})

/** Answers the operations of a resource that is listed in pages. */
export const resourceHandlers = <
  Row,
  Draft,
  Patch,
  const One extends string,
  const Many extends string,
  const Param extends string
>(
  names: Names<One, Many, Param>,
  store: ResourceStore<Row, Draft, Patch> & PagedStore<Row>
) => ({ ...oneHandlers(names, store), ...readHandlers(names, store) })

/** Answers the operations of a resource whose list has no pages. */
export const allHandlers = <
  Row,
  Draft,
  Patch,
  const One extends string,
  const Many extends string,
  const Param extends string
>(
  names: Names<One, Many, Param>,
  store: ResourceStore<Row, Draft, Patch> & LimitedStore<Row>
) => ({
  ...oneHandlers(names, store),
  list: Effect.fnUntraced(function*() {
    const { actor } = yield* Caller
    return field(names.many, yield* store.all(actor.organization_id))
  })
})

/** Answers the operations of a noun without rules of its own. */
const plainHandlers = ({ port, resource: { noun } }: (typeof plainNouns)[number]) =>
  Effect.map(port, (store) => {
    const { uses } = store
    const handlers = allHandlers(namesOf(noun), store)
    return uses === undefined ? handlers : {
      ...handlers,
      list: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { ...yield* handlers.list(), used_by: yield* uses(actor.organization_id) }
      })
    }
  })

type Services<Group> = Group extends string ? HttpApiGroup.Service<"candor", Group> : never

/** The handlers of nouns without rules of their own. The operations of their groups have the same names. */
export const plainLayer = plainNouns.map((plain) =>
  HttpApiBuilder.group(
    Api,
    nameOf(plain.resource.noun.table),
    (handlers) => Effect.map(plainHandlers(plain), (all) => handlers.handleAll(all as never))
  ) as unknown
).reduce<Layer.Layer<Services<Pascal<PlainTable>>, never, PlainPort>>(
  (all, one) => Layer.merge(all, one as typeof all),
  Layer.empty as never
)
