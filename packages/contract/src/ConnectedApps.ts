/** Apps that members have connected, and which of them administrators allow. */
import { AppPolicy, AppPolicyDraft } from "@candor/domain/app/AppPolicy"
import { ConnectedApp } from "@candor/domain/app/ConnectedApp"
import { described } from "@candor/domain/Described"
import { ConnectedAppId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const ManyApps = Schema.Struct({
  connected_apps: Schema.Array(ConnectedApp).pipe(described("The apps of the page, newest first")),
  pagination: Pagination,
  next_cursor: NextCursor
})
const OnePolicy = Schema.Struct({ app_policy: AppPolicy })
const appParams = { appId: pathId(ConnectedAppId) }

export class ConnectedApps extends HttpApiGroup.make("ConnectedApps")
  .add(
    HttpApiEndpoint.get("listOwn", "/me/connected-apps", { query: pageQuery, success: ManyApps }).annotateMerge(documented(
      "List one's connected apps",
      "The apps that the member of the key has connected, also those that have ended. An app is connected in a browser (OAuth 2.1)."
    )),
    HttpApiEndpoint.delete("revokeOwn", "/me/connected-apps/:appId", {
      params: appParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).annotateMerge(documented("Revoke one of one's connected apps, permanently",
      "Every server refuses its next request. A member's own choice, so that the scope `read` suffices."
    )),
    HttpApiEndpoint.get("list", "/connected-apps", { query: pageQuery, success: ManyApps }).middleware(AdminScope).annotateMerge(documented(
      "List the connected apps of all members", "Also those that have ended: events name them as `api_key_id`."
    )),
    HttpApiEndpoint.delete("revoke", "/connected-apps/:appId", {
      params: appParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(documented("Revoke a member's connected app, permanently", "Every server refuses its next request.")),
    HttpApiEndpoint.get("policy", "/organization/app-policy", { query: noQuery, success: OnePolicy }).annotateMerge(documented(
      "Get which apps members may connect", "At first all, with the scope `write` at most."
    )),
    HttpApiEndpoint.put("setPolicy", "/organization/app-policy", {
      query: noQuery,
      payload: AppPolicyDraft,
      success: OnePolicy,
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(documented("Set which apps members may connect",
      "Connected apps that it does not allow end at once, larger scopes become smaller, and an app that is older than `max_days` gets no more tokens."
    ))
  )
  .annotate(OpenApi.Title, "Connected apps")
  .annotate(OpenApi.Description, "Apps that act as a member who has connected them, such as assistants.")
{}
