/** Faults that show when a connection says nothing any more, or a process stands still. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
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
