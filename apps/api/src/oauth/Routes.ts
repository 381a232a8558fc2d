/**
 * OAuth's endpoints for apps: metadata, tokens (RFC 6749, section 3.2), revocation (RFC 7009) and registration (RFC
 * 7591).
 */
import * as Errors from "@candor/contract/Errors"
import { created } from "@candor/contract/SafeWriting"
import { rateLimitExceeded } from "@candor/contract/ServerErrors"
import { type AppResource, codeText, parseAnyAccess, parseRefresh } from "@candor/domain/app/AppTokens"
import { redeem, refresh, revoke } from "@candor/domain/app/ConnectedApp"
import { ConnectedApps, type IssuedTokens } from "@candor/domain/app/ConnectedApps"
import type { ParsedSecret } from "@candor/domain/authentication/SecretText"
import { Clock, Effect, Layer, Option, Result, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { AddressLimits } from "../auth/AddressLimits.ts"
import { Authentication } from "../auth/Authentication.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { within } from "../request/TimeLimit.ts"
import * as Responses from "../response/Responses.ts"
import { read } from "./ClientMetadata.ts"
import { Clients } from "./Clients.ts"
import * as Issuer from "./Issuer.ts"
import * as Metadata from "./Metadata.ts"
import { oauthPaths } from "./Metadata.ts"
import { appRegistration } from "./OAuthSettings.ts"

/** An error response in OAuth's form (RFC 6749, section 5.2; RFC 7591, section 3.2.2). */
class OAuthRefused
  extends Schema.TaggedError<OAuthRefused>()("OAuthRefused", { error: Schema.String, description: Schema.String })
{}

const refused = (error: string, description: string) => new OAuthRefused({ error, description })

const invalidGrant = refused(
  "invalid_grant",
  "The code or the refresh token is unknown, was used before, has ended, or belongs to another app."
)

const answered = ({ access, expires_in, refresh, scope }: IssuedTokens) =>
  HttpServerResponse.jsonUnsafe({
    access_token: access,
    token_type: "Bearer",
    expires_in,
    refresh_token: refresh,
    scope
  })

/** Reads the body as a form. No parameter may be repeated. */
const form = Effect.gen(function*() {
  const { headers, text } = yield* HttpServerRequest.HttpServerRequest
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers["content-type"] ?? "")) {
    return yield* refused("invalid_request", "Expected a body with Content-Type: application/x-www-form-urlencoded.")
  }
  const values = new URLSearchParams(yield* Effect.orDie(text))
  const repeated = [...new Set(values.keys())].find((name) => values.getAll(name).length > 1)
  if (repeated !== undefined) return yield* refused("invalid_request", `Expected ${repeated.slice(0, 50)} once.`)
  const optional = (name: string) => values.get(name) ?? undefined
  const required = (name: string) => {
    const value = optional(name)
    return value === undefined || value === ""
      ? Effect.fail(refused("invalid_request", `Expected ${name}.`))
      : Effect.succeed(value)
  }
  return { optional, required }
})

const make = Effect.gen(function*() {
  const addresses = yield* AddressLimits
  const apps = yield* ConnectedApps
  const { countAddress } = yield* Authentication
  const clients = yield* Clients
  const issuerOf = yield* Issuer.make
  const registers = yield* appRegistration

  const issuer = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) => issuerOf(headers))
  const workerOf = ({ organization_id }: ParsedSecret) =>
    Effect.map(CurrentRequest, ({ id: request_id }) => ({ organization_id, worker: "connected apps", request_id }))

  /** Names the operation in log lines and metrics, and responds in OAuth's form. */
  const endpoint = <E, R>(
    operation: string,
    route: string,
    handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E | OAuthRefused | Errors.RateLimitExceeded, R>
  ) =>
    Effect.flatMap(CurrentRequest, (request) => {
      request.operation = operation
      request.route = route
      return within("15 seconds")(handle)
    }).pipe(
      Effect.catchIf((error): error is OAuthRefused => error instanceof OAuthRefused, ({ description, error }) =>
        Effect.succeed(
          HttpServerResponse.jsonUnsafe({ error, error_description: description }, {
            status: Errors.status.InvalidRequest
          })
        )),
      Effect.catchIf((error): error is Errors.RateLimitExceeded =>
        error instanceof Errors.RateLimitExceeded, (error) =>
        Effect.succeed(Responses.toResponse(error)))
    )

  const metadata = (route: string, respond: (issuer: string) => object) =>
    HttpRouter.add(
      "GET",
      route as `/${string}`,
      endpoint("OAuth.metadata", route, Effect.map(issuer, (issuer) => HttpServerResponse.jsonUnsafe(respond(issuer))))
    )

  const ofResource = (resource: AppResource) =>
    metadata(Issuer.resourceMetadataPath(resource), (issuer) => Metadata.ofResource(issuer, resource))

  /**
   * Refuses an address that is past its limits. Errors count toward the general limit of the address, like every 4xx;
   * successes only toward its limit for tokens.
   */
  const withinLimits = Effect.gen(function*() {
    const request = yield* CurrentRequest
    const address = request.address()
    if ((yield* addresses.peek(address)).remaining === 0) yield* countAddress
    const { state, within } = yield* addresses.countTokens(address)
    if (within) return
    request.rate_limit = state
    return yield* rateLimitExceeded("this address for tokens", state.limit)
  })

  const token = Effect.gen(function*() {
    yield* withinLimits
    const { optional, required } = yield* form
    const grant_type = yield* required("grant_type")
    if (grant_type !== "authorization_code" && grant_type !== "refresh_token") {
      return yield* refused("unsupported_grant_type", "Expected the grant type authorization_code or refresh_token.")
    }
    const client_id = yield* required("client_id")
    const named = optional("resource")
    const resource = named === undefined ? undefined : Issuer.resourceOf(named, yield* issuer)
    if (named !== undefined && resource === undefined)
      return yield* refused("invalid_target", "Expected a resource of this server.")
    if (grant_type === "refresh_token") {
      const shown = yield* Effect.mapError(
        Effect.fromOption(parseRefresh(yield* required("refresh_token"))),
        () => invalidGrant
      )
      return answered(
        yield* apps.refresh(
          yield* workerOf(shown.family),
          shown,
          (held, context) => refresh(held, { client_id, resource, isLatest: held.isLatest }, context)
        )
      )
    }
    const code = yield* Effect.mapError(Effect.fromOption(codeText.parse(yield* required("code"))), () => invalidGrant)
    const redirect_uri = yield* required("redirect_uri")
    const code_challenge = hash("sha256", yield* required("code_verifier"), "base64url")
    return answered(
      yield* apps.redeem(
        yield* workerOf(code),
        code,
        (held, context) => redeem(held, { client_id, redirect_uri, code_challenge, resource }, context)
      )
    )
  }).pipe(Effect.catchTag("GrantRefused", () => invalidGrant))

  /** Revokes the app of a token. An invalid token, or one of another app, is no error (RFC 7009, section 2.2). */
  const revocation = Effect.gen(function*() {
    yield* withinLimits
    const { required } = yield* form
    const text = yield* required("token")
    const client_id = yield* required("client_id")
    const token = Option.orElse(Option.map(parseRefresh(text), ({ family }) => family), () => parseAnyAccess(text))
    const id = Option.isNone(token) ? undefined : yield* apps.ofToken(token.value, client_id)
    if (Option.isNone(token) || id === undefined) yield* countAddress
    else {
      yield* apps.modify(yield* workerOf(token.value), id, (grant, { now }) => revoke(grant, now)).pipe(
        Effect.catchTag("ConnectedAppNotFound", () => Effect.void)
      )
    }
    return HttpServerResponse.empty({ status: Errors.ok })
  })

  const registration = Effect.gen(function*() {
    const request = yield* CurrentRequest
    const { state, within } = yield* addresses.countRegistrations(request.address())
    request.rate_limit = state
    if (!within) return Responses.ownLimitReached(state.limit, "to register apps")
    if (!registers) return yield* refused("access_denied", "This server registers no apps (CANDOR_APP_REGISTRATION).")
    const body = yield* Effect.mapError(
      (yield* HttpServerRequest.HttpServerRequest).json,
      () => refused("invalid_client_metadata", "Expected JSON.")
    )
    const metadata = read(body)
    if (Result.isFailure(metadata)) return yield* refused(metadata.failure.error, metadata.failure.what)
    const { name, redirect_uris } = metadata.success
    const client_id = yield* Effect.mapError(
      clients.register({ name, redirect_uris }),
      ({ error, what }) => refused(error, what)
    )
    return HttpServerResponse.jsonUnsafe({
      client_id,
      client_id_issued_at: Math.floor((yield* Clock.currentTimeMillis) / 1000),
      client_name: name,
      redirect_uris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none"
    }, { status: created })
  })

  return Layer.mergeAll(
    ofResource("server"),
    ofResource("mcp"),
    ofResource("api"),
    metadata(Metadata.serverMetadataPath, (issuer) => Metadata.ofServer(issuer, registers)),
    HttpRouter.add("POST", oauthPaths.token, endpoint("OAuth.token", oauthPaths.token, token)),
    HttpRouter.add("POST", oauthPaths.revoke, endpoint("OAuth.revoke", oauthPaths.revoke, revocation)),
    HttpRouter.add("POST", oauthPaths.register, endpoint("OAuth.register", oauthPaths.register, registration))
  )
})

export const layer = Layer.unwrap(make)
