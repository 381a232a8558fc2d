/**
 * Signing in to the console, separate from the public API: creates the session with which the console calls the public
 * operations. Every request needs the header `X-Candor-Console: 1` and the server's own origin (decision 0053).
 */
import { MemberRole } from "@candor/domain/access/MemberRole"
import { Scope } from "@candor/domain/access/Scope"
import { Password } from "@candor/domain/authentication/SignIn"
import { OrganizationId, UserId } from "@candor/domain/Id"
import { MailProblem } from "@candor/domain/mail/MailServer"
import { Organization } from "@candor/domain/organization/Organization"
import { User } from "@candor/domain/organization/Member"
import { Email, text } from "@candor/domain/Text"
import { Timestamp } from "@candor/domain/Timestamp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { bodyErrors, noQuery } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"

/** The header of the console's requests, which a form on another site cannot send. */
export const consoleHeader = "x-candor-console"

/** The signed-in member. */
export const SessionInfo = Schema.Struct({
  user: User,
  organization: Schema.Struct({ id: Organization.fields.id, name: Organization.fields.name }),
  role: MemberRole,
  /** The session's scope, which follows from the role. */
  scope: Scope
}).annotate({ identifier: "SessionInfo" })
export interface SessionInfo extends Schema.Schema.Type<typeof SessionInfo> {}

/** A password in a sign-in request. Its length is not checked: a wrong one of any length is just wrong. */
const PasswordAttempt = text(200)

/** A text from the identity provider, which is compared unchanged. */
const OfProvider = Schema.String.check(Schema.isMaxLength(500))

/** An identity of the signed-in member. */
const Identity = { issuer: OfProvider, subject: OfProvider }

/** The errors of every request of signing in. */
export const errors = [
  Errors.Unauthorized,
  Errors.RateLimitExceeded,
  Errors.InternalError,
  Errors.ServiceUnavailable
] as const

/** The status of a response with `Location`, and without a body. */
export const seeOther = 303

const Redirected = HttpApiSchema.Empty(seeOther)

export class SignIns extends HttpApiGroup.make("SignIns")
  .add(
    HttpApiEndpoint.get("methods", "/auth/methods", {
      query: noQuery,
      success: Schema.Struct({
        password: Schema.Boolean,
        passkey: Schema.Boolean,
        oidc: Schema.Boolean,
        mail: Schema.Boolean
      }),
      error: errors
    }),
    HttpApiEndpoint.get("session", "/session", { query: noQuery, success: SessionInfo, error: errors }),
    HttpApiEndpoint.post("signIn", "/auth/sign-in", {
      query: noQuery,
      payload: Schema.Struct({
        email: Email,
        password: PasswordAttempt,
        /**
         * The organization, if the address belongs to members of several; by default the one in which the member has
         * been longest.
         */
        organization_id: Schema.optionalKey(OrganizationId)
      }),
      success: SessionInfo,
      error: [...errors, ...bodyErrors]
    }),
    HttpApiEndpoint.post("first", "/auth/first", {
      query: noQuery,
      payload: Schema.Struct({ token: text(200), password: Password }),
      success: SessionInfo,
      error: [...errors, ...bodyErrors]
    }),
    // Gives the same response, equally fast, whether or not the address is known: the mail is sent afterwards.
    HttpApiEndpoint.post("forgotten", "/auth/forgotten", {
      query: noQuery,
      payload: Schema.Struct({ email: Email }),
      success: Schema.Struct({ asked: Schema.Boolean }),
      error: [...errors, ...bodyErrors, Errors.NotFound]
    }),
    HttpApiEndpoint.post("invite", "/auth/invite", {
      query: noQuery,
      payload: Schema.Struct({ member_id: UserId }),
      /** The result of sending the mail with the link; `problem` is null if the server accepted it. */
      success: Schema.Struct({
        recipient: Schema.String,
        problem: Schema.NullOr(MailProblem),
        detail: Schema.NullOr(Schema.String)
      }),
      error: [...errors, ...bodyErrors, Errors.Forbidden, Errors.NotFound]
    }),
    HttpApiEndpoint.post("changePassword", "/auth/password", {
      query: noQuery,
      payload: Schema.Struct({ current_password: PasswordAttempt, password: Password }),
      success: SessionInfo,
      error: [...errors, ...bodyErrors]
    }),
    HttpApiEndpoint.post("linkIdentity", "/auth/oidc/link", {
      query: noQuery,
      /** The text of a sign-in link; without it, the identity is linked to the signed-in member. */
      payload: Schema.Struct({ token: Schema.optionalKey(text(200)) }),
      /** The identity provider's address, to which the browser goes to sign in. */
      success: Schema.Struct({ location: Schema.String }),
      error: [...errors, ...bodyErrors, Errors.NotFound]
    }),
    HttpApiEndpoint.get("identities", "/auth/identities", {
      query: noQuery,
      success: Schema.Struct({ identities: Schema.Array(Schema.Struct({ ...Identity, linked_at: Timestamp })) }),
      error: errors
    }),
    HttpApiEndpoint.post("unlinkIdentity", "/auth/identities/remove", {
      query: noQuery,
      payload: Schema.Struct(Identity),
      success: SessionInfo,
      error: [...errors, ...bodyErrors, Errors.NotFound]
    }),
    // The browser opens these two directly, and is redirected.
    HttpApiEndpoint.get("oidc", "/auth/oidc", {
      /** The organization, if the identity is linked in several. */
      query: { organization_id: Schema.optionalKey(OrganizationId) },
      success: Redirected,
      error: [...errors, Errors.NotFound]
    }),
    HttpApiEndpoint.get("oidcCallback", "/auth/oidc/callback", {
      success: Redirected,
      error: [...errors, Errors.NotFound]
    }),
    HttpApiEndpoint.post("signOut", "/auth/sign-out", {
      query: noQuery,
      success: Schema.Struct({ signed_out: Schema.Boolean }),
      error: errors
    })
  )
{}
