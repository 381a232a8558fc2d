/** Faults in the order of events, and in the states of applications. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    says: "A transaction of another database holds up events",
    file: "packages/sql/src/sequencing/WaitingEvents.ts",
    find: "${holder === null ? plainHorizon : horizon}",
    replace: "${plainHorizon}",
    tests: ["packages/sql/test/Horizon.test.ts"],
    pattern: "a transaction that is open in another database holds up nothing",
    needsServer: true
  },
  {
    says: "A cursor of the feed before its restore is taken",
    file: "packages/sql/src/repositories/event/Events.ts",
    find: "(request.epoch ?? epoch) !== epoch",
    replace: "(request.epoch ?? epoch) === null",
    tests: ["apps/api/test/rules/followers.test.ts"],
    pattern: "until the feed is restored"
  },
  {
    says: "Events that come while the audit log is verified break it",
    file: "packages/sql/src/repositories/event/AuditLog.ts",
    find: " AND e.sequence <= ${last}",
    replace: "",
    tests: ["packages/sql/test/AuditLog.test.ts"]
  },
  {
    says: "A change of an application has no entry in its history",
    file: "packages/sql/src/repositories/application/ApplicationChanges.ts",
    find: "...(entered === null ? [] : [insertHistory(entered)]),",
    replace: "",
    tests: ["packages/sql/test/ApplicationHistory.test.ts"],
    pattern: "has an entry for each change"
  },
  {
    says: "The client's feed begins anew when its connection breaks",
    file: "packages/client/src/Feed.ts",
    find: "          cursor = id\n",
    replace: "",
    tests: ["packages/client/test/Feed.test.ts"],
    pattern: "goes on after its last event"
  },
  {
    says: "A closed application moves",
    file: "packages/domain/src/application/Lifecycle.ts",
    find: "    if (application.status !== \"active\") return yield* closed(application)\n",
    replace: "",
    tests: ["packages/domain/test/Lifecycle.test.ts"]
  }
]
