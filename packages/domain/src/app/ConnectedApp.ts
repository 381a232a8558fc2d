/**
 * Apps that members connect: each acts on behalf of its member, with at most the scope that the member granted (OAuth
 * 2.1).
 */
import { Result, Schema } from "effect"
import { includes, least, Scope } from "../access/Scope.ts"
import { type AnyContext, decided, type Decision, type DecisionContext, unchanged, withoutEvents } from "../Decision.ts"
import { described } from "../Described.ts"
import * as example from "../Example.ts"
import { embedded, hidden, id, managed, time, without } from "../Field.ts"
import { ConnectedAppId, UserId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { declare } from "../Noun.ts"
import { type Member, MemberDeactivated } from "../organization/Member.ts"
import { ShownLine } from "../Text.ts"
import { later, Timestamp } from "../Timestamp.ts"
import { allows, type AppPolicy, largestScope } from "../organization/AppPolicy.ts"
import { AppResource } from "./AppTokens.ts"

/** The lifetime of a code, in minutes (RFC 6749, section 4.1.2: ten at most). */
export const codeMinutes = 5

/** The lifetime of an access token, in seconds. */
export const accessSeconds = 3600

/** Days without a refresh after which an app has to be connected again (RFC 9700, section 4.14.2). */
export const idleDays = 90

/** The most connected apps of a member, including those that are being connected. */
export const maxApps: Limit = { what: "connected apps of a member", limit: 50 }

const shownHost = Schema.String

export const noun = declare({
  subject: "connected_app",
  description: "An app that a member has connected, and that acts as the member",
  label: ["connected app", "verbundene App"],
  table: "connected_apps",
  sees: "all",
  fields: {
    id: id(ConnectedAppId),
    user_id: managed(UserId, {
      description: "The member that the app acts as",
      example: example.id.user,
      privacy: "kept"
    }),
    name: managed(ShownLine, {
      description: "The name that the app gives itself, unverified",
      example: "Claude",
      privacy: "kept"
    }),
    client_host: managed(Schema.NullOr(shownHost), {
      description: "The host of the app's OAuth Client ID Metadata Document; null if the app registered itself",
      example: "claude.ai",
      privacy: "kept"
    }),
    redirect_host: managed(shownHost, {
      description:
        "The host that the app was connected from; `localhost` is a program on the member's own machine, and " +
        "`cursor:` an app's own URL scheme",
      example: "claude.ai",
      privacy: "kept"
    }),
    resource: managed(AppResource, {
      description: "Where its tokens work: `mcp`, `api`, or `server` for both",
      example: "mcp",
      privacy: "kept"
    }),
    scope: managed(Scope, {
      description: "What the app may do; at most the role of its member",
      example: "read",
      privacy: "kept"
    }),
    created_at: time(Timestamp, "When the app was connected", example.time.jobCreated),
    expires_at: time(
      Timestamp,
      `When it expires unless it is used: ${idleDays} days after its latest token, or as the policy says`,
      "2026-12-27T09:12:44.318Z"
    )
      .pipe(without("event")),
    revoked_at: time(Schema.NullOr(Timestamp), "When it was revoked; null if it was not", null),
    last_used_at: embedded(
      Schema.NullOr(Timestamp).pipe(
        described("The beginning of the clock hour of its latest request; null if there was none", example.time.keyUsed)
      )
    ),
    client_id: hidden(Schema.String, {
      description: "The app's id of OAuth",
      example: "https://claude.ai/oauth/client.json",
      privacy: "kept"
    }),
    redirect_uri: hidden(Schema.String, {
      description: "Where the code went",
      example: "https://claude.ai/api/callback",
      privacy: "kept"
    }),
    code_challenge: hidden(Schema.String, {
      description: "The hash of the code's verifier (RFC 7636)",
      example: "",
      privacy: "kept"
    }),
    /** 0 until the code is redeemed. Each change compares it, for optimistic locking. */
    turn: hidden(Schema.Int, { description: "How many access tokens it has had", example: 1, privacy: "kept" })
  },
  events: {
    authorized: { summary: "A member allowed an app to act as them", reads: ["authorized", "autorisiert"] },
    revoked: {
      summary: "A connected app was revoked by a member, or because it used a code or token twice",
      example: { revoked_at: example.time.closed }
    }
  }
})

export const ConnectedApp = noun.json
export interface ConnectedApp extends Schema.Schema.Type<typeof ConnectedApp> {}

/** An app as decisions see it. */
export type Grant = typeof noun.row.Type

/** The request of a member to authorize an app. */
export type AppRequest = Pick<
  Grant,
  "name" | "client_host" | "redirect_host" | "resource" | "scope" | "client_id" | "redirect_uri" | "code_challenge"
>

export class ConnectedAppNotFound
  extends Schema.TaggedError<ConnectedAppNotFound>()("ConnectedAppNotFound", { id: Schema.String })
{}

/** The administrators do not allow the app, or this scope. */
export class AppRefused
  extends Schema.TaggedError<AppRefused>()("AppRefused", { reason: Schema.Literals(["client", "scope"]) })
{}

/** A code or a refresh token is unknown, ended, used before, or another app's. */
export class GrantRefused extends Schema.TaggedError<GrantRefused>()("GrantRefused", {}) {}

/** The member of a grant, and the administrators' policy. */
export interface Holding {
  readonly member: Member
  readonly app_policy: AppPolicy
}

/** A grant with its member and policy. */
export interface HeldGrant extends Holding {
  readonly grant: Grant
}

/** Stores a member's authorization of an app, until the app redeems its code. */
export const authorize = (
  request: AppRequest,
  { active_apps, app_policy, member }: Holding & { readonly active_apps: number },
  { nextId, now }: DecisionContext
): Decision<Grant, AppRefused | LimitReached | MemberDeactivated> =>
  Result.gen(function*() {
    if (member.status !== "active") return yield* Result.fail(new MemberDeactivated({ member_id: member.id }))
    if (!allows(app_policy, request)) return yield* Result.fail(new AppRefused({ reason: "client" }))
    if (!includes(largestScope(app_policy, member.role), request.scope))
      return yield* Result.fail(new AppRefused({ reason: "scope" }))
    yield* withinLimit(maxApps, active_apps, 1)
    const grant: Grant = {
      ...request,
      id: ConnectedAppId.make(nextId()),
      user_id: member.id,
      created_at: now,
      expires_at: later(now, codeMinutes * 60_000),
      revoked_at: null,
      turn: 0
    }
    return yield* decided(grant, noun.event("authorized", grant))
  })

/** What an app presents to redeem its code; the challenge is the hash of its verifier. */
export type Redemption = Pick<Grant, "client_id" | "redirect_uri" | "code_challenge"> & {
  readonly resource: AppResource | undefined
}

/** Redeems a code. A code that was redeemed before has been stolen, so the app is revoked (RFC 6749, section 4.1.2). */
export const redeem = (held: HeldGrant, shown: Redemption, { now }: AnyContext): Decision<Grant, GrantRefused> => {
  const { grant } = held
  if (grant.client_id !== shown.client_id || hasEnded(held, now)) return refused
  if (grant.turn > 0) return revoke(grant, now)
  const isSame = grant.redirect_uri === shown.redirect_uri && grant.code_challenge === shown.code_challenge &&
    (shown.resource === undefined || grant.resource === shown.resource)
  return isSame ? next(held, now) : refused
}

/** What an app presents to get another access token. */
export interface Refreshing {
  readonly client_id: string
  readonly resource: AppResource | undefined
  /** Whether the token is the latest of its app. */
  readonly isLatest: boolean
}

/**
 * Gives an app its next tokens. A refresh token that was used before has been stolen, so the app is revoked (RFC 9700,
 * section 4.14.2).
 */
export const refresh = (held: HeldGrant, shown: Refreshing, { now }: AnyContext): Decision<Grant, GrantRefused> => {
  const { grant } = held
  if (grant.client_id !== shown.client_id || hasEnded(held, now)) return refused
  if (!shown.isLatest) return revoke(grant, now)
  return shown.resource === undefined || grant.resource === shown.resource ? next(held, now) : refused
}

/** Revokes an app permanently. */
export const revoke = (grant: Grant, now: Timestamp): Decision<Grant, never> => {
  if (grant.revoked_at !== null) return unchanged(grant)
  const after: Grant = { ...grant, revoked_at: now }
  return decided(after, noun.event("revoked", after))
}

/** Returns the present scope of an app. */
export const presentScope = ({ app_policy, grant: { scope }, member: { role } }: HeldGrant): Scope =>
  least(scope, largestScope(app_policy, role))

const refused = Result.fail(new GrantRefused())

const earlier = (one: Timestamp, other: Timestamp): Timestamp => one < other ? one : other

/** Returns when an app expires that gets tokens now. */
const endOf = ({ app_policy: { max_days }, grant: { created_at } }: HeldGrant, now: Timestamp): Timestamp => {
  const idle = later(now, idleDays * 86_400_000)
  return max_days === null ? idle : earlier(idle, later(created_at, max_days * 86_400_000))
}

const hasEnded = (held: HeldGrant, now: Timestamp): boolean => {
  const { app_policy, grant, member } = held
  return grant.revoked_at !== null || grant.expires_at <= now || endOf(held, now) <= now ||
    member.status !== "active" || !allows(app_policy, grant)
}

const next = (held: HeldGrant, now: Timestamp): Decision<Grant, never> =>
  withoutEvents({ ...held.grant, turn: held.grant.turn + 1, expires_at: endOf(held, now) })

/** Returns when an access token expires that is issued now. */
export const accessEnd = ({ expires_at }: Grant, now: Timestamp): Timestamp =>
  earlier(expires_at, later(now, accessSeconds * 1000))
