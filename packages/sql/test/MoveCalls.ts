/** Calls the port for moving organizations: copies an organization's rows to one that an import creates. */
import type { Actor } from "@candor/domain/access/Actor"
import { Moves, type Page, type Part, type Row } from "@candor/domain/moving/Moves"
import { Effect, Schema } from "effect"
import { uploadingTo } from "./ImportCalls.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** Returns all rows of a part. */
const rowsOf = Effect.fnUntraced(function*({ organization_id }: Actor, { name }: Part) {
  const { page } = yield* Moves
  const all: Array<Row> = []
  let after: ReadonlyArray<string> | undefined
  do {
    const { next, rows }: Page = yield* page(organization_id, name, 1000, after)
    all.push(...rows.map((bytes) => decode(new TextDecoder().decode(bytes))))
    after = next
  } while (after !== undefined)
  return all
})

export const moves = Effect.fn("moves")(function*(actor: Actor) {
  const { organization_id } = actor
  const {
    add,
    atOneInstant,
    begin,
    begun,
    complete,
    contents,
    countAdded,
    examine,
    parts,
    recount,
    removeAdded,
    resume,
    stored,
    taken,
    touched
  } = yield* Moves
  const all = yield* parts
  const rows = yield* atOneInstant(
    Effect.forEach(all, (part) => Effect.map(rowsOf(actor, part), (rows) => [part, rows] as const))
  )
  yield* contents(organization_id)
  const [, [organization] = []] = rows.find(([{ name }]) => name === "organization")!
  const one = yield* begin("digest", organization!)
  yield* begun("digest")
  yield* begun("digest", organization_id)
  yield* begin("another digest", organization!, organization_id)
  for (const [part, some] of rows) {
    yield* examine(part.name, some)
    yield* taken(organization_id, part.name)
    yield* stored(organization_id, part.name, part.key, some)
    yield* add({ organization: one.organization_id, source: organization_id }, part.name, some)
  }
  const import_id = yield* uploadingTo(actor)
  // An import remembers the added rows that are not in this database.
  const [, [department] = []] = rows.find(([{ name }]) => name === "department")!
  const elsewhere = { ...department!, id: crypto.randomUUID(), name: "Elsewhere" }
  yield* add({ organization: organization_id, source: organization_id, import_id }, "department", [elsewhere])
  for (const [part, some] of rows.toReversed()) {
    yield* add({ organization: organization_id, source: organization_id, import_id }, part.name, some)
    yield* touched(organization_id, import_id, part.name, 10)
    yield* removeAdded(organization_id, import_id, part.name)
  }
  yield* countAdded(organization_id, import_id)
  yield* recount(one.organization_id)
  yield* complete(one, {})
  yield* resume({ ...one, state: "completed" })
})
