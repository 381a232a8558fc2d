/** The administrators' policy on apps that members connect. */
import { Schema } from "effect"
import { includes, least, Scope } from "../access/Scope.ts"
import { described, named } from "../Described.ts"
import { type MemberRole, scopeOf } from "../access/MemberRole.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { because } from "../IssueReason.ts"

/**
 * Schemes of well-known desktop apps that are not reversed domain names. All others need a period (RFC 8252, section
 * 7.1).
 */
const knownSchemes: ReadonlySet<string> = new Set([
  "claude:",
  "cursor:",
  "raycast:",
  "vscode:",
  "vscode-insiders:",
  "warp:",
  "windsurf:",
  "zed:"
])

/** Tells whether a scheme is an app's own (private-use). */
export const isPrivateUse = (scheme: string): boolean =>
  knownSchemes.has(scheme) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(scheme)

/**
 * Tells whether a text has a form that `redirectHost` returns: a host name or IP address as in URLs, without a port, or
 * an app's own scheme with its colon.
 */
export const isHost = (text: string): boolean => {
  if (text.endsWith(":")) return isPrivateUse(text)
  const url = URL.parse(`https://${text}/`)
  return url !== null && url.hostname === text && url.port === "" && url.href === `https://${text}/`
}

const maxHosts = 100

const Host = Schema.String.check(
  Schema.isMaxLength(253),
  Schema.makeFilter<string>(isHost, {
    expected: "a host in lower case, for example claude.ai, or a scheme such as cursor:",
    ...because("wrong_form"),
    toJsonSchema: () => ({})
  })
)

const Clients = Schema.Literals(["all", "listed", "none"])

const said = {
  clients: described("Which apps members may connect: `all`, `listed` for those of `hosts`, or `none`", "listed"),
  max_scope: described("The largest scope that a member may give an app", "write")
}

export const AppPolicy = Schema.Struct({
  clients: Clients.pipe(said.clients),
  hosts: Schema.Array(Host).check(Schema.isMaxLength(maxHosts)).pipe(described(
    "The hosts of apps that members may connect if `clients` is `listed`: the host of the app's client " +
      "metadata, or else of its redirect URI. `localhost` is a program on the member's own machine, and `cursor:` " +
      "an app's own URL scheme",
    ["claude.ai", "localhost"]
  )),
  max_scope: Scope.pipe(said.max_scope),
  max_days: Schema.NullOr(Schema.Int.check(
    Schema.isBetween({ minimum: 1, maximum: 3650 }, { expected: "an integer from 1 to 3650, or null" })
  )).pipe(described("The number of days after which an app must be connected again; null for no limit", 90))
}).pipe(named("AppPolicy", "Which apps members may connect, and what the apps may do"))
export interface AppPolicy extends Schema.Schema.Type<typeof AppPolicy> {}

/** A request to change the policy. */
export const AppPolicyDraft = Schema.Struct({
  ...AppPolicy.fields,
  clients: spelled(Clients).pipe(said.clients),
  max_scope: spelled(Scope, synonyms.scope).pipe(said.max_scope)
}).pipe(named("AppPolicyDraft", "Which apps members may connect from now on, and what the apps may do"))

/** The default policy. */
export const defaultPolicy: AppPolicy = { clients: "all", hosts: [], max_scope: "write", max_days: null }

/** The host that codes and tokens are sent to: that of the app's client metadata, or else that of its redirect URI. */
export interface AppHosts {
  readonly client_host: string | null
  readonly redirect_host: string
}

/** Tells whether members may connect an app. */
export const allows = ({ clients, hosts }: AppPolicy, { client_host, redirect_host }: AppHosts): boolean =>
  clients === "all" || (clients === "listed" && hosts.includes(client_host ?? redirect_host))

/** Returns the largest scope that a member with this role may grant an app. */
export const largestScope = ({ max_scope }: AppPolicy, role: MemberRole): Scope => least(max_scope, scopeOf(role))

/** Returns the scopes that the policy does not allow. */
export const scopesBeyond = ({ max_scope }: AppPolicy): ReadonlyArray<Scope> =>
  Scope.literals.filter((scope) => !includes(max_scope, scope))
