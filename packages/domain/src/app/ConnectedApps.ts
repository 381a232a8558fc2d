/** The port to connected apps, their codes and their tokens. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Scope } from "../access/Scope.ts"
import type { ParsedSecret } from "../authentication/SecretText.ts"
import type { AnyContext, Decision, DecisionContext } from "../Decision.ts"
import type { ConnectedAppId, OrganizationId, UserId } from "../Id.ts"
import type { MemberNotFound } from "../organization/Member.ts"
import type { AppPolicyState } from "../organization/Organization.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { AppPolicy } from "../organization/AppPolicy.ts"
import type { ParsedRefresh } from "./AppTokens.ts"
import type { ConnectedApp, ConnectedAppNotFound, Grant, GrantRefused, HeldGrant, Holding } from "./ConnectedApp.ts"

/** New tokens with their texts, which are not stored. */
export interface IssuedTokens {
  readonly access: string
  readonly refresh: string
  readonly scope: Scope
  /** The seconds until the access token expires. */
  readonly expires_in: number
}

export class ConnectedApps extends Context.Service<ConnectedApps, {
  /** Returns the apps of a member, or of all members, ended ones included, newest first. */
  readonly list: (
    organization: OrganizationId,
    page: PageRequest,
    member: UserId | undefined
  ) => Effect.Effect<Page<ConnectedApp>>
  readonly get: (organization: OrganizationId, id: ConnectedAppId) => Effect.Effect<ConnectedApp, ConnectedAppNotFound>
  /** Returns the member, and the scope that they may grant an app. */
  readonly holding: (organization: OrganizationId, member: UserId) => Effect.Effect<Holding, MemberNotFound>
  /** Returns the largest scope that a member has given a client that is still connected. */
  readonly scopeOfClient: (
    organization: OrganizationId,
    member: UserId,
    client_id: string
  ) => Effect.Effect<Scope | undefined>
  /** Stores the grant that `decide` returns for the actor. Returns the text of its code. */
  readonly authorize: <Failure>(
    by: Actor,
    decide: (holding: Holding & { readonly active_apps: number }, context: DecisionContext) => Decision<Grant, Failure>
  ) => Effect.Effect<string, Failure | MemberNotFound>
  /** Issues tokens for a code if `decide` allows. If it revokes the grant, that is stored, and the request fails. */
  readonly redeem: (
    by: Worker,
    code: ParsedSecret,
    decide: (held: HeldGrant, context: AnyContext) => Decision<Grant, GrantRefused>
  ) => Effect.Effect<IssuedTokens, GrantRefused>
  /** Does the same for a refresh token. Earlier access tokens work until they expire. */
  readonly refresh: (
    by: Worker,
    token: ParsedRefresh,
    decide: (held: HeldGrant & { readonly isLatest: boolean }, context: AnyContext) => Decision<Grant, GrantRefused>
  ) => Effect.Effect<IssuedTokens, GrantRefused>
  /** Returns the app of an access token, or of the shared part of a refresh token, if it is this client's. */
  readonly ofToken: (token: ParsedSecret, client_id: string) => Effect.Effect<ConnectedAppId | undefined>
  /** Stores the grant that `decide` returns. Every server refuses the tokens of a revoked one. */
  readonly modify: <Failure>(
    by: Actor | Worker,
    id: ConnectedAppId,
    decide: (grant: Grant, context: AnyContext) => Decision<Grant, Failure>
  ) => Effect.Effect<Grant, Failure | ConnectedAppNotFound>
  readonly policy: (organization: OrganizationId) => Effect.Effect<AppPolicy>
  /** Stores the policy that `decide` returns. Apps that it forbids are revoked, and larger scopes are reduced. */
  readonly setPolicy: (
    by: Actor,
    decide: (state: AppPolicyState) => Decision<AppPolicyState, never>
  ) => Effect.Effect<AppPolicy>
}>()("@candor/domain/ConnectedApps") {}
