/** Who uses the console. */
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
  /** Whether the person signed in by an API key, which only this tab knows. */
  readonly byKey: boolean
}

const sessionOfKey = async (): Promise<Session> => {
  const { api_key, job_access, organization, user } = await candor.me.get()
  return { user, organization, scope: api_key.scope, isLimited: job_access === "team", byKey: true }
}

/**
 * Says that this browser has a session, whose cookie no script can see. Without it the server is not asked for one: its
 * refusal would be an error in the browser's console for everybody who comes to sign in.
 */
const hint = {
  name: "candor.session",
  isSet: () => localStorage.getItem(hint.name) !== null,
  set: () => localStorage.setItem(hint.name, "1"),
  clear: () => localStorage.removeItem(hint.name)
}

/** Forgets that somebody is signed in, as after the server refused the credential. */
export const forget = ({ byKey }: Pick<Session, "byKey">): void => byKey ? apiKey.clear() : hint.clear()

/** What the server answers of the browser's cookie. */
type SessionInfo = Pick<Session, "user" | "organization" | "scope"> & { readonly role: MemberRole }

/** The session that the browser's cookie has from now on, in the place of an API key. */
const sessionOf = async (answer: Promise<SessionInfo>): Promise<Session> => {
  const { role, ...session } = await answer
  apiKey.clear()
  hint.set()
  return { ...session, isLimited: role === "limited", byKey: false }
}

/** Returns the session of this browser; undefined where nobody is signed in. */
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

/** Signs in by an API key. Fails where the server refuses the key. */
export const signInByKey = async (key: string): Promise<Session> => {
  apiKey.set(key)
  try {
    return await sessionOfKey()
  } catch (error) {
    apiKey.clear()
    throw error
  }
}

/** The ways of signing in that the server has. */
interface Methods {
  readonly password: boolean
  /** By a passkey: the address has the name of a host, over TLS. */
  readonly passkey: boolean
  /** By an identity provider (OpenID Connect). */
  readonly oidc: boolean
  /** By a link that is mailed: the operator has said where the server is. */
  readonly mail: boolean
}

/** Where the browser goes to sign in by the identity provider, which sends it back with the session's cookie. */
export const identityProvider = "/console/auth/oidc"

/** Has a link mailed by which a member chooses a new password, if somebody has the address. */
export const mailForgotten = (email: string) => callSignIn<unknown>("auth/forgotten", { body: { email } })

/** How a mail with a sign-in link went; `problem` is null where the server took it. */
export interface Invitation {
  readonly recipient: string
  readonly problem: MailHealth["problem"]
  readonly detail: string | null
}

/** Mails a member a sign-in link. */
export const mailInvitation = (member_id: string) => callSignIn<Invitation>("auth/invite", { body: { member_id } })

export const methods = (signal?: AbortSignal): Promise<Methods> =>
  callSignIn("auth/methods", signal === undefined ? {} : { signal })

/** Goes to the identity provider, to link an account there to the member of a sign-in link, or to who is signed in. */
export const linkIdentity = async (token?: string): Promise<void> => {
  const answer = await callSignIn<{ readonly location: string }>("auth/oidc/link", {
    body: token === undefined ? {} : { token }
  })
  expectSession()
  location.assign(answer.location)
}

/** An account at the identity provider that the member has linked. */
export interface Identity {
  readonly issuer: string
  /** The provider's name of the account. */
  readonly subject: string
  readonly linked_at: string
}

export const identities = async (signal: AbortSignal): Promise<ReadonlyArray<Identity>> =>
  (await callSignIn<{ readonly identities: ReadonlyArray<Identity> }>("auth/identities", { signal })).identities

/** Unlinks an account at the identity provider. All other sessions of the member end. */
export const unlinkIdentity = async ({ issuer, subject }: Identity): Promise<void> => {
  await callSignIn("auth/identities/remove", { body: { issuer, subject } })
}

/** Notes that the browser comes back from the identity provider with a session. */
export const expectSession = (): void => {
  hint.set()
  keepRequest()
}

/** Signs in by email address and password. The browser keeps the session's cookie, which no script can see. */
export const signIn = (email: string, password: string): Promise<Session> =>
  sessionOf(callSignIn("auth/sign-in", { body: { email, password } }))

/** Signs in by a passkey, which the person chooses in the browser. */
export const signInByPasskey = (): Promise<Session> => sessionOf(provePasskey())

/** Sets the first password by the token of a one-time link, and signs in. */
export const setFirstPassword = (token: string, password: string): Promise<Session> =>
  sessionOf(callSignIn("auth/first", { body: { token, password } }))

/** Changes the password. All other sessions of the member end. */
export const changePassword = async (current_password: string, password: string): Promise<void> => {
  await callSignIn("auth/password", { body: { current_password, password } })
}

/** Removes a passkey. All other sessions of the member end. */
export const removePasskey = async (id: string): Promise<void> => {
  await callSignIn("auth/passkeys/remove", { body: { id } })
}

export const signOut = async ({ byKey }: Session): Promise<void> => {
  if (byKey) return apiKey.clear()
  await callSignIn("auth/sign-out", { body: {} })
  hint.clear()
}
