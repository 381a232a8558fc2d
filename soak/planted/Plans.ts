/** Faults of how much statements read. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "plans",
    says: "Old deliveries are read more than once to delete them",
    file: "packages/sql/src/repositories/webhook/WebhookDeliveries.ts",
    find: "WHERE organization_id = ${organization} AND ctid = ANY (ARRAY(\n        SELECT ctid FROM webhook_deliveries\n        WHERE organization_id = ${organization} AND status <>",
    replace: "WHERE organization_id = ${organization} AND id = ANY (ARRAY(\n        SELECT id FROM webhook_deliveries\n        WHERE organization_id = ${organization} AND status <>",
    tests: ["packages/sql/test/plans.test.ts"]
  }
]
