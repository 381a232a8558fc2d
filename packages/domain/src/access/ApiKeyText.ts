/**
 * The text of API keys. A key names its organization, so that its look-up needs no table over all tenants. It ends in a
 * checksum, so that a mistyped key is refused without a look-up:
 * `candor_` + organization (32 hex) + secret (40 hex, 160 random bits) + CRC-32 of all before it (8 hex).
 */
import { Option } from "effect"
import { OrganizationId } from "../Id.ts"

/** The random bytes of a key. */
export const secretBytes = 20

/** A text with the shape and the checksum of a key. The repository knows whether the key exists. */
export interface ParsedKey {
  readonly organization_id: OrganizationId
  readonly text: string
}

/** Returns the text of a key. `secret` is `secretBytes` random bytes in hexadecimal. */
export const format = (organization_id: OrganizationId, secret: string): string => {
  const body = `candor_${organization_id.replaceAll("-", "")}${secret}`
  return body + crc32(body)
}

/** Returns the key with the organization that it names; none if its shape or its checksum is wrong. */
export const parse = (text: string): Option.Option<ParsedKey> => {
  const match = /^candor_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{48}$/.exec(text)
  if (match === null || crc32(text.slice(0, -8)) !== text.slice(-8)) return Option.none()
  return Option.some({ organization_id: OrganizationId.make(match.slice(1).join("-")), text })
}

/** Returns the CRC-32 (ISO 3309) of an ASCII text, as 8 hexadecimal digits. */
const crc32 = (text: string): string => {
  let crc = -1
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ((crc ^ -1) >>> 0).toString(16).padStart(8, "0")
}
