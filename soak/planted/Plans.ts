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
  },
  {
    breaks: "plans",
    says: "The function for the spellings of a candidate's words is planned in every statement",
    file: "packages/sql/src/migrations/0029_planned_keys.ts",
    find: '  "search_spellings(uuid, text)",\n',
    replace: "",
    tests: ["packages/sql/test/IndexFunctions.test.ts"],
    pattern: "no index calls a function that PostgreSQL plans anew in every statement"
  },
  {
    breaks: "backups",
    says: "The functions of indexes find their names by the search path, which a restore does not have",
    file: "packages/sql/src/migrations/0029_planned_keys.ts",
    find: "PERFORM set_config('search_path', '', true);",
    replace: "",
    tests: ["packages/sql/test/IndexFunctions.test.ts"],
    pattern: "the keys of an index are made without a search path too, as when it is restored"
  }
]
