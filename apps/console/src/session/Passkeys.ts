/** Creates and uses passkeys by WebAuthn, with the browser's own JSON conversion (Level 3, section 5.1). */
import { callSignIn } from "../api/SignInRoutes.ts"
import { type Marked, msg, t } from "../language/text.tsx"

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

/** Returns whether the browser supports passkeys with JSON conversion. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential

/** Returns the credential of the browser and the device as JSON. */
const answerOf = (credential: Credential | null) =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : undefined

/** Fails with a text that there is no passkey. The browser does not reveal whether the person canceled its dialog. */
const without = (what: Marked) => (error: unknown): never => {
  if (error instanceof DOMException && error.name === "InvalidStateError")
    throw new Error(t("This device already has a passkey for your account."))
  throw new Error(t(what), { cause: error })
}

const notMade = without(msg("Your browser didn't create a passkey."))
const notUsed = without(msg("No passkey was used."))

export const passkeys = async (signal: AbortSignal): Promise<ReadonlyArray<Passkey>> =>
  (await callSignIn<{ readonly passkeys: ReadonlyArray<Passkey> }>("auth/passkeys", { signal })).passkeys

/** Creates a passkey in the browser, and registers its public key at the server. */
export const addPasskey = async (name: string): Promise<Passkey> => {
  const { options } = await callSignIn<{ readonly options: PublicKeyCredentialCreationOptionsJSON }>(
    "auth/passkeys/options",
    { body: {} }
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = answerOf(await navigator.credentials.create({ publicKey }).catch(notMade))
  if (made === undefined || !("attestationObject" in made.response)) return notMade(made)
  const { id, response } = made
  const { passkey } = await callSignIn<{ readonly passkey: Passkey }>("auth/passkeys", {
    body: {
      name,
      challenge: options.challenge,
      credential_id: id,
      client_data: response.clientDataJSON,
      attestation: response.attestationObject
    }
  })
  return passkey
}

/** Signs the server's challenge with a passkey that the person chooses, and returns the server's answer. */
export const provePasskey = async <Answer>(): Promise<Answer> => {
  const { options } = await callSignIn<{ readonly options: PublicKeyCredentialRequestOptionsJSON }>(
    "auth/passkey/options",
    { body: {} }
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const used = answerOf(await navigator.credentials.get({ publicKey }).catch(notUsed))
  if (used === undefined || !("signature" in used.response)) return notUsed(used)
  const { id, response } = used
  return callSignIn("auth/passkey", {
    body: {
      challenge: options.challenge,
      credential_id: id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle
    }
  })
}
