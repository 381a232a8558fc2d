/** Faults of how much statements read. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "plans",
    says: "Old deliveries are read more than once to delete them",
    file: "packages/sql/src/repositories/webhook/WebhookDeliveries.ts",
    find: "WHERE organization_id IS NOT DISTINCT FROM ${organization} AND ctid = ANY (ARRAY(\n        SELECT ctid FROM webhook_deliveries\n        WHERE organization_id = ${organization} AND status <>",
    replace: "WHERE organization_id = ${organization} AND id = ANY (ARRAY(\n        SELECT id FROM webhook_deliveries\n        WHERE organization_id = ${organization} AND status <>",
    tests: ["packages/sql/test/plans.test.ts"]
  },
  {
    breaks: "plans",
    says: "An attempt at a delivery finds it in the index of all that wait for the webhook",
    file: "packages/sql/src/database/ConcurrentIndexes.ts",
    find: "next_attempt_at, sequence, id) WHERE next_attempt_at IS NOT NULL",
    replace: "next_attempt_at, sequence, id) WHERE status = 'pending'",
    tests: ["packages/sql/test/OneAmongMany.test.ts"],
    pattern: "attempts at deliveries do not read the 10,000 that wait for the same webhook"
  },
  {
    breaks: "plans",
    says: "The application of a note is found in the index of all changes of its organization",
    file: "packages/sql/src/repositories/application/Visibility.ts",
    find: " AND ${readsRow(\"a\")}`",
    replace: "`",
    tests: ["packages/sql/test/OneAmongMany.test.ts"],
    pattern: "notes of an application do not read the 5,000 of the same organization"
  }
]
