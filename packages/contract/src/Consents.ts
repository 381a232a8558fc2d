/** The consent of members to what apps ask for. */
import { Scope } from "@candor/domain/access/Scope"
import { AppResource } from "@candor/domain/app/AppTokens"
import { text } from "@candor/domain/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { bodyErrors, noQuery } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { errors } from "./SignIns.ts"

/** The query with which the app sent the browser. */
const AppQuery = text(8000)

/** Why the request of an app cannot be allowed. */
export const ConsentRefusal = Schema.Literals([
  "client_unknown", "client_unreachable", "client_invalid", "redirect_unregistered", "request_invalid", "not_allowed"
])
export type ConsentRefusal = typeof ConsentRefusal.Type

const AppRequest = Schema.Struct({
  name: Schema.String,
  /** The host that describes the app; null where it registered itself. */
  client_host: Schema.NullOr(Schema.String),
  redirect_host: Schema.String,
  resource: AppResource,
  /** What it asks for, and what the member may give it. */
  requested_scope: Scope,
  scopes: Schema.Array(Scope)
})

const consenting = [...errors, ...bodyErrors, Errors.Forbidden, Errors.NotFound]

/** Allowing an app to act as the member who is signed in: the page of OAuth's authorization endpoint (RFC 6749, section 3.1), beside the interface. */
export class Consents extends HttpApiGroup.make("Consents")
  .add(
    HttpApiEndpoint.post("show", "/auth/apps", {
      query: noQuery,
      payload: Schema.Struct({ query: AppQuery }),
      success: Schema.Struct({
        app: Schema.NullOr(AppRequest),
        problem: Schema.NullOr(ConsentRefusal),
        detail: Schema.NullOr(Schema.String),
        /** Where the browser can go back to, to tell the app of the problem. */
        back: Schema.NullOr(Schema.String)
      }),
      error: consenting
    }),
    HttpApiEndpoint.post("decide", "/auth/apps/decide", {
      query: noQuery,
      /** Without a scope nothing is allowed. */
      payload: Schema.Struct({ query: AppQuery, scope: Schema.NullOr(Scope) }),
      /** Where the browser goes: to the app. */
      success: Schema.Struct({ location: Schema.String }),
      error: consenting
    })
  )
{}
