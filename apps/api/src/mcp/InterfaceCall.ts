/**
 * Sends requests to the interface within the process, as parts of a request that is already authenticated. They pass
 * the same middleware and handlers as requests over HTTP, so scopes, validation, isolation, time limits, logs and
 * metrics are the same. Only the key is not looked up and counted again.
 */
import { status } from "@candor/contract/Errors"
import type { Principal } from "@candor/domain/authentication/Principal"
import { Clock, Context, Effect, type Scope, Tracer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentRequest, make as makeRecord, type RequestRecord } from "../request/CurrentRequest.ts"
import type { OperationRequest } from "./OperationRequest.ts"

export interface InterfaceResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The interface: its router with all middleware. */
export type Interface = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

export type Send = (
  request: OperationRequest,
  headers?: Readonly<Record<string, string>>
) => Effect.Effect<InterfaceResponse>

/** If the message is traced, sends the request in a child span: a span has the route of one request. */
const inSpan = <A>(sent: Effect.Effect<A>, message: RequestRecord, record: RequestRecord): Effect.Effect<A> =>
  message.span === undefined
    ? sent
    : Effect.useSpan(
      "call operation",
      { parent: message.span },
      (span) =>
        Effect.map(Effect.provideService(sent, Tracer.ParentSpan, span), (received) => {
          span.attribute("candor.operation", record.operation ?? "none")
          return received
        })
    )

/** Makes the function that sends requests with the key and the principal of the present request. */
export const make = Effect.fnUntraced(function*(api: Interface, principal: Principal) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const current = yield* CurrentRequest
  const clock = yield* Clock.Clock
  const send: Send = ({ body, contentType = "application/json", method, url }, more = {}) => {
    const request = new Request(new URL(url, "http://localhost"), {
      method,
      headers: {
        authorization: headers["authorization"]!,
        // Answers contain the service's address, which is taken from these headers.
        ...Object.fromEntries(
          ["host", "x-forwarded-proto"].flatMap((name) => headers[name] === undefined ? [] : [[name, headers[name]]])
        ),
        ...(body === "" ? {} : { "content-type": contentType }),
        ...more
      },
      ...(body === "" ? {} : { body })
    })
    const { address, api_key_id, id, organization_id, rate_limit } = current
    const record = makeRecord({ id, address, started: clock.currentTimeMillisUnsafe(), authenticated: principal })
    Object.assign(record, { api_key_id, organization_id, rate_limit })
    const sent = api.pipe(
      Effect.flatMap((response) =>
        Effect.promise(async () => {
          const received = HttpServerResponse.toWeb(response)
          // A missing scope of the tool's request is reported as missing for the whole message.
          if (received.status === status.Forbidden) current.required_scope ??= record.required_scope
          return { status: received.status, headers: received.headers, text: await received.text() }
        })
      ),
      Effect.provideContext(
        Context.make(CurrentRequest, record).pipe(
          Context.add(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
        )
      ),
      Effect.scoped,
      Effect.orDie
    )
    return inSpan(sent, current, record)
  }
  return send
})
