/** Verifies the audit logs of organizations. */
import { AuditLog } from "@candor/domain/event/AuditLog"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Option } from "effect"

/** Verifies the audit log of each organization. Returns its last intact event, and its first break, or null. */
export const verified = (organizations: ReadonlyArray<{ readonly id: OrganizationId }>) =>
  Effect.flatMap(
    AuditLog,
    (log) =>
      Effect.forEach(organizations, ({ id }) =>
        Effect.map(
          log.verify(id),
          ({ broken, head }) => ({ organization_id: id, head, broken: Option.getOrNull(broken) })
        ))
  )
