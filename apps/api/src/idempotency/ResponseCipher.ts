/**
 * Encrypts the responses that are stored for idempotency keys, with a key that only the client has. So nobody who reads
 * the database can read a secret that was shown once, or data of a person who has been erased since.
 */
import type { KeptResponse } from "@candor/domain/idempotency/IdempotencyKey"
import { createCipheriv, createDecipheriv, createHmac } from "node:crypto"

const algorithm = "aes-256-gcm"

/** Bytes of the nonce at the beginning of an encrypted text. */
export const nonceBytes = 12

/** Bytes of the authentication tag at its end. */
const tagBytes = 16

/** The part of a request that has to be the same for the same idempotency key. */
export interface Request {
  readonly method: string
  readonly url: string
  readonly body: string
}

/** Makes the functions of one API key, from its text. */
export const make = (apiKey: string) => {
  const secret = createHmac("sha256", apiKey).update("answers of idempotency keys").digest()

  /** Returns a digest of a request. It depends on the API key, so that guesses cannot be compared with it. */
  const fingerprint = ({ body, method, url }: Request): Uint8Array =>
    createHmac("sha256", secret).update(JSON.stringify([method, url])).update(body).digest()

  const encrypt = (response: KeptResponse, nonce: Uint8Array): KeptResponse => {
    const cipher = createCipheriv(algorithm, secret, nonce)
    const encrypted = [cipher.update(response.body), cipher.final()]
    return { ...response, body: Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]) }
  }

  const decrypt = (response: KeptResponse): KeptResponse => {
    const { body } = response
    const decipher = createDecipheriv(algorithm, secret, body.subarray(0, nonceBytes))
    decipher.setAuthTag(body.subarray(-tagBytes))
    return {
      ...response,
      body: Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()])
    }
  }

  return { fingerprint, encrypt, decrypt }
}
