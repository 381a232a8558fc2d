/**
 * Calls every method of the ports for nouns without rules of their own, in each way that sends a statement of its own.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { treeNouns } from "./TreeNouns.ts"
import { Effect } from "effect"

export const resources = Effect.fn("resources")(function*(actor: Actor) {
  const { organization_id } = actor
  for (const { port } of treeNouns) {
    const store = yield* port
    const [top, other] = [yield* store.create(actor, { name: "First" }), yield* store.create(actor, { name: "Second" })]
    const { id } = yield* store.create(actor, { name: "Third", parent_id: top.id })
    yield* store.all(organization_id)
    yield* store.get(organization_id, id)
    yield* store.update(actor, id, { name: "Fourth" })
    yield* store.update(actor, id, { parent_id: other.id })
    yield* store.remove(actor, id)
  }
})
