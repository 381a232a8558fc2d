/**
 * Passkeys of browsers and devices (WebAuthn), verified by @simplewebauthn/server. A device signs for the host that its
 * browser shows, so the relying party is the host of the request.
 */
import { type Credential, type Holder, userHandle } from "@candor/domain/authentication/Passkey"
import type { Principal } from "@candor/domain/authentication/Principal"
import { Effect, Option, Schema } from "effect"
import type { Headers } from "effect/http"
import { isIP } from "node:net"
import { ownOrigin } from "../auth/ConsoleRequest.ts"

/** The site for which devices make passkeys. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** The device's response does not prove what it should. The reason is for the log, and contains no personal data. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", { reason: Schema.String }) {}

/** A new passkey as the browser returns it, in base64url. */
export interface Registration extends Pick<Credential, "credential_id"> {
  readonly challenge: string
  readonly client_data: string
  readonly attestation: string
}

/** The proof of a sign-in as the browser returns it, in base64url. */
export interface Assertion extends Pick<Credential, "credential_id"> {
  readonly challenge: string
  readonly client_data: string
  readonly authenticator_data: string
  readonly signature: string
  readonly user_handle: string
}

/**
 * Returns the relying party for the address that the browser used. None if browsers make no passkeys there: at a bare
 * IP address, or without TLS, except on localhost.
 */
export const relyingPartyOf = (headers: Headers.Headers, proxies: number): Option.Option<RelyingParty> => {
  const url = URL.parse(ownOrigin(headers, proxies))
  if (url === null || url.hostname.startsWith("[") || isIP(url.hostname) !== 0) return Option.none()
  const isSecure = url.protocol === "https:" || /(^|\.)localhost$/.test(url.hostname)
  return isSecure ? Option.some({ id: url.hostname, origin: url.origin }) : Option.none()
}

// Loaded at the first use: other processes and requests do not need it (decision 0018).
const library = () => import("@simplewebauthn/server")

const refusing = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (error) => new PasskeyRefused({ reason: error instanceof Error ? error.message.slice(0, 200) : "unknown" })
  })

const unverified = new PasskeyRefused({ reason: "the signature is wrong" })

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

/** The library's representation of bytes. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, "base64url"))

/**
 * Returns the options with which a browser has a device make a passkey. The device stores it, and verifies its user.
 */
export const creationOptions = (
  party: RelyingParty,
  challenge: string,
  { organization, user }: Pick<Principal, "organization" | "user">,
  present: ReadonlyArray<Credential>
) =>
  Effect.promise(async () => {
    const { generateRegistrationOptions } = await library()
    return generateRegistrationOptions({
      rpID: party.id,
      rpName: "Candor",
      challenge: bytesOf(challenge),
      userID: new TextEncoder().encode(userHandle({ organization_id: organization.id, user_id: user.id })),
      // A member of several organizations has a passkey for each, and chooses one by this name.
      userName: `${user.email} (${organization.name})`,
      userDisplayName: user.full_name,
      attestationType: "none",
      excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" }
    })
  })

/** Returns the options with which a browser lets a person choose a passkey and sign with it. */
export const requestOptions = (party: RelyingParty, challenge: string) =>
  Effect.promise(async () => {
    const { generateAuthenticationOptions } = await library()
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: bytesOf(challenge),
      userVerification: "required"
    })
  })

/** Verifies a new passkey, and returns its public key. The caller has redeemed the challenge. */
export const verifyRegistration = (
  { id, origin }: RelyingParty,
  { attestation, challenge, client_data, credential_id }: Registration
): Effect.Effect<Credential, PasskeyRefused> =>
  refusing(async () => {
    const { verifyRegistrationResponse } = await library()
    return verifyRegistrationResponse({
      response: {
        id: credential_id,
        rawId: credential_id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON: client_data, attestationObject: attestation }
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true
    })
  }).pipe(Effect.flatMap(({ registrationInfo, verified }) => {
    if (!verified || registrationInfo === undefined) return Effect.fail(unverified)
    const { counter, id, publicKey } = registrationInfo.credential
    return Effect.succeed({ credential_id: id, public_key: base64url(publicKey), counter })
  }))

/**
 * Verifies the signature of a passkey, and returns the device's count of signatures. The caller has redeemed the
 * challenge.
 */
export const verifyAssertion = (
  { id, origin }: RelyingParty,
  { authenticator_data, challenge, client_data, credential_id, signature, user_handle }: Assertion,
  passkey: Credential
): Effect.Effect<number, PasskeyRefused> =>
  refusing(async () => {
    const { verifyAuthenticationResponse } = await library()
    return verifyAuthenticationResponse({
      response: {
        id: credential_id,
        rawId: credential_id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client_data,
          authenticatorData: authenticator_data,
          signature,
          userHandle: user_handle
        }
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: passkey.counter },
      requireUserVerification: true
    })
  }).pipe(Effect.flatMap(({ authenticationInfo, verified }) =>
    verified ? Effect.succeed(authenticationInfo.newCounter) : Effect.fail(unverified)
  ))

/** Decodes the user handle that a device returned. */
export const handleText = (user_handle: string): string => Buffer.from(user_handle, "base64url").toString("latin1")

/** The holder of a new passkey, which is also the purpose of its challenge. */
export const holderOf = ({ organization, user }: Pick<Principal, "organization" | "user">): Holder => ({
  organization_id: organization.id,
  user_id: user.id
})
