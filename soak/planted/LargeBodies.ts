/** Faults that let one organization's large bodies and texts hold up others. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "largeBodies",
    says: "Large bodies of an organization are handled as many at a time as come",
    file: "apps/api/src/request/LargeBodies.ts",
    find: "turns.permit.withPermit(Effect.andThen(pay(turns, bytes), handle))",
    replace: "Effect.andThen(pay(turns, bytes), handle)",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "one request with a large body is handled at a time"
  },
  {
    breaks: "largeBodies",
    says: "Large bodies of an organization have no rate",
    file: "apps/api/src/request/LargeBodies.ts",
    find: "return wait > 0 ? Effect.andThen(Effect.sleep(Duration.millis(wait)), take) : take",
    replace: "return take",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "handled at 2 MiB a second"
  },
  {
    breaks: "largeBodies",
    says: "Requests wait in any number with their large bodies in memory",
    file: "apps/api/src/middleware/Authorization.ts",
    find: "inTurn(source, principal.organization.id, text, handle).pipe(",
    replace: "handle.pipe(",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "a client whose large bodies do not arrive is told its limit"
  },
  {
    breaks: "largeBodies",
    says: "Messages of tools with large bodies are not counted",
    file: "apps/api/src/mcp/McpRoute.ts",
    find: "return yield* inTurn(request, principal.organization.id, read, Effect.gen(function*() {",
    replace: "return yield* ((_: unknown, __: unknown, ___: unknown, all: Effect.Effect<HttpServerResponse.HttpServerResponse, any, any>) => all)(request, principal, read, Effect.gen(function*() {",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "a client whose large bodies do not arrive is told its limit"
  },
  {
    breaks: "largeBodies",
    says: "The rate of large bodies is taken from a clock that is set",
    file: "apps/api/src/request/LargeBodies.ts",
    find: "Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000",
    replace: "clock.currentTimeMillisUnsafe()",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "a clock that is set back holds nobody up"
  },
  {
    breaks: "largeBodies",
    says: "A change with large texts shares a statement",
    file: "packages/sql/src/statements/Batching.ts",
    find: "=== undefined && !isLarge(item) ?",
    replace: "=== undefined ?",
    tests: ["packages/sql/test/Batching.test.ts"],
    pattern: "a large item has a statement of its own"
  }
]
