/** Test databases that take less time, for test files: a script has no hook that closes them. */
import { afterAll } from "bun:test"
import { Effect, Exit, Scope } from "effect"
import type { ReusableDatabase, TestDatabase } from "./Databases.ts"

/** This kind of database for the tests of a file, each of which finds it empty; it is dropped after the last. */
export const forFile = (database: ReusableDatabase): TestDatabase => {
  const scope = Scope.makeUnsafe()
  const layer = Effect.runSync(Scope.provide(database.reused, scope))
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return { ...database, layer }
}
