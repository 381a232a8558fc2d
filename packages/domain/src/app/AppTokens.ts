/** The credentials of apps: a code that is used once, then access tokens, each for one resource, and refresh tokens. */
import { Option, Schema } from "effect"
import * as SecretText from "../authentication/SecretText.ts"
import { described } from "../Described.ts"

/** The audience of a token (RFC 8707): tools, the API, or both. A token for one is not accepted by the other. */
export const AppResource = Schema.Literals(["server", "mcp", "api"]).pipe(described(
  "Where its tokens work: `mcp` at /mcp, `api` at /api/v1, `server` at both",
  "mcp"
))
export type AppResource = typeof AppResource.Type

/** A resource that answers requests. */
export type Audience = Exclude<AppResource, "server">

/** The path of each resource at the address of the server. */
export const resourcePaths: Readonly<Record<AppResource, string>> = { server: "", mcp: "/mcp", api: "/api/v1" }

/** The text of authorization codes. */
export const codeText = SecretText.make("candor_code_")

/** The first part of the refresh tokens of an app, which they all share. */
export const familyText = SecretText.make("candor_refresh_")

/** The texts of access tokens. */
export const accessTexts: Readonly<Record<AppResource, ReturnType<typeof SecretText.make>>> = {
  server: SecretText.make("candor_access_"),
  mcp: SecretText.make("candor_mcp_"),
  api: SecretText.make("candor_api_")
}

/** Reads the text of an access token that works at a resource. */
export const parseAccess = (text: string, audience: Audience): Option.Option<SecretText.ParsedSecret> =>
  Option.orElse(accessTexts[audience].parse(text), () => accessTexts.server.parse(text))

/** Reads the text of an access token of any resource. */
export const parseAnyAccess = (text: string): Option.Option<SecretText.ParsedSecret> =>
  Option.firstSomeOf(Object.values(accessTexts).map(({ parse }) => parse(text)))

/** Tells whether a text is an access token of an app, and not a person's key. */
export const isAccess = (text: string): boolean => Option.isSome(parseAnyAccess(text))

/**
 * A refresh token: the part that all refresh tokens of its app share, which reveals the reuse of an old one, and its
 * own part.
 */
export interface ParsedRefresh {
  readonly family: SecretText.ParsedSecret
  readonly turn: string
}

/** Returns the text of a refresh token. */
export const formatRefresh = (family: string, turn: string): string => `${family}.${turn}`

/** Reads the text of a refresh token. */
export const parseRefresh = (text: string): Option.Option<ParsedRefresh> => {
  const [family = "", turn = "", ...rest] = text.split(".", 3)
  return rest.length > 0 || !/^[0-9a-f]{40}$/.test(turn)
    ? Option.none()
    : Option.map(familyText.parse(family), (family) => ({ family, turn }))
}
