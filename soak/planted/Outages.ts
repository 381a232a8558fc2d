/** Faults that show when a part of the system fails: the database, the network, the disk, a process. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "readOnly",
    says: "A refused write is a defect",
    file: "packages/sql/src/database/SqlFailures.ts",
    find: "/^(53|57P|58|25006)/",
    replace: "/^(53|57P|58)/",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "a database that takes no writes refuses them",
    needs: "PostgreSQL"
  },
  {
    breaks: "readOnly",
    says: "A session to the former primary is used again",
    file: "packages/sql/src/database/Client.ts",
    find: "return state === readOnlyTransaction && mayDrop() ? pool.invalidate(session) : undefined",
    replace: "return undefined",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "a database that takes no writes refuses them",
    needs: "PostgreSQL"
  },
  {
    breaks: "readOnly",
    says: "Readiness does not tell that the database takes no writes",
    file: "packages/sql/src/database/Readiness.ts",
    find: "WHEN 'on' THEN 'reads' ELSE",
    replace: "WHEN 'on' THEN 'reads_and_writes' ELSE",
    tests: ["apps/api/test/readonly.test.ts"],
    pattern: "reads, the feed and the audit log are answered",
    needs: "PostgreSQL"
  },
  {
    breaks: "migrations",
    says: "A migration that waits for a lock is not tried again",
    file: "packages/sql/src/migrations/Migrations.ts",
    find: "Effect.retry({ while: isLockedOut, schedule: ConcurrentIndexes.lockRetries })",
    replace: "Effect.retry({ while: () => false, schedule: ConcurrentIndexes.lockRetries })",
    tests: ["packages/sql/test/Migrations.test.ts"],
    pattern: "a migration that a reader holds up lets others pass",
    needs: "PostgreSQL"
  },
  {
    breaks: "migrations",
    says: "An index is built within a lock on its table",
    file: "packages/sql/src/database/ConcurrentIndexes.ts",
    find: "INDEX CONCURRENTLY ${name} ON ${on}`",
    replace: "INDEX ${name} ON ${on}`",
    tests: ["packages/sql/test/Migrations.test.ts"],
    pattern: "an index is built however long an older transaction stays open",
    needs: "PostgreSQL"
  },
  {
    breaks: "migrations",
    says: "An index gives up after a second behind a backup",
    file: "packages/sql/src/database/ConcurrentIndexes.ts",
    find: "    yield* run(\"SET lock_timeout = 0\")\n",
    replace: "",
    tests: ["packages/sql/test/Migrations.test.ts"],
    pattern: "an index is built however long an older transaction stays open",
    needs: "PostgreSQL"
  },
  {
    breaks: "migrations",
    says: "An index whose build was interrupted stays invalid",
    file: "packages/sql/src/database/ConcurrentIndexes.ts",
    find: "if (found?.valid === true) return",
    replace: "if (found !== undefined) return",
    tests: ["packages/sql/test/Migrations.test.ts"],
    pattern: "an index is built outside of a transaction"
  },
  {
    breaks: "fullDisk",
    says: "The log does not say that the disk is full",
    file: "packages/sql/src/database/PgliteInstance.ts",
    find: "if (directory !== undefined && free(directory) < roomToRecover) {",
    replace: "if (directory !== undefined && free(directory) < 0) {",
    tests: ["packages/sql/test/Embedded.test.ts"],
    needs: "mount"
  },
  {
    breaks: "fullDisk",
    says: "The embedded database is opened once",
    file: "packages/sql/src/database/PgliteInstance.ts",
    find: "    opening.catch((error: Error) => {\n      current = undefined",
    replace: "    opening.catch((error: Error) => {",
    tests: ["packages/sql/test/Embedded.test.ts"],
    needs: "mount"
  },
  {
    breaks: "stopping",
    says: "A server that stops is ready",
    file: "apps/api/src/open/Operations.ts",
    find: "if (draining) return Responses.unavailable(\"draining\")\n",
    replace: "",
    tests: ["apps/api/test/stopping.test.ts"],
    pattern: "it is not ready first, then answers close their connections"
  },
  {
    breaks: "stopping",
    says: "The answers of a server that stops keep their connections",
    file: "apps/api/src/middleware/Requests.ts",
    find: "fiber.getRef(Stopping).isDraining || mustClose",
    replace: "mustClose",
    tests: ["apps/api/test/stopping.test.ts"],
    pattern: "it is not ready first, then answers close their connections"
  },
  {
    breaks: "stopping",
    says: "The listener closes at once",
    file: "apps/api/src/server/Server.ts",
    find: "    yield* Effect.sleep(Duration.seconds(drain))\n",
    replace: "",
    tests: ["apps/api/test/stopping.test.ts"],
    pattern: "it is not ready first, then answers close their connections"
  },
  {
    breaks: "stopping",
    says: "Restarts behind HAProxy lose requests",
    file: "apps/api/src/server/Server.ts",
    find: "    yield* Effect.sleep(Duration.seconds(drain))\n",
    replace: "",
    tests: ["apps/api/test/stopping.test.ts"],
    pattern: "two servers behind HAProxy are restarted",
    needs: "haproxy"
  },
  {
    breaks: "starting",
    says: "A server that waits for its database does not live",
    file: "apps/api/src/server/Starting.ts",
    find: "const live = pathOf(request.url) === \"/health/live\"",
    replace: "const live = pathOf(request.url) === \"/health\"",
    tests: ["apps/api/test/starting.test.ts"],
    needs: "PostgreSQL"
  },
  {
    breaks: "starting",
    says: "Statements run at the isolation level of the server's default",
    file: "packages/sql/src/database/Database.ts",
    find: "default_transaction_isolation: \"read committed\"",
    replace: "",
    tests: ["packages/sql/test/Client.test.ts"],
    pattern: "statements run at read committed",
    needs: "PostgreSQL"
  },
  {
    breaks: "starting",
    says: "Paused deliveries are sent",
    file: "packages/background/src/webhook/Deliveries.ts",
    find: "(paused) => paused ? Effect.void : make",
    replace: "() => make",
    tests: ["packages/background/test/Dispatch.test.ts"],
    pattern: "that are paused are made and not sent"
  },
  {
    breaks: "starting",
    says: "A cursor of the feed before its restore is taken",
    file: "packages/sql/src/repositories/event/Events.ts",
    find: "(request.epoch ?? epoch) !== epoch",
    replace: "(request.epoch ?? epoch) === null",
    tests: ["apps/api/test/rules/followers.test.ts"],
    pattern: "until the feed is restored"
  },
  {
    breaks: "starting",
    says: "The log line of a defect says [object Object]",
    file: "packages/background/src/profile/Profiles.ts",
    find: "yield* Effect.logError(\"An attempt at a profile ended by a defect\", Cause.die(defect))",
    replace: "yield* Effect.logError(`An attempt at a profile ended by a defect,${String({})}`)",
    tests: ["packages/background/test/Profiles.test.ts"],
    pattern: "the log has the defect"
  }
]
