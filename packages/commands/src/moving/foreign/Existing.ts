/** The existing rows of the target organization: members are found by address, departments and offices by name. */
import type { OrganizationId } from "@candor/domain/Id"
import { Moves } from "@candor/domain/moving/Moves"
import { Effect, Option, Schema } from "effect"

/** Rows that are read at a time. */
const limit = 500

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  id: Schema.String,
  email: Schema.optionalKey(Schema.String),
  name: Schema.optionalKey(Schema.String)
})))

/** Returns the ids of a part's rows by their addresses or names, in lower case. */
const byName = Effect.fnUntraced(function*(organization: OrganizationId, part: string) {
  const { page } = yield* Moves
  const decoder = new TextDecoder()
  const found = new Map<string, string>()
  let after: ReadonlyArray<string> | undefined
  do {
    const { next, rows }: Effect.Success<ReturnType<typeof page>> = yield* page(organization, part, limit, after)
    for (const row of rows) {
      Option.map(
        decode(decoder.decode(row)),
        ({ email, id, name = email ?? "" }) => found.set((email ?? name).toLowerCase(), id)
      )
    }
    after = next
  } while (after !== undefined)
  return found
})

const parts = ["member", "department", "office"] as const

export type Existing = { readonly [Part in typeof parts[number]]: ReadonlyMap<string, string> }

/** Reads an organization's existing rows; empty for an organization that is yet to be created. */
export const of = (organization: OrganizationId | undefined): Effect.Effect<Existing, never, Moves> =>
  Effect.gen(function*() {
    const find = (part: string) =>
      organization === undefined ? Effect.succeed(new Map<string, string>()) : byName(organization, part)
    return { member: yield* find("member"), department: yield* find("department"), office: yield* find("office") }
  })
