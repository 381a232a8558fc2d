/** The session: who uses the console, and how they sign in. */
import type { MailHealth, MemberRole } from "@candor/client"
import { candor } from "../api/Client.ts"
import { apiKey } from "../api/Credential.ts"
import { isSignedOut } from "../api/failures.ts"
import { callSignIn } from "../api/SignInRoutes.ts"
import { provePasskey } from "./Passkeys.ts"
import { keepRequest } from "./returning.ts"
import type { Granted } from "./rights.ts"

export interface Session extends Granted {
  readonly user: { readonly id: string; readonly full_name: string; readonly email: string }
  readonly organization: { readonly id: string; readonly name: string }
  /** Whether the person signed in with an API key, which only this tab has. */
  readonly byKey: boolean
}

const sessionOfKey = async (): Promise<Session> => {
  const { api_key, job_access, organization, user } = await candor.me.get()
  return { user, organization, scope: api_key.scope, isLimited: job_access === "team", byKey: true }
}

/**
 * Remembers that this browser has a session, whose cookie scripts cannot see. Without this mark no request is sent: its
 * refusal would show up as an error in the browser's console for everybody who opens the sign-in page.
 */
const hint = {
  name: "candor.session",
  isSet: () => localStorage.getItem(hint.name) !== null,
  set: () => localStorage.setItem(hint.name, "1"),
  clear: () => localStorage.removeItem(hint.name)
}

/** Forgets the sign-in, for example after the server refused the credential. */
export const forget = ({ byKey }: Pick<Session, "byKey">): void => byKey ? apiKey.clear() : hint.clear()

/** The server's answer about the session of the cookie. */
type SessionInfo = Pick<Session, "user" | "organization" | "scope"> & { readonly role: MemberRole }

/** Makes the session from an answer that set the cookie; the cookie replaces an API key. */
const sessionOf = async (answer: Promise<SessionInfo>): Promise<Session> => {
  const { role, ...session } = await answer
  apiKey.clear()
  hint.set()
  return { ...session, isLimited: role === "limited", byKey: false }
}

/** Returns the session of this browser; undefined if nobody is signed in. */
export const restore = async (): Promise<Session | undefined> => {
  const byKey = apiKey.get() !== null
  try {
    if (byKey) return await sessionOfKey()
    return hint.isSet() ? await sessionOf(callSignIn("session")) : undefined
  } catch (error) {
    if (!isSignedOut(error)) throw error
    forget({ byKey })
    return undefined
  }
}

/** Signs in with an API key. Fails if the server refuses the key. */
export const signInByKey = async (key: string): Promise<Session> => {
  apiKey.set(key)
  try {
    return await sessionOfKey()
  } catch (error) {
    apiKey.clear()
    throw error
  }
}

/** The sign-in methods that the server offers. */
interface Methods {
  readonly password: boolean
  /** By passkey: needs TLS, and an address with a host name. */
  readonly passkey: boolean
  /** By an identity provider (OpenID Connect). */
  readonly oidc: boolean
  /** By a mailed link: needs the server's public URL in its configuration. */
  readonly mail: boolean
}

/** The address that starts the sign-in at the identity provider, which redirects back with the session's cookie. */
export const identityProvider = "/console/auth/oidc"

/** Mails a link to choose a new password, if the address has an account. */
export const mailForgotten = (email: string) => callSignIn<unknown>("auth/forgotten", { body: { email } })

/** The result of mailing a sign-in link; `problem` is null if the mail server accepted it. */
export interface Invitation {
  readonly recipient: string
  readonly problem: MailHealth["problem"]
  readonly detail: string | null
}

/** Mails a member a sign-in link. */
export const mailInvitation = (member_id: string) => callSignIn<Invitation>("auth/invite", { body: { member_id } })

export const methods = (signal?: AbortSignal): Promise<Methods> =>
  callSignIn("auth/methods", signal === undefined ? {} : { signal })

/**
 * Redirects to the identity provider, to link an account there to the member of a sign-in link, or to the signed-in
 * member.
 */
export const linkIdentity = async (token?: string): Promise<void> => {
  const answer = await callSignIn<{ readonly location: string }>("auth/oidc/link", {
    body: token === undefined ? {} : { token }
  })
  expectSession()
  location.assign(answer.location)
}

/** A linked account at the identity provider. */
export interface Identity {
  readonly issuer: string
  /** The provider's id of the account. */
  readonly subject: string
  readonly linked_at: string
}

export const identities = async (signal: AbortSignal): Promise<ReadonlyArray<Identity>> =>
  (await callSignIn<{ readonly identities: ReadonlyArray<Identity> }>("auth/identities", { signal })).identities

/** Unlinks an account at the identity provider. Ends all other sessions of the member. */
export const unlinkIdentity = async ({ issuer, subject }: Identity): Promise<void> => {
  await callSignIn("auth/identities/remove", { body: { issuer, subject } })
}

/** Remembers that the browser will return from the identity provider with a session. */
export const expectSession = (): void => {
  hint.set()
  keepRequest()
}

/** Signs in with email address and password. The browser stores the session's cookie, which scripts cannot see. */
export const signIn = (email: string, password: string): Promise<Session> =>
  sessionOf(callSignIn("auth/sign-in", { body: { email, password } }))

/** Signs in with a passkey that the person chooses in the browser. */
export const signInByPasskey = (): Promise<Session> => sessionOf(provePasskey())

/** Sets the first password with the token of a one-time link, and signs in. */
export const setFirstPassword = (token: string, password: string): Promise<Session> =>
  sessionOf(callSignIn("auth/first", { body: { token, password } }))

/** Changes the password. Ends all other sessions of the member. */
export const changePassword = async (current_password: string, password: string): Promise<void> => {
  await callSignIn("auth/password", { body: { current_password, password } })
}

/** Removes a passkey. Ends all other sessions of the member. */
export const removePasskey = async (id: string): Promise<void> => {
  await callSignIn("auth/passkeys/remove", { body: { id } })
}

export const signOut = async ({ byKey }: Session): Promise<void> => {
  if (byKey) return apiKey.clear()
  await callSignIn("auth/sign-out", { body: {} })
  hint.clear()
}
