/**
 * Calls every method of the ports for nouns without rules of their own, in each way that sends a statement of its own.
 */
import type { Actor } from "@candor/domain/access/Actor"
import type { Traits } from "@candor/domain/Field"
import { plainNouns } from "@candor/domain/nouns"
import { Effect } from "effect"

/** Returns the example of a request that creates one. */
const exampleOf = (fields: { readonly [name: string]: Traits }) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { example, kind }]) =>
      ["required", "nullable", "defaulted", "list"].includes(kind) ? [[name, example]] : []
    )
  )

export const resources = Effect.fn("resources")(function*(actor: Actor) {
  const { organization_id } = actor
  for (const { port, resource: { levels, noun } } of plainNouns) {
    const store = yield* port
    const make = (name: string) => store.create(actor, { ...exampleOf(noun.fields), name })
    const [top, other, { id }] = [yield* make("First"), yield* make("Second"), yield* make("Third")]
    yield* store.all(organization_id)
    yield* store.get(organization_id, id)
    if (store.uses !== undefined) yield* store.uses(organization_id)
    yield* store.update(actor, id, { name: "Fourth" })
    if (levels !== undefined) {
      yield* store.create(actor, { name: "Fifth", parent_id: top.id })
      yield* store.update(actor, id, { parent_id: other.id })
    }
    yield* store.remove(actor, id)
  }
})
