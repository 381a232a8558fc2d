/** Who uses the console. */
import type { Scope } from "@candor/domain/access/Scope"
import { isSignedOut } from "../api/ApiFailure.ts"
import { call } from "../api/Operations.ts"
import { apiKey, send } from "../api/Transport.ts"

export interface Session {
  readonly user: { readonly id: string; readonly full_name: string; readonly email: string }
  readonly organization: { readonly id: string; readonly name: string }
  /** What the person may do: each scope includes the one before. */
  readonly scope: Scope
  /** Whether the person signed in by an API key, which only this tab knows. */
  readonly byKey: boolean
}

export type { Scope }

/** Each scope with its rank: one includes all of a lower rank. */
const ranks: Readonly<Record<Scope, number>> = { read: 0, write: 1, admin: 2 }

export const mayDo = ({ scope }: Session, required: Scope): boolean => ranks[scope] >= ranks[required]

const ofKey = async (): Promise<Session> => {
  const { api_key, organization, user } = await call("Me.get", {})
  return { user, organization, scope: api_key.scope, byKey: true }
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

/** The session that the browser's cookie has from now on, in the place of an API key. */
const sessionOf = async (response: Response): Promise<Session> => {
  const session: Omit<Session, "byKey"> = await response.json()
  apiKey.clear()
  hint.set()
  return { ...session, byKey: false }
}

/** Returns the session of this browser; undefined where nobody is signed in. */
export const restore = async (): Promise<Session | undefined> => {
  const byKey = apiKey.get() !== null
  try {
    if (byKey) return await ofKey()
    return hint.isSet() ? await sessionOf(await send("GET", "/console/session")) : undefined
  } catch (error) {
    if (!isSignedOut(error)) throw error
    forget({ byKey })
    return undefined
  }
}

/** Signs in by an API key. Fails with `ApiFailure` where the server refuses the key. */
export const signInByKey = async (key: string): Promise<Session> => {
  apiKey.set(key)
  try {
    return await ofKey()
  } catch (error) {
    apiKey.clear()
    throw error
  }
}

/** The ways of signing in that the server has. */
export interface Methods {
  readonly password: boolean
  /** By an identity provider (OpenID Connect). */
  readonly oidc: boolean
}

/** Where the browser goes to sign in by the identity provider, which sends it back with the session's cookie. */
export const identityProvider = "/console/auth/oidc"

export const methods = async (signal: AbortSignal): Promise<Methods> =>
  await (await send("GET", "/console/auth/methods", { signal })).json() as Methods

/** Notes that the browser comes back from the identity provider with a session. */
export const expectSession = (): void => hint.set()

/** Signs in by e-mail address and password. The browser keeps the session's cookie, which no script can see. */
export const signIn = async (email: string, password: string): Promise<Session> =>
  await sessionOf(await send("POST", "/console/auth/sign-in", { body: { email, password } }))

/** Sets the first password by the token of a one-time link, and signs in. */
export const setFirstPassword = async (token: string, password: string): Promise<Session> =>
  await sessionOf(await send("POST", "/console/auth/first", { body: { token, password } }))

/** The shortest password that the server takes, in characters. */
export const minPassword = 12

/** Changes the password. All other sessions of the member end. */
export const changePassword = async (current_password: string, password: string): Promise<void> => {
  await send("POST", "/console/auth/password", { body: { current_password, password } })
}

export const signOut = async ({ byKey }: Session): Promise<void> => {
  if (byKey) return apiKey.clear()
  await send("POST", "/console/auth/sign-out", { body: {} })
  hint.clear()
}
