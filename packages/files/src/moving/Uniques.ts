/**
 * The values that have to be unique within a part: its rows' keys, and the columns of the database's unique indexes.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { type Finding, Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { Effect } from "effect"
import { type Found, ownKey } from "./Found.ts"
import { KeyMap } from "./KeyMap.ts"

/** The unique values that are external ids: sharing one of them does not make two rows the same. */
const externalIds = "external_ids"

/** Makes the index of a part's unique values. Stored rows have negative numbers. */
export const make = Effect.fnUntraced(function*(part: Part, organization: OrganizationId | undefined) {
  const { taken } = yield* Moves
  const keys = new KeyMap()
  const storedKeys = new KeyMap()
  const uniques = part.uniques.map((name) => ({ name, digests: new KeyMap() }))
  const ids: Array<string> = []

  if (organization !== undefined && uniques.length > 0) {
    let after: ReadonlyArray<string> | undefined
    let nth = 0
    do {
      const page: Effect.Success<ReturnType<typeof taken>> = yield* taken(organization, part.name, after)
      for (const { key, uniques: digests } of page.rows) {
        storedKeys.add(key.join(" "), ++nth)
        if (part.isNamed) ids.push(key.join(" "))
        digests.forEach((some, index) => some.forEach((digest) => uniques[index]!.digests.add(digest, -nth)))
      }
      after = page.next
    } while (after !== undefined)
  }

  const isStored = (row: Row): boolean => storedKeys.get(ownKey(part, row)) !== undefined

  return {
    /** Reports a row whose key is on an earlier line. */
    key: ({ number, row }: Found): string | undefined => {
      const before = keys.add(ownKey(part, row), number)
      return before === undefined ? undefined : `Line ${before} has the same`
    },
    /** Returns the key of the stored row to which a new row is matched, because it has the same address or name. */
    taken: ({ row }: Found, { uniques: digests }: Finding): string | undefined => {
      if (isStored(row)) return undefined
      const same = digests.flatMap((some, index) =>
        uniques[index]!.name === externalIds ? [] : some.flatMap((digest) => uniques[index]!.digests.get(digest) ?? [])
      ).find((nth) => nth < 0)
      return same === undefined ? undefined : ids[-same - 1]
    },
    /** Reports the unique values of a row that another row has, too. */
    values: ({ number, row }: Found, { uniques: digests }: Finding): ReadonlyArray<string> =>
      digests.flatMap((some, index) => {
        const { digests: seen, name } = uniques[index]!
        return some.flatMap((digest) => {
          const before = seen.add(digest, number)
          // A stored row stays, whatever other rows have got since.
          if (before === undefined || (before < 0 && isStored(row))) return []
          return [
            before < 0
              ? `A stored row has the same, as ${name} forbids`
              : `Line ${before} has the same, as ${name} forbids`
          ]
        })
      })
  }
})
