/** Faults by which one organization sees another's data, or slows it down. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    says: "A search compares the end of the organization's id only",
    file: "packages/sql/src/repositories/candidate/SearchConditions.ts",
    find: "`${alias}.organization_id IS NOT DISTINCT FROM (SELECT ${organization}::uuid)`",
    replace: "`${organization}::uuid IS NOT NULL AND ${alias}.id IS NOT NULL`",
    tests: ["rules/statements.test.ts"],
    pattern: "holds: "
  },
  {
    says: "An organization may use all connections",
    file: "packages/sql/src/database/Database.ts",
    find: "maxPerOrganization: Math.ceil(maxConnections / 2)",
    replace: "maxPerOrganization: maxConnections",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "statements of one organization that wait for a lock",
    needsServer: true
  },
  {
    says: "An organization may take every receiver slot",
    file: "packages/background/src/webhook/ReceiverSlots.ts",
    find: "taken >= maxSlots.process || ofOrganization >= maxSlots.organization",
    replace: "taken >= maxSlots.process || ofOrganization >= maxSlots.process",
    tests: ["packages/background/test/ReceiverSlots.test.ts"]
  },
  {
    says: "Large bodies of an organization are handled as many at a time as come",
    file: "apps/api/src/request/LargeBodies.ts",
    find: "turns.permit.withPermit(Effect.andThen(pay(turns, bytes), handle))",
    replace: "Effect.andThen(pay(turns, bytes), handle)",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "one request with a large body is handled at a time"
  },
  {
    says: "The connection of a chunked request stays open",
    file: "apps/api/src/request/RequestConnection.ts",
    find: "headers[\"transfer-encoding\"] !== undefined || ",
    replace: "",
    tests: ["apps/api/test/connections.test.ts"],
    pattern: "the answer to a chunked request says that the connection closes"
  }
]
