/**
 * An authorization server on a loopback port that replaces Google's and Microsoft's. It answers as they document:
 * single-use codes with PKCE, single-use refresh tokens, an id token, errors as JSON.
 */
import { ProviderFetch } from "@candor/connections/Providers"
import { boundedFetch } from "@candor/files/BoundedFetch"
import { Context } from "effect"
import { createHash } from "node:crypto"

export const app = { id: "app.apps.example", secret: "secret~of.the-app" }

/** The settings of a service whose operator has registered the app at both providers. */
export const settings = {
  CANDOR_GOOGLE_CLIENT_ID: app.id,
  CANDOR_GOOGLE_CLIENT_SECRET: app.secret,
  CANDOR_MICROSOFT_CLIENT_ID: app.id,
  CANDOR_MICROSOFT_CLIENT_SECRET: app.secret
}

interface Code {
  readonly account: string
  readonly scope: string
  readonly query: URLSearchParams
  readonly tenant: string
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** The id of the tenant of the people who sign in. */
const tenantId = "72f988bf-86f1-41af-91ab-2d7cd011db47"

export interface AuthorizationServer {
  /** Sends requests for the providers to this server. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The received requests, by the last part of their path. */
  readonly requests: Array<readonly [path: string, form: URLSearchParams]>
  /** Replaces the server's answer to the next request, and to those after it with `always`. */
  readonly answer: (respond: (request: Request) => Response | Promise<Response>, always?: boolean) => void
  /** Consents at the address to which a browser was sent. Returns the query of the redirect. */
  readonly consent: (location: string, account: string, changes?: { readonly scope?: string }) => string
  /** Returns whether an access token works. */
  readonly isValid: (access: string) => boolean
  /** Expires access tokens early. */
  readonly expire: () => void
  /** Revokes the account's consent. */
  readonly revoke: () => void
  /** Returns all tokens, codes and secrets that were ever sent. */
  readonly secrets: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
}

export const authorizationServer = (): AuthorizationServer => {
  const codes = new Map<string, Code>()
  const refreshTokens = new Map<string, Code>()
  const accessTokens = new Set<string>()
  const told = new Set<string>([app.secret])
  const requests: Array<readonly [string, URLSearchParams]> = []
  const others: Array<readonly [(request: Request) => Response | Promise<Response>, boolean]> = []

  const issued = (kind: string): string => {
    const text = `${kind}.${crypto.randomUUID()}`
    told.add(text)
    return text
  }

  const refused = (error: string, error_description: string, status = 400) =>
    Response.json({ error, error_description }, { status })

  const idToken = ({ account, query, tenant }: Code): string => {
    const now = Math.floor(Date.now() / 1000)
    const isGoogle = tenant === ""
    return `${encoded({ alg: "RS256", typ: "JWT" })}.${
      encoded({
        iss: isGoogle ? "https://accounts.google.com" : `https://login.microsoftonline.com/${tenantId}/v2.0`,
        aud: app.id,
        sub: "1",
        iat: now,
        exp: now + 3600,
        nonce: query.get("nonce"),
        ...isGoogle ? { email: account, email_verified: true } : { preferred_username: account, tid: tenantId }
      })
    }.c2lnbmF0dXJl`
  }

  const granted = (code: Code, isNew: boolean): Response => {
    const [access_token, refresh_token] = [issued("access"), issued("refresh")]
    accessTokens.add(access_token)
    refreshTokens.set(refresh_token, code)
    return Response.json({
      access_token,
      refresh_token,
      token_type: "Bearer",
      expires_in: 3599,
      scope: code.scope,
      ...isNew ? { id_token: idToken(code) } : {}
    })
  }

  const token = (form: URLSearchParams): Response => {
    if (form.get("client_id") !== app.id || form.get("client_secret") !== app.secret)
      return refused("invalid_client", "AADSTS7000215: Invalid client secret provided.", 401)
    if (form.get("grant_type") === "refresh_token") {
      const text = form.get("refresh_token") ?? ""
      const known = refreshTokens.get(text)
      if (!refreshTokens.delete(text) || known === undefined)
        return refused("invalid_grant", "Token has been expired or revoked.")
      return granted(known, false)
    }
    const code = codes.get(form.get("code") ?? "")
    codes.delete(form.get("code") ?? "")
    const verifier = form.get("code_verifier") ?? ""
    told.add(verifier)
    const isRight = code?.query.get("code_challenge") === createHash("sha256").update(verifier).digest("base64url") &&
      code.query.get("redirect_uri") === form.get("redirect_uri")
    return isRight ? granted(code, true) : refused("invalid_grant", "Bad Request")
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const form = new URLSearchParams(await request.clone().text())
      requests.push([new URL(request.url).pathname.split("/").at(-1)!, form])
      const [other] = others
      if (other?.[1] === false) others.shift()
      if (other !== undefined) return other[0](request)
      if (request.url.endsWith("/revoke")) {
        // As at Google, one token revokes all tokens that the account has given the app.
        const ended = refreshTokens.get(form.get("token") ?? "")?.account
        for (const [token, { account }] of refreshTokens) if (account === ended) refreshTokens.delete(token)
        return new Response(null, { status: 200 })
      }
      return token(form)
    }
  })

  return {
    fetch: (url, init) => boundedFetch(64 * 1024)(new URL(new URL(url).pathname, server.url), init),
    requests,
    answer: (respond, always = false) => void others.push([respond, always]),
    consent: (location, account, changes = {}) => {
      const url = new URL(location)
      const query = url.searchParams
      const code = issued("code")
      const tenant = url.hostname === "accounts.google.com" ? "" : url.pathname.split("/")[1]!
      codes.set(code, { account, scope: changes.scope ?? query.get("scope")!, query, tenant })
      return `?${new URLSearchParams({
        code,
        state: query.get("state")!,
        ...tenant === "" ? { iss: "https://accounts.google.com" } : { session_state: "x" }
      })}`
    },
    isValid: (access) => accessTokens.has(access),
    expire: () => accessTokens.clear(),
    revoke: () => {
      accessTokens.clear()
      refreshTokens.clear()
    },
    secrets: () => [...told].filter((text) => text !== ""),
    close: () => server.stop(true)
  }
}

/** Makes a service under test use this server instead of the providers. */
export const inPlace =
  ({ fetch }: AuthorizationServer) => <Ports>(ports: Context.Context<Ports>): Context.Context<Ports> =>
    Context.add(ports, ProviderFetch, fetch)
