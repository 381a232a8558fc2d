/** What the statements of a search cost: how many there are, and that each uses its indexes. */
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as Recorder from "./Recorder.ts"
import { applied, person, search } from "./SearchWorld.ts"
import * as World from "./World.ts"

const run = runOn(forFile(databases[0]!))

test("a search of eight words sends four statements at most, also where it finds candidates and texts", () =>
  run(Effect.gen(function*() {
    const { actor } = yield* World.organization({ name: "Acme" })
    const { id } = yield* person(actor, "Grace Brewster Murray Hopper", { university: "Yale", tags: ["navy"] })
    yield* applied(actor, id, { note: "An admiral and a programmer." })
    const recorder = Recorder.make()
    const { items } = yield* recorder.record(
      "search",
      search(actor, "grace brewster murray hopper yale navy admiral programmer")
    )
    expect(items.map(({ match }) => match)).toEqual(["combined"])
    const { length } = recorder.statements()
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThanOrEqual(4)
  })))
