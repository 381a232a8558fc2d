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
    find: "if (wait > 0) yield* Effect.sleep(Duration.millis(wait))",
    replace: "",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "handled at 2 MiB a second"
  },
  {
    breaks: "largeBodies",
    says: "A request has a turn while its large body arrives",
    file: "apps/api/src/request/LargeBodies.ts",
    find: `Effect.andThen(Effect.orElseSucceed(request.text, () => "")),
        Effect.flatMap((text) => {
          const bytes = Buffer.byteLength(text)
          return bytes > largeBytes ? inTurn(organization, bytes, handle) : handle
        })`,
    replace: "Effect.andThen(inTurn(organization, 0, Effect.andThen(Effect.ignore(request.text), handle)))",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "a body that does not come to its end has no turn"
  },
  {
    breaks: "largeBodies",
    says: "Requests wait in any number with their large bodies in memory",
    file: "apps/api/src/middleware/Authorization.ts",
    find: "inTurn(source, principal.organization.id, handle).pipe(",
    replace: "handle.pipe(",
    tests: ["apps/api/test/largebodies.test.ts"],
    pattern: "a client whose large bodies do not arrive is told its limit"
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
