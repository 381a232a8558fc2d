/** Ids of rows from another system: the same record gets the same id in every import. */
import { uuidOfDigits } from "@candor/domain/Id"

/**
 * Returns the id of a noun's row by its key in a system: a UUID of version 8 (RFC 9562, section 5.8) from a digest.
 * Primary keys begin with the organization, so two organizations may have the same id.
 */
export const foreignId = (system: string, noun: string, key: string): string => {
  const digest = new Bun.CryptoHasher("sha256").update(JSON.stringify([system, noun, key])).digest()
  digest[6] = (digest[6]! & 0x0f) | 0x80
  digest[8] = (digest[8]! & 0x3f) | 0x80
  return uuidOfDigits(Buffer.from(digest.subarray(0, 16)).toString("hex"))
}
