/**
 * Signing in to the console, beside the interface: it makes the session with which the console calls the operations of
 * the interface. Every request needs the header `X-Candor-Console: 1` and the server's own origin (decision 0053).
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

/** The header of a request of the console, which a form of another site cannot send. */
export const consoleHeader = "x-candor-console"

/** Who is signed in. */
export const SessionInfo = Schema.Struct({
  user: User,
  organization: Schema.Struct({ id: Organization.fields.id, name: Organization.fields.name }),
  role: MemberRole,
  /** The scope of the session, which is that of the role. */
  scope: Scope
}).annotate({ identifier: "SessionInfo" })
export interface SessionInfo extends Schema.Schema.Type<typeof SessionInfo> {}

/** A password in a request to sign in: a wrong one of any length is a wrong password. */
const PasswordAttempt = text(200)

/** The identity provider's own text, compared as it is. */
const OfProvider = Schema.String.check(Schema.isMaxLength(500))

/** Names an identity of the member who is signed in. */
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
        /** Where the address is a member of several organizations; else the one in which it has been longest. */
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
    // The same answer whoever has the address, and as soon: the mail is sent behind it.
    HttpApiEndpoint.post("forgotten", "/auth/forgotten", {
      query: noQuery,
      payload: Schema.Struct({ email: Email }),
      success: Schema.Struct({ asked: Schema.Boolean }),
      error: [...errors, ...bodyErrors, Errors.NotFound]
    }),
    HttpApiEndpoint.post("invite", "/auth/invite", {
      query: noQuery,
      payload: Schema.Struct({ member_id: UserId }),
      /** How the mail with the link went; `problem` is null where the server took it. */
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
      /** The text of a sign-in link; without it the identity is linked to the member who is signed in. */
      payload: Schema.Struct({ token: Schema.optionalKey(text(200)) }),
      /** Where the browser goes to sign in at the identity provider. */
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
    // The browser goes to these two by itself, and is sent on.
    HttpApiEndpoint.get("oidc", "/auth/oidc", {
      /** Where the identity is linked in several organizations. */
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
