/** Faster test databases for test files: other scripts have no hook to close them. */
import { afterAll } from "bun:test"
import { Effect, Exit, Scope } from "effect"
import type { ReusableDatabase, TestDatabase } from "./Databases.ts"

/** Returns this kind of database for the tests of a file, empty for each of them; it is dropped after the last. */
export const forFile = (database: ReusableDatabase): TestDatabase => {
  const scope = Scope.makeUnsafe()
  const layer = Effect.runSync(Scope.provide(database.reused, scope))
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return { ...database, layer }
}
