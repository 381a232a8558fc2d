/** Reads an app's authorization request (RFC 6749, section 4.1.1; RFC 7636; RFC 8707), and answers it (RFC 9207). */
import type { ConsentRefusal } from "@candor/contract/ConnectedApps"
import { Scope } from "@candor/domain/access/Scope"
import type { AppResource } from "@candor/domain/app/AppTokens"
import { isRegistered } from "@candor/domain/app/RedirectUri"
import { Effect, Schema } from "effect"
import type { Client } from "./ClientMetadata.ts"
import type { Clients } from "./Clients.ts"
import { resourceOf } from "./Issuer.ts"

/** A request for authorization, whose client and redirect URI are known. */
export interface AuthorizationRequest {
  readonly client: Client
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly resource: AppResource
  readonly scope: Scope
  /** Returns the URL to which the browser is redirected with an answer. */
  readonly answer: (values: Readonly<Record<string, string>>) => string
}

/** The request is invalid. `back` is the redirect that tells the app so, if its redirect URI is known. */
export class RequestRefused extends Schema.TaggedError<RequestRefused>()("RequestRefused", {
  problem: Schema.Literals(["redirect_unregistered", "request_invalid"] satisfies ReadonlyArray<ConsentRefusal>),
  detail: Schema.NullOr(Schema.String),
  back: Schema.NullOr(Schema.String)
}) {}

/** Returns the largest scope in a text. Unknown scopes are ignored, and the default is `read`. */
export const scopeIn = (text: string | undefined): Scope =>
  Scope.literals.toReversed().find((scope) => text?.split(" ").includes(scope)) ?? "read"

/** The error in the parameters; undefined if there is none. */
const wrong = (
  of: (name: string) => string | undefined,
  issuer: string
): readonly [error: string, description: string] | undefined => {
  if (of("response_type") !== "code") return ["unsupported_response_type", "response_type: expected code"]
  if ((of("response_mode") ?? "query") !== "query") return ["invalid_request", "response_mode: expected query"]
  if (of("request") !== undefined || of("request_uri") !== undefined)
    return ["request_not_supported", "request and request_uri are not supported"]
  if (of("code_challenge_method") !== "S256") return ["invalid_request", "code_challenge_method: expected S256"]
  if (!/^[\w-]{43}$/.test(of("code_challenge") ?? ""))
    return ["invalid_request", "code_challenge: expected the SHA-256 of a verifier in base64url"]
  const resource = of("resource")
  if (resource !== undefined && resourceOf(resource, issuer) === undefined)
    return ["invalid_target", "resource: expected an address of this server"]
  return undefined
}

/** Reads the query of the authorization endpoint. */
export const parse = Effect.fnUntraced(
  function*(query: string, issuer: string, find: (client_id: string) => ReturnType<Clients["Service"]["find"]>) {
    const parameters = new URLSearchParams(query)
    const of = (name: string) => parameters.get(name) ?? undefined
    const repeated = [...new Set(parameters.keys())].find((name) => parameters.getAll(name).length > 1)
    const refused = (problem: RequestRefused["problem"], detail: string | null, back: string | null = null) =>
      new RequestRefused({ problem, detail, back })
    // A repeated parameter is refused, because another party may use the other value (RFC 6749, section 3.1).
    if (repeated !== undefined) return yield* refused("request_invalid", `${repeated.slice(0, 50)}: expected once`)
    const client = yield* find(of("client_id") ?? "")
    const redirect_uri = of("redirect_uri") ?? ""
    if (!isRegistered(redirect_uri, client.redirect_uris)) return yield* refused("redirect_unregistered", null)
    const state = of("state")
    const answer = (values: Readonly<Record<string, string>>) =>
      `${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}${new URLSearchParams({
        ...values,
        ...(state === undefined ? {} : { state }),
        iss: issuer
      })}`
    const problem = wrong(of, issuer)
    if (problem !== undefined) {
      const [error, error_description] = problem
      return yield* refused("request_invalid", error_description, answer({ error, error_description }))
    }
    const request: AuthorizationRequest = {
      client,
      redirect_uri,
      code_challenge: of("code_challenge")!,
      resource: resourceOf(of("resource") ?? issuer, issuer)!,
      scope: scopeIn(of("scope")),
      answer
    }
    return request
  }
)
