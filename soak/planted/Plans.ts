/** Faults of the plans by which PostgreSQL executes statements. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "plans",
    says: "A session of a server plans statements for the parameters that it is given first",
    file: "packages/sql/src/database/Database.ts",
    find: "    plan_cache_mode: planCacheMode,\n",
    replace: "",
    tests: ["packages/sql/test/plans.test.ts"],
    needs: "PostgreSQL"
  },
  {
    breaks: "plans",
    says: "The embedded database plans statements for the parameters that it is given first",
    file: "packages/sql/src/database/PgliteStream.ts",
    find: "      await pglite.exec(`SET plan_cache_mode = ${planCacheMode}`)\n",
    replace: "",
    tests: ["packages/sql/test/plans.test.ts"]
  },
  {
    breaks: "plans",
    says: "A list with a tag is planned for all tags",
    file: "packages/sql/src/repositories/candidate/Candidates.ts",
    find: "filter.tag === undefined ? statement : plannedForValues(sql, statement)",
    replace: "statement",
    tests: ["packages/sql/test/plans.test.ts"]
  },
  {
    breaks: "plans",
    says: "What follows a list with a tag in a transaction is planned for its parameters",
    file: "packages/sql/src/statements/PlannedForValues.ts",
    find: ", Effect.tap(planBy(planCacheMode))",
    replace: "",
    tests: ["packages/sql/test/plans.test.ts"]
  },
  {
    breaks: "plans",
    says: "Old deliveries are read more than once to delete them",
    file: "packages/sql/src/repositories/webhook/WebhookDeliveries.ts",
    find: "WHERE organization_id = ${organization} AND ctid = ANY (ARRAY(\n        SELECT ctid FROM webhook_deliveries\n        WHERE organization_id = ${organization} AND status <>",
    replace: "WHERE organization_id = ${organization} AND id = ANY (ARRAY(\n        SELECT id FROM webhook_deliveries\n        WHERE organization_id = ${organization} AND status <>",
    tests: ["packages/sql/test/plans.test.ts"]
  }
]
