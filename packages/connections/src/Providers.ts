/**
 * The providers whose accounts can be connected: the authorization code flow of OAuth 2.0 (RFC 6749) with PKCE (RFC
 * 7636), state and nonce, then refreshing and revoking, by openid-client.
 */
import { type ConnectionTrouble, type ConsentProblem, Provider } from "@candor/domain/connection/Connection"
import { boundedFetch } from "@candor/files/BoundedFetch"
import { Config, Context, Effect, Option, Redacted, Schema } from "effect"
import type { Configuration, CustomFetchOptions, TokenEndpointResponse } from "openid-client"

/** The most bytes of a provider's response, and the time limit in seconds until its last byte. */
const [maxResponseBytes, timeoutSeconds] = [64 * 1024, 5]

/** The most characters of a provider's message that are shown. */
const maxWords = 500

/** The function that sends requests to providers. Redirects are not followed. */
export const ProviderFetch = Context.Reference<(url: string, init: RequestInit) => Promise<Response>>(
  "@candor/connections/ProviderFetch",
  {
    defaultValue: () => boundedFetch(maxResponseBytes)
  }
)

interface Described {
  readonly name: string
  /**
   * A copy of the provider's OpenID Connect Discovery document. It is not fetched, so that no response can change where
   * secrets are sent.
   */
  readonly document: (tenant: string) => { readonly issuer: string; readonly [name: string]: string }
  /** The issuer, from which the library derives that document's address. */
  readonly issuer: (tenant: string) => string
  /** Scopes that every connection needs: the account's identity, and a refresh token. */
  readonly scope: string
  readonly parameters: Readonly<Record<string, string>>
}

const google = "https://accounts.google.com"
const microsoft = "https://login.microsoftonline.com"

const described: { readonly [Name in Provider]: Described } = {
  google: {
    name: "Google",
    document: () => ({
      issuer: google,
      authorization_endpoint: `${google}/o/oauth2/v2/auth`,
      token_endpoint: "https://oauth2.googleapis.com/token",
      revocation_endpoint: "https://oauth2.googleapis.com/revoke"
    }),
    issuer: () => google,
    scope: "openid email",
    // Without `consent`, a second connection gets no refresh token.
    parameters: { access_type: "offline", prompt: "consent" }
  },
  microsoft: {
    name: "Microsoft 365",
    document: (tenant) => ({
      // The library replaces this by the tenant that somebody signed in to.
      issuer: `${microsoft}/{tenantid}/v2.0`,
      authorization_endpoint: `${microsoft}/${tenant}/oauth2/v2.0/authorize`,
      token_endpoint: `${microsoft}/${tenant}/oauth2/v2.0/token`
    }),
    issuer: (tenant) => `${microsoft}/${tenant}/v2.0`,
    scope: "openid profile email offline_access",
    parameters: { prompt: "select_account" }
  }
}

const Tenant = Schema.String.check(
  Schema.isPattern(/^[\w.-]{1,255}$/, { expected: "the id or domain of a tenant, or organizations" })
)
const tenant = Config.schema(Tenant, "CANDOR_MICROSOFT_TENANT").pipe(Config.withDefault("organizations"))

/** The app that the operator registered at each provider. */
const registered: Readonly<
  Record<Provider, { readonly id: Config.Config<string>; readonly secret: Config.Config<Redacted.Redacted> }>
> = {
  google: {
    id: Config.NonEmptyString("CANDOR_GOOGLE_CLIENT_ID"),
    secret: Config.Redacted("CANDOR_GOOGLE_CLIENT_SECRET")
  },
  microsoft: {
    id: Config.NonEmptyString("CANDOR_MICROSOFT_CLIENT_ID"),
    secret: Config.Redacted("CANDOR_MICROSOFT_CLIENT_SECRET")
  }
}

/** Reads the app with its secret; none if no id is set. */
const appOf = (provider: Provider) =>
  Config.flatMap(
    Config.option(registered[provider].id),
    Option.match({
      onNone: () => Config.succeed(Option.none()),
      onSome: (id) =>
        Config.map(Config.all({ secret: registered[provider].secret, tenant }), (more) =>
          Option.some({ provider, id, ...more }))
    })
  )
type App = Option.Option.Value<Config.Success<ReturnType<typeof appOf>>>

const apps = Config.map(Config.all(Provider.literals.map(appOf)), (found) => found.flatMap(Option.toArray))

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [apps, tenant]

/** The state of a flow, which has to be kept until the browser returns. */
export const Flow = Schema.Struct({
  provider: Provider,
  state: Schema.String,
  nonce: Schema.String,
  verifier: Schema.String
})
export interface Flow extends Schema.Schema.Type<typeof Flow> {}

/** The tokens of a provider. */
export interface Grant {
  /** Null if the previous one remains valid. */
  readonly refresh_token: Redacted.Redacted | null
  readonly access_token: Redacted.Redacted
  readonly seconds: number
}

/** No account was connected. */
export class ConsentFailed extends Schema.TaggedError<ConsentFailed>()("ConsentFailed", {
  problem: Schema.Literals(["app_refused", "busy", "denied", "incomplete", "not_begun"]),
  detail: Schema.NullOr(Schema.String)
}) {}

const Failure = Schema.Struct({
  code: Schema.optional(Schema.String),
  error: Schema.optional(Schema.String),
  error_description: Schema.optional(Schema.String),
  status: Schema.optional(Schema.Number)
})

/** Errors after which somebody has to give consent again (RFC 6749, section 5.2, and Microsoft's own). */
const ended = new Set(["invalid_grant", "interaction_required", "consent_required", "login_required"])

/** Converts an error of the library. Removes the secrets that were sent from the provider's message. */
const troubleOf = (
  error: unknown,
  secrets: ReadonlyArray<string>
): ConnectionTrouble & { readonly error: string | undefined } => {
  const failure = Option.getOrElse(Schema.decodeUnknownOption(Failure)(error), () => ({} as typeof Failure.Type))
  const { code, error: name, error_description, status: answered = 400 } = failure
  const told = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), error_description ?? name ?? "")
  const words = told.replaceAll(/[\s\p{Cc}]+/gu, " ").trim().slice(0, maxWords).toWellFormed()
  const detail = words === "" ? code ?? null : words
  const isAway = name === undefined || answered >= 500 || answered === 429 || name === "temporarily_unavailable" ||
    name === "server_error"
  return { problem: isAway ? "busy" : ended.has(name) ? "consent_ended" : "app_refused", detail, error: name }
}

const grantOf = ({ access_token, expires_in, refresh_token }: TokenEndpointResponse): Grant => ({
  refresh_token: refresh_token === undefined ? null : Redacted.make(refresh_token),
  access_token: Redacted.make(access_token),
  seconds: expires_in ?? 0
})

const textOf = (value: unknown): string => typeof value === "string" ? value : ""

/** Makes the client of a provider with the operator's registered app. */
const clientOf = ({ id, provider, secret, tenant }: App, send: typeof ProviderFetch.Service) => {
  const { document, issuer, parameters, scope } = described[provider]
  // Loaded with the first connection, because other processes and requests do not need it.
  const library = () => import("openid-client")
  let known: Promise<Configuration> | undefined
  /** Uses the library's "discovery", which handles Microsoft's issuers that differ by tenant. */
  const configuration = async (): Promise<Configuration> => {
    const { customFetch, discovery } = await library()
    return known ??= discovery(new URL(issuer(tenant)), id, Redacted.value(secret), undefined, {
      [customFetch]: (url: string, init: CustomFetchOptions) =>
        url.endsWith("/.well-known/openid-configuration")
          ? Promise.resolve(Response.json(document(tenant)))
          : send(url, init as RequestInit),
      timeout: timeoutSeconds
    })
  }

  const run = <A>(secrets: ReadonlyArray<string>, work: () => Promise<A>) =>
    Effect.tryPromise({
      try: work,
      catch: (error) => troubleOf(error, [Redacted.value(secret), ...secrets.filter((one) => one !== "")])
    })

  const consentFailed = ({ detail, error, problem }: ReturnType<typeof troubleOf>) => {
    const failed = (problem: ConsentProblem) => new ConsentFailed({ problem, detail })
    if (error === "access_denied") return failed("denied")
    return failed(problem === "consent_ended" ? "not_begun" : problem)
  }

  return {
    /**
     * Returns the address for the browser to give consent to these scopes, and the flow to keep. `redirect_uri` has to
     * be registered at the provider.
     */
    begin: (scopes: ReadonlyArray<string>, redirect_uri: string) =>
      Effect.promise(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
          await library()
        const flow: Flow = { provider, state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri,
          scope: [scope, ...scopes].join(" "),
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await calculatePKCECodeChallenge(flow.verifier),
          code_challenge_method: "S256",
          ...parameters
        })
        return { url: url.href, flow }
      }),
    /** Returns the grant of somebody who came back to this address, and the account's email address. */
    complete: (url: URL, scopes: ReadonlyArray<string>, { nonce, state, verifier }: Flow) =>
      Effect.gen(function*() {
        // Checked here, because the library reports a wrong state like a broken provider's response.
        if (url.searchParams.get("state") !== state)
          return yield* new ConsentFailed({ problem: "not_begun", detail: null })
        const checks = { expectedNonce: nonce, expectedState: state, pkceCodeVerifier: verifier, idTokenExpected: true }
        const code = url.searchParams.get("code") ?? ""
        const tokens = yield* run([code, verifier], async () =>
          (await library()).authorizationCodeGrant(await configuration(), url, checks)).pipe(
            Effect.mapError(consentFailed)
          )
        const claims = tokens.claims()
        const account = textOf(claims?.["email"]) || textOf(claims?.["preferred_username"])
        // A missing `scope` means that all were granted (RFC 6749, section 5.1).
        const granted = tokens.scope?.toLowerCase().split(" ")
        const isWhole = granted === undefined || scopes.every((one) =>
          granted.includes(one.toLowerCase())
        )
        const { refresh_token, ...grant } = grantOf(tokens)
        if (!isWhole || refresh_token === null || account === "")
          return yield* new ConsentFailed({ problem: "incomplete", detail: null })
        return { account, ...grant, refresh_token }
      }),
    refresh: (token: Redacted.Redacted): Effect.Effect<Grant, ConnectionTrouble> =>
      run(
        [Redacted.value(token)],
        async () => (await library()).refreshTokenGrant(await configuration(), Redacted.value(token))
      ).pipe(
        Effect.map(grantOf),
        Effect.mapError(({ detail, problem }) => ({ detail, problem }))
      ),
    /** Revokes a token at the provider (RFC 7009), if the provider supports it. */
    revoke: (token: Redacted.Redacted): Effect.Effect<void, ConnectionTrouble> =>
      document(tenant)["revocation_endpoint"] === undefined ?
        Effect.void :
        run(
          [Redacted.value(token)],
          async () => (await library()).tokenRevocation(await configuration(), Redacted.value(token))
        )
  }
}

/** The clients of all providers at which the operator has registered an app. */
export const clients = Effect.map(
  Effect.all([apps, ProviderFetch]),
  ([apps, send]) => new Map(apps.map((app) => [app.provider, clientOf(app, send)]))
)
