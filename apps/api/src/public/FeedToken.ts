/**
 * URLs of members' calendar feeds. They name the member, so that looking one up needs no index of feeds, and contain a
 * secret of 192 bits.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { OrganizationId, UserId, uuidOfDigits } from "@candor/domain/Id"
import { hash, randomBytes, timingSafeEqual } from "node:crypto"

/** Begins like other secrets, which are kept out of logs (LoggablePath.ts). */
const prefix = "candor_calendar_"

const pattern = new RegExp(`^${prefix}([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{48})\\.ics$`)

const hashOf = (secret: string): string => hash("sha256", secret)

/** Returns the path of a new feed, and the hash of its secret. Only the hash is stored. */
export const newFeed = ({ organization_id, user_id }: Pick<Actor, "organization_id" | "user_id">) => {
  const secret = randomBytes(24).toString("hex")
  return {
    hash: hashOf(secret),
    path: `/calendars/${prefix}${organization_id}${user_id}${secret}.ics`.replaceAll("-", "")
  }
}

/**
 * Returns the member in a feed's file name, and a function that compares a hash with that of the secret; null if the
 * name is no feed's.
 */
export const feedOf = (file: string) => {
  const [, organization, member, secret] = pattern.exec(file) ?? []
  return organization === undefined || member === undefined || secret === undefined ? null : {
    organization_id: OrganizationId.make(uuidOfDigits(organization)),
    member_id: UserId.make(uuidOfDigits(member)),
    matches: (stored: string): boolean => timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(stored))
  }
}
