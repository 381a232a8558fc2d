/**
 * Sign-in by an identity provider: the authorization code flow of OpenID Connect with PKCE, a state and a nonce, by
 * openid-client. The state of the flow is in a cookie of the browser that began it.
 */
import { boundedFetch } from "@candor/files/BoundedFetch"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { Configuration, CustomFetchOptions } from "openid-client"
import type { Identity } from "@candor/domain/authentication/Identity"
import { type IdentityProvider, identityProvider, isLoopback } from "./OpenIdConnectSettings.ts"

/** Maximum bytes of a response of the provider. */
const maxResponseBytes = 256 * 1024

/** Maximum seconds for a response of the provider. */
const timeoutSeconds = 5

/** Seconds that a member has for signing in at the provider. */
export const flowSeconds = 600

/** The state of a flow. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /**
   * The text of the sign-in link by which to link the identity, or the id of the organization to sign in to; else
   * empty.
   */
  readonly intent: string
}

/** The sign-in failed. The reason is for the log, and contains no personal data. */
export class SignInFailed extends Schema.TaggedError<SignInFailed>()("SignInFailed", { reason: Schema.String }) {}

/** The library's error code. Its message and cause may contain claims about a person. */
const reasonOf = (error: unknown): string =>
  Option.getOrElse(
    Option.map(Schema.decodeUnknownOption(Schema.Struct({ code: Schema.String }))(error), ({ code }) => code),
    () => error instanceof Error ? error.name : "unknown"
  )

/** Encodes a flow for its cookie. */
export const flowText = ({ intent, nonce, state, verifier }: Flow): string => `${state}.${nonce}.${verifier}.${intent}`

/** Decodes a flow. */
export const parseFlow = (text: string): Option.Option<Flow> => {
  const [, state = "", nonce = "", verifier = "", intent = ""] =
    /^([\w-]{20,100})\.([\w-]{20,100})\.([\w-]{20,100})\.([\w-]{0,200})$/.exec(text) ?? []
  return state === "" ? Option.none() : Option.some({ state, nonce, verifier, intent })
}

const failing = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({ try: work, catch: (error) => new SignInFailed({ reason: reasonOf(error) }) })

const make = ({ clientId, clientSecret, issuer }: IdentityProvider) => {
  // Loaded at the first sign-in: other processes and requests do not need it (decision 0018).
  const library = () => import("openid-client")
  let known: Promise<Configuration> | undefined

  /** Reads the provider's discovery document once, and again only after a failure. */
  const configuration = async (): Promise<Configuration> => {
    const { allowInsecureRequests, customFetch, discovery } = await library()
    known ??= discovery(issuer, clientId, clientSecret, undefined, {
      [customFetch]: (url: string, init: CustomFetchOptions) =>
        boundedFetch(maxResponseBytes)(url, init as RequestInit),
      timeout: timeoutSeconds,
      execute: isLoopback(issuer) ? [allowInsecureRequests] : []
    }).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  return {
    /**
     * Returns the URL at the provider to which the browser goes, and the flow to store. `redirect_uri` is registered at
     * the provider.
     */
    begin: (redirect_uri: string, intent: string) =>
      failing(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
          await library()
        const flow: Flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), intent }
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri,
          scope: "openid",
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: "S256"
        })
        return { url: url.href, flow }
      }),
    /** Returns the identity of the person whom the provider sent back to this URL. */
    complete: (url: URL, { nonce, state, verifier }: Flow) =>
      failing(async () => {
        const { authorizationCodeGrant } = await library()
        const checks = { expectedNonce: nonce, expectedState: state, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await authorizationCodeGrant(await configuration(), url, checks)
        return tokens.claims()
      }).pipe(
        Effect.flatMap((claims) =>
          claims === undefined
            ? Effect.fail(new SignInFailed({ reason: "the provider sent no token" }))
            : Effect.succeed<Identity>({ issuer: claims.iss, subject: claims.sub })
        )
      )
  }
}

export class OpenIdConnect extends Context.Service<OpenIdConnect, Option.Option<ReturnType<typeof make>>>()(
  "@candor/api/signin/OpenIdConnect"
) {
  /** The provider in the settings; none if none is set. */
  static readonly layer = Layer.effect(OpenIdConnect, Effect.map(identityProvider, Option.map(make)))
}
