/**
 * An app that a member connects in a browser: the official client of the Model Context Protocol, and a member who
 * authorizes it.
 */
import {
  auth,
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
  StreamableHTTPClientTransport
} from "@modelcontextprotocol/client"
import type { Scope } from "@candor/domain/access/Scope"
import { type Browser, browser } from "./Browser.ts"
import { type Call, having } from "./Client.ts"
import { freshEmail } from "./Makers.ts"

export const password = "correct horse battery staple"

export const callback = "http://127.0.0.1:5123/callback"

/** What an app stores. */
export interface AppMemory {
  readonly provider: OAuthClientProvider
  /** Returns the address to which the app sent the browser. */
  readonly sentTo: () => URL
  readonly tokens: () => OAuthTokens | undefined
}

/** Makes an app that registers itself, and keeps its tokens in memory. */
export const appMemory = (name = "Test assistant"): AppMemory => {
  let client: OAuthClientInformationMixed | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ""
  let sentTo: URL | undefined
  let discovery: Awaited<ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>>
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: name,
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none"
    },
    state: () => "a state of the app",
    clientInformation: () => client,
    saveClientInformation: (saved) => void (client = saved),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void (sentTo = url),
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState: (saved) => void (discovery = saved),
    invalidateCredentials: () => void (tokens = undefined)
  }
  return { provider, sentTo: () => sentTo!, tokens: () => tokens }
}

/** Adds a member, and signs the member in. */
export const signedInMember = async (
  origin: string,
  call: Call,
  key: string,
  role: string
): Promise<{ readonly id: string; readonly page: Browser }> => {
  const { body: { member: { id } } } = having(201)(
    await call<{ member: { id: string } }>("POST", "/members", {
      key,
      body: { full_name: "Grace Hopper", email: freshEmail(), role }
    })
  )
  const { body: { sign_in_link: { token } } } = having(201)(
    await call<{ sign_in_link: { token: string } }>("POST", `/members/${id}/sign-in-link`, { key })
  )
  const page = browser(origin)
  having(200)(await page.ask("POST", "/console/auth/first", { body: { token, password } }))
  return { id, page }
}

/** Grants an app a scope, or refuses; returns the browser's next address. */
export const decide = async (page: Browser, sentTo: URL, scope: Scope | null): Promise<URL> => {
  const { body: { location } } = having(200)(
    await page.ask<{ location: string }>("POST", "/console/auth/apps/decide", {
      body: { query: sentTo.search.slice(1), scope }
    })
  )
  return new URL(location)
}

/** Connects an app to the tools of a server, or to another resource, on behalf of the page's member. */
export const connect = async (origin: string, page: Browser, scope: Scope, memory = appMemory(), resource = "/mcp") => {
  const serverUrl = new URL(resource, origin)
  await auth(memory.provider, { serverUrl })
  const back = await decide(page, memory.sentTo(), scope)
  await auth(memory.provider, {
    serverUrl,
    authorizationCode: back.searchParams.get("code")!,
    iss: back.searchParams.get("iss")!
  })
  return memory
}

/** Opens the tools of a server with an app's stored tokens. */
export const toolsOfApp = async (origin: string, { provider }: AppMemory): Promise<Client> => {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { authProvider: provider }))
  return client
}
