/** Connected apps of members, the administrators' policy on them, and the consent of members. */
import { Scope } from "@candor/domain/access/Scope"
import { AppResource } from "@candor/domain/app/AppTokens"
import { ConnectedApp } from "@candor/domain/app/ConnectedApp"
import { described } from "@candor/domain/Described"
import { ConnectedAppId } from "@candor/domain/Id"
import { AppPolicy, AppPolicyDraft } from "@candor/domain/organization/AppPolicy"
import { Pagination } from "@candor/domain/Pagination"
import { text } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope, OwnChange } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"
import { errors } from "./SignIns.ts"

const ManyApps = Schema.Struct({
  connected_apps: Schema.Array(ConnectedApp).pipe(described("The apps of the page, newest first")),
  pagination: Pagination,
  next_cursor: NextCursor
})
const OnePolicy = Schema.Struct({ app_policy: AppPolicy })
const appParams = { appId: pathId(ConnectedAppId) }

export class ConnectedApps extends HttpApiGroup.make("ConnectedApps")
  .add(
    HttpApiEndpoint.get("listOwn", "/me/connected-apps", { query: pageQuery, success: ManyApps }).annotateMerge(
      documented(
        "List one's connected apps",
        "Returns the apps that the key's member has connected, including revoked and expired ones. Apps are " +
          "connected in a browser (OAuth 2.1)."
      )
    ),
    HttpApiEndpoint.delete("revokeOwn", "/me/connected-apps/:appId", {
      params: appParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(OwnChange).annotateMerge(
      documented(
        "Revoke one of one's connected apps, permanently",
        "Every server refuses the app from its next request on. Changes the key's own member, so the scope " +
          "`read` is enough (an app needs `write`)."
      )
    ),
    HttpApiEndpoint.get("list", "/connected-apps", { query: pageQuery, success: ManyApps }).middleware(AdminScope)
      .annotateMerge(documented(
        "List the connected apps of all members",
        "Includes revoked and expired apps, because events refer to them as `api_key_id`."
      )),
    HttpApiEndpoint.delete("revoke", "/connected-apps/:appId", {
      params: appParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Revoke a member's connected app, permanently",
        "Every server refuses the app from its next request on."
      )
    ),
    HttpApiEndpoint.get("policy", "/organization/app-policy", { query: noQuery, success: OnePolicy }).annotateMerge(
      documented(
        "Get which apps members may connect",
        "Returns the policy. By default members may connect all apps, with at most the scope `write`."
      )
    ),
    HttpApiEndpoint.put("setPolicy", "/organization/app-policy", {
      query: noQuery,
      payload: AppPolicyDraft,
      success: OnePolicy,
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Set which apps members may connect",
        "Connected apps that the policy does not allow are revoked immediately, larger scopes are reduced, and " +
          "an app older than `max_days` gets no more tokens."
      )
    )
  )
  .annotate(OpenApi.Title, "Connected apps")
  .annotate(OpenApi.Description, "Apps, such as assistants, that act as the member who connected them.")
{}

/** The query with which the app sent the browser. */
const AppQuery = text(8000)

/** Why the request of an app cannot be allowed. */
export const ConsentRefusal = Schema.Literals([
  "client_unknown",
  "client_unreachable",
  "client_invalid",
  "redirect_unregistered",
  "request_invalid",
  "not_allowed"
])
export type ConsentRefusal = typeof ConsentRefusal.Type

const AppRequest = Schema.Struct({
  name: Schema.String,
  /** The host of the app's client metadata; null if it registered itself. */
  client_host: Schema.NullOr(Schema.String),
  redirect_host: Schema.String,
  resource: AppResource,
  /** The requested scope, and those that the member may grant. */
  requested_scope: Scope,
  scopes: Schema.Array(Scope),
  /** The scope that the member granted before; null if the app is not connected. */
  connected_scope: Schema.NullOr(Scope)
})

const consenting = [...errors, ...bodyErrors, Errors.Forbidden, Errors.NotFound]

/**
 * Authorizing an app to act as the signed-in member: the page of OAuth's authorization endpoint (RFC 6749, section
 * 3.1). It is not part of the public API.
 */
export class NewConnectedApps extends HttpApiGroup.make("NewConnectedApps")
  .add(
    HttpApiEndpoint.post("show", "/auth/apps", {
      query: noQuery,
      payload: Schema.Struct({ query: AppQuery }),
      success: Schema.Struct({
        app: Schema.NullOr(AppRequest),
        problem: Schema.NullOr(ConsentRefusal),
        detail: Schema.NullOr(Schema.String),
        /** The address to which the browser can return, to report the problem to the app; null if there is none. */
        back: Schema.NullOr(Schema.String)
      }),
      error: consenting
    }),
    HttpApiEndpoint.post("decide", "/auth/apps/decide", {
      query: noQuery,
      /** Without a scope, the request is denied. */
      payload: Schema.Struct({ query: AppQuery, scope: Schema.NullOr(Scope) }),
      /** The app's address, to which the browser goes. */
      success: Schema.Struct({ location: Schema.String }),
      error: consenting
    })
  )
{}
