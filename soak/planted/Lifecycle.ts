/** Faults of the lifecycle of applications, their history and their list. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "lifecycle",
    says: "A closed application moves",
    file: "packages/domain/src/application/Lifecycle.ts",
    find: "    if (application.status !== \"active\") return yield* closed(application)\n",
    replace: "",
    tests: ["packages/domain/test/Lifecycle.test.ts"]
  },
  {
    breaks: "lifecycle",
    says: "A change of an application has no entry in its history",
    file: "packages/sql/src/repositories/application/ApplicationChanges.ts",
    find: "...(entered === null ? [] : [insertHistory(entered)]),",
    replace: "",
    tests: ["packages/sql/test/ApplicationHistory.test.ts"],
    pattern: "has an entry for each change"
  },
  {
    breaks: "lifecycle",
    says: "The note of a rejection is not counted",
    file: "packages/sql/src/repositories/application/ApplicationChanges.ts",
    find: "add: [\"notes_counted\", \"text_bytes\"],",
    replace: "add: [],",
    tests: ["packages/sql/test/Lifecycle.test.ts"],
    pattern: "the note of a rejection counts"
  },
  {
    breaks: "filters",
    says: "A page by the last change is found in an index of another order",
    file: "packages/sql/src/repositories/application/ApplicationPages.ts",
    find: "column === \"created_at\" || ofAnyIndex.has(filter)",
    replace: "filter in conditions",
    tests: ["packages/sql/test/ApplicationPages.test.ts"],
    pattern: "is found in an index, in its order"
  }
]
