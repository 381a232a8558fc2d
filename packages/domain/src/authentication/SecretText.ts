/**
 * Secret texts: API keys, sessions and sign-in links. A text contains its organization, so that a lookup needs no table
 * over all tenants, and ends in a checksum, so that a mistyped one is refused without a lookup: a prefix for each kind
 * + organization (32 hex) + secret (40 hex, 160 random bits) + CRC-32 of all before it (8 hex).
 */
import { Option } from "effect"
import type { OrganizationId } from "../Id.ts"

/** The random bytes of a text. */
export const secretBytes = 20

/** A text with the shape and the checksum of its kind. Only the repository knows whether it is valid. */
export interface ParsedSecret {
  readonly organization_id: OrganizationId
  readonly text: string
}

/** Makes the functions of one kind of text. The prefixes differ, so no text is parsed as another kind. */
export const make = (prefix: `candor_${string}`) => {
  const pattern = new RegExp(
    `^${prefix}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})[0-9a-f]{48}$`
  )

  /** Returns the text. `secret` is `secretBytes` random bytes in hexadecimal. */
  const format = (organization_id: OrganizationId, secret: string): string => {
    const body = `${prefix}${organization_id.replaceAll("-", "")}${secret}`
    return body + crc32(body)
  }

  /** Returns the text with the organization that it names; none if its shape or its checksum is wrong. */
  const parse = (text: string): Option.Option<ParsedSecret> => {
    const match = pattern.exec(text)
    if (match === null || crc32(text.slice(0, -8)) !== text.slice(-8)) return Option.none()
    // Not decoded again by the id's schema, which would cost time at every request: the pattern is the same.
    return Option.some({ organization_id: match.slice(1).join("-") as OrganizationId, text })
  }

  return { format, parse }
}

/** The CRC of each byte. The table makes a checksum eight times as fast as bit by bit. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** Returns the CRC-32 (ISO 3309) of an ASCII text, as 8 hexadecimal digits. */
const crc32 = (text: string): string => {
  let crc = -1
  for (let i = 0; i < text.length; i++) crc = (crc >>> 8) ^ remainders[(crc ^ text.charCodeAt(i)) & 0xff]!
  return ((crc ^ -1) >>> 0).toString(16).padStart(8, "0")
}
