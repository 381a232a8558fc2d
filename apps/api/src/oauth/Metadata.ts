/** The metadata of the server's resources (RFC 9728) and of its authorization server (RFC 8414). */
import { Scope } from "@candor/domain/access/Scope"
import { type AppResource, resourcePaths } from "@candor/domain/app/AppTokens"

/** The paths of OAuth's endpoints. The consent page is in the console. */
export const oauthPaths = {
  authorize: "/console/authorize",
  token: "/oauth/token",
  revoke: "/oauth/revoke",
  register: "/oauth/register"
} as const

/** The path of the server's metadata. */
export const serverMetadataPath = "/.well-known/oauth-authorization-server"

const publicClient = ["none"]

/** Returns the metadata of a resource. Its scopes are those that are enough for nearly all apps. */
export const ofResource = (issuer: string, resource: AppResource) => ({
  resource: `${issuer}${resourcePaths[resource]}`,
  resource_name: "Candor",
  resource_documentation: `${issuer}/docs/guide.md`,
  authorization_servers: [issuer],
  scopes_supported: ["read", "write"],
  bearer_methods_supported: ["header"]
})

/** Returns the metadata of the authorization server. */
export const ofServer = (issuer: string, registers: boolean) => ({
  issuer,
  authorization_endpoint: `${issuer}${oauthPaths.authorize}`,
  token_endpoint: `${issuer}${oauthPaths.token}`,
  revocation_endpoint: `${issuer}${oauthPaths.revoke}`,
  ...(registers ? { registration_endpoint: `${issuer}${oauthPaths.register}` } : {}),
  scopes_supported: Scope.literals,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: publicClient,
  revocation_endpoint_auth_methods_supported: publicClient,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${issuer}/docs/guide.md`,
  protected_resources: Object.values(resourcePaths).map((path) => `${issuer}${path}`)
})
