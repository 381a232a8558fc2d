/** SQL conditions on API keys (`k`) and their members (`u`). */
import type { MemberStatus } from "@candor/domain/organization/MemberStatus"

const active: MemberStatus = "active"

/** The key is neither revoked nor expired. */
export const isActiveKey = "k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())"

/** The member is not deactivated. */
export const activeMember = `u.status = '${active}'`

/** A request with the key is admitted. */
export const isValidKey = `${isActiveKey} AND ${activeMember}`
