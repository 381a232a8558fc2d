/** Who uses the console. */
import type { Scope } from "@candor/domain/access/Scope"
import { call } from "../api/Operations.ts"
import { apiKey, send } from "../api/Transport.ts"
import { ApiFailure, isSignedOut } from "../api/ApiFailure.ts"


export interface Session {
  readonly user: { readonly id: string; readonly full_name: string; readonly email: string }
  readonly organization: { readonly id: string; readonly name: string }
  /** What the person may do: each scope includes the one before. */
  readonly scope: Scope
  /** Whether the person signed in by an API key, which only this tab knows. */
  readonly byKey: boolean
}

export type { Scope }

const scopes: ReadonlyArray<Scope> = ["read", "write", "admin"]

export const mayDo = ({ scope }: Session, required: Scope): boolean => scopes.indexOf(scope) >= scopes.indexOf(required)

const ofKey = async (): Promise<Session> => {
  const { api_key, organization, user } = await call("Me.get", {})
  return { user, organization, scope: api_key.scope, byKey: true }
}

const ofCookie = async (): Promise<Session> => {
  const response = await send("GET", "/console/session")
  const session: Omit<Session, "byKey"> = await response.json()
  return { ...session, byKey: false }
}

/** Returns the session of this browser; undefined where nobody is signed in. */
export const restore = async (): Promise<Session | undefined> => {
  try {
    return await (apiKey.get() === null ? ofCookie() : ofKey())
  } catch (error) {
    if (error instanceof ApiFailure && !isSignedOut(error)) throw error
    apiKey.clear()
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

/** Signs in by e-mail address and password. The browser keeps the session's cookie, which no script can read. */
export const signIn = async (email: string, password: string): Promise<Session> => {
  await send("POST", "/console/auth/sign-in", { body: { email, password } })
  return await ofCookie()
}

/** Sets the first password by the token of a one-time link, and signs in. */
export const setFirstPassword = async (token: string, password: string): Promise<Session> => {
  await send("POST", "/console/auth/first", { body: { token, password } })
  return await ofCookie()
}

export const signOut = async ({ byKey }: Session): Promise<void> => {
  if (byKey) apiKey.clear()
  else await send("POST", "/console/auth/sign-out")
}
