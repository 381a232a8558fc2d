/**
 * An authenticator that creates passkeys and signs with them, as far as WebAuthn's data are concerned: one ES256 key
 * pair, without attestation.
 */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto"

export interface AuthenticatorOptions {
  /** The origin of the page, as the browser reports it. */
  readonly origin: string
  /** Whether the device has verified its user. */
  readonly verified?: boolean
  /** The authenticator's signature counter. */
  readonly counter?: number
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest()

/**
 * Returns the head of a CBOR item of up to 255 bytes or entries, in the shortest form, which authenticators use (RFC
 * 8949, section 4.2.1).
 */
const head = (major: number, length: number): Buffer =>
  length < 24 ? Buffer.of(major << 5 | length) : Buffer.of(major << 5 | 24, length)

const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes])

/** Flags: the user was present, the user was verified, the data contain a public key. */
const flags = { present: 1, verified: 4, withKey: 64 }

/** Makes an authenticator with a new key pair. */
export const authenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(32)
  const jwk = publicKey.export({ format: "jwk" })
  // The key as COSE: kty EC2, alg ES256, crv P-256, x, y.
  const key = Buffer.concat([
    Buffer.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21),
    cborBytes(Buffer.from(jwk.x!, "base64url")),
    Buffer.of(0x22),
    cborBytes(Buffer.from(jwk.y!, "base64url"))
  ])

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const dataOf = ({ counter = 0, origin, verified = true }: AuthenticatorOptions, more: Uint8Array = Buffer.of()) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const bits = flags.present | (verified ? flags.verified : 0) | (more.length > 0 ? flags.withKey : 0)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(bits), count, more])
  }

  return {
    credential_id: base64url(id),
    /** Returns what a script sends for a new passkey. */
    create: (challenge: string, options: AuthenticatorOptions) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
      const attestation = Buffer.concat([
        head(5, 3),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        head(5, 0),
        cborText("authData"),
        cborBytes(dataOf(options, attested))
      ])
      return {
        challenge,
        credential_id: base64url(id),
        client_data: base64url(clientData("webauthn.create", challenge, options.origin)),
        attestation: base64url(attestation)
      }
    },
    /** Returns what a script sends to sign in. */
    sign: (challenge: string, user_handle: string, options: AuthenticatorOptions) => {
      const client = clientData("webauthn.get", challenge, options.origin)
      const data = dataOf(options)
      return {
        challenge,
        credential_id: base64url(id),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(createSign("sha256").update(data).update(sha256(client)).sign(privateKey)),
        user_handle
      }
    }
  }
}

export type Authenticator = ReturnType<typeof authenticator>
