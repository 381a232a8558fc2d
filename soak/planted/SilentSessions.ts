/** Faults that show when a connection says nothing any more, or a process stands still. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "silentSessions",
    says: "A statement waits for a silent session for 15 s longer than for any other",
    file: "packages/sql/src/database/Database.ts",
    find: "deadline: Duration.sum(statementTimeout, silence),\n      startupParameters: parameters",
    replace: "deadline: Duration.sum(statementTimeout, Duration.seconds(15)),\n      startupParameters: parameters",
    tests: ["apps/api/test/silence.test.ts"],
    needs: "PostgreSQL"
  },
  {
    breaks: "silentSessions",
    says: "A worker waits for a silent session for 15 s longer than for any other",
    file: "packages/sql/src/database/Database.ts",
    find: "deadline: Duration.sum(statementTimeout, silence),\n      startupParameters: parameters",
    replace: "deadline: Duration.sum(statementTimeout, Duration.seconds(15)),\n      startupParameters: parameters",
    tests: ["apps/worker/test/silence.test.ts"],
    pattern: "goes on by itself over new ones",
    needs: "PostgreSQL"
  },
  {
    breaks: "silentSessions",
    says: "TCP never asks whether an idle connection's other end is there",
    file: "packages/sql/src/database/Database.ts",
    find: ", keepAlive: Duration.seconds(30)",
    replace: "",
    tests: ["packages/sql/test/Connecting.test.ts"],
    pattern: "after 30 seconds without traffic TCP asks"
  },
  {
    breaks: "silentSessions",
    says: "Sessions that went silent with another one are used again",
    file: "packages/sql/src/database/Client.ts",
    find: "if (wasSent()) suspectBefore = began",
    replace: "if (!wasSent()) suspectBefore = began",
    tests: ["apps/api/test/silence.test.ts"],
    needs: "PostgreSQL"
  },
  {
    breaks: "silentSessions",
    says: "A transaction uses a session that went silent",
    file: "packages/sql/src/database/Client.ts",
    find: "isSuspect(session) ? Effect.andThen(pool.invalidate(session), healthy) : Effect.succeed(session))",
    replace: "Effect.succeed(session))",
    tests: ["apps/api/test/silence.test.ts"],
    needs: "PostgreSQL"
  },
  {
    breaks: "silentSessions",
    says: "A session that ran transactions alone is used on when it went silent",
    file: "packages/sql/src/database/Client.ts",
    find: "bounded(shared.runWithin(observed(session, statement)))",
    replace: "bounded(shared.runWithin(statement))",
    tests: ["apps/api/test/silence.test.ts"],
    needs: "PostgreSQL"
  },
  {
    breaks: "silentSessions",
    says: "A worker whose consumers stand still is ready",
    file: "apps/worker/src/Observation.ts",
    find: " && health.background.stalled.length === 0",
    replace: "",
    tests: ["apps/worker/test/observation.test.ts"]
  },
  {
    breaks: "silentSessions",
    says: "Consumers that poll no more do not count as stalled",
    file: "packages/background/src/BackgroundStatus.ts",
    find: "waiting > 0 && now - since > stallMillis",
    replace: "waiting > 0 && now - since > 100 * stallMillis",
    tests: ["packages/background/test/Unattended.test.ts"],
    pattern: "waiting consumers stall after 15 seconds"
  },
  {
    breaks: "silentSessions",
    says: "A stopped program waits for a finalizer without end",
    file: "packages/process/src/ScopedWithin.ts",
    find: "Effect.andThen(Effect.sleep(limit), Deferred.succeed(closed, false))",
    replace: "Effect.andThen(Effect.never, Deferred.succeed(closed, false))",
    tests: ["packages/process/test/scoped.test.ts"]
  }
]
