/**
 * Addresses of members' calendar feeds. They name the member, so that one is found without an index of all, and have a
 * secret of 192 bits.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { OrganizationId, UserId, uuidOfDigits } from "@candor/domain/Id"
import { hash, randomBytes, timingSafeEqual } from "node:crypto"

/** As other texts that nobody may see in a log (LoggablePath.ts). */
const prefix = "candor_calendar_"

const pattern = new RegExp(`^${prefix}([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{48})\\.ics$`)

const hashOf = (secret: string): string => hash("sha256", secret)

/** Returns the path of a new feed, and the hash of its secret, which alone is stored. */
export const newFeed = ({ organization_id, user_id }: Pick<Actor, "organization_id" | "user_id">) => {
  const secret = randomBytes(24).toString("hex")
  return {
    hash: hashOf(secret),
    path: `/calendars/${prefix}${organization_id}${user_id}${secret}.ics`.replaceAll("-", "")
  }
}

/** Returns whose feed the name of a file is, and whether a hash is that of its secret; null where it is none. */
export const feedOf = (file: string) => {
  const [, organization, member, secret] = pattern.exec(file) ?? []
  return organization === undefined || member === undefined || secret === undefined ? null : {
    organization_id: OrganizationId.make(uuidOfDigits(organization)),
    member_id: UserId.make(uuidOfDigits(member)),
    matches: (stored: string): boolean => timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(stored))
  }
}
