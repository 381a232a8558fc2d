/**
 * An identity provider on a loopback port: OpenID Connect's discovery, keys and tokens, as far as the code flow needs
 * them.
 */
import { createHash } from "node:crypto"

/** The provider's claims about a person. */
export interface Identity {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
}

export interface IdentityProvider {
  readonly issuer: string
  /** The settings of a server that uses this provider. */
  readonly settings: Readonly<Record<string, string>>
  /** Signs a person in at the address to which a browser was sent; returns the address of the redirect. */
  readonly signIn: (location: string, identity: Identity) => string
  /** Replaces claims in the next token. */
  readonly forge: (claims: Readonly<Record<string, unknown>>) => void
  readonly close: () => Promise<void>
}

const client = { id: "candor", secret: "a secret of the client" }

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

interface Code {
  readonly nonce: string
  readonly challenge: string
  readonly redirect_uri: string
  readonly identity: Identity
}

export const identityProvider = async (): Promise<IdentityProvider> => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])
  const jwk = { ...(await crypto.subtle.exportKey("jwk", publicKey)), kid: "one", alg: "EdDSA", use: "sig" }
  const codes = new Map<string, Code>()
  let forged: Readonly<Record<string, unknown>> = {}

  const token = async ({ identity, nonce }: Code): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: client.id, iat: now, exp: now + 60, nonce, ...identity, ...forged }
    const text = `${encoded({ alg: "EdDSA", kid: "one" })}.${encoded(claims)}`
    return `${text}.${
      Buffer.from(await crypto.subtle.sign("Ed25519", privateKey, Buffer.from(text))).toString("base64url")
    }`
  }

  const exchange = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text())
    const code = codes.get(form.get("code") ?? "")
    codes.delete(form.get("code") ?? "")
    const challenge = createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url")
    const isRight = code?.challenge === challenge && code.redirect_uri === form.get("redirect_uri") &&
      form.get("client_id") === client.id && form.get("client_secret") === client.secret
    if (!isRight) return Response.json({ error: "invalid_grant" }, { status: 400 })
    return Response.json({ access_token: "access", token_type: "Bearer", id_token: await token(code) })
  }

  const server: Bun.Server<undefined> = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/.well-known/openid-configuration": (): Response =>
        Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["EdDSA"],
          code_challenge_methods_supported: ["S256"]
        }),
      // In some browsers an error without a body would be a failed navigation, in others a page.
      "/authorize": () => new Response("Sign in"),
      "/keys": () => Response.json({ keys: [jwk] }),
      "/token": { POST: exchange }
    }
  })
  const issuer: string = server.url.origin
  return {
    issuer,
    settings: {
      CANDOR_OIDC_ISSUER: issuer,
      CANDOR_OIDC_CLIENT_ID: client.id,
      CANDOR_OIDC_CLIENT_SECRET: client.secret
    },
    signIn: (location, identity) => {
      const query = new URL(location).searchParams
      const code = crypto.randomUUID()
      const redirect_uri = query.get("redirect_uri")!
      codes.set(code, { nonce: query.get("nonce")!, challenge: query.get("code_challenge")!, redirect_uri, identity })
      return `${redirect_uri}?${new URLSearchParams({ code, state: query.get("state")! })}`
    },
    forge: (claims) => {
      forged = claims
    },
    close: () => server.stop(true)
  }
}
