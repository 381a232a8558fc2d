/** The rows that other rows may refer to: those in the export, and stored ones. */
import type { OrganizationId } from "@candor/domain/Id"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { Effect } from "effect"
import { type Found, keyOf } from "./Found.ts"
import { KeyMap } from "./KeyMap.ts"

const nameOf = (part: string, columns: ReadonlyArray<string>): string => `${part} ${columns.join(" ")}`

/** Makes an index of the rows that an export's rows can refer to. */
export const make = (parts: ReadonlyArray<Part>, organization: OrganizationId | undefined) => {
  const named = parts.flatMap(({ references }) => references)
  const known = new Map(named.map(({ of, part }) => [nameOf(part, of), { of, part, keys: new KeyMap() }]))

  /** Adds rows to which others may refer. */
  const remember = (part: Part, rows: ReadonlyArray<Found>): void => {
    for (const { keys, of } of [...known.values()].filter((one) => one.part === part.name)) {
      rows.forEach(({ number, row }) => keys.add(keyOf(of, row) ?? "", number))
    }
  }

  /**
   * Calls `tell` for each reference to a row that does not exist. References within a part can be checked once all of
   * it was read.
   */
  const check = Effect.fnUntraced(function*(
    part: Part,
    rows: ReadonlyArray<Found>,
    which: "other parts" | "its own",
    tell: (number: number, columns: ReadonlyArray<string>, message: string) => void
  ) {
    const moves = yield* Moves
    for (
      const { columns, of, part: target } of part.references.filter((one) =>
        (one.part === part.name) === (which === "its own")
      )
    ) {
      const { keys } = known.get(nameOf(target, of))!
      const unknown = rows.filter(({ row }) => {
        const key = keyOf(columns, row)
        return key !== undefined && keys.get(key) === undefined
      })
      if (unknown.length === 0) continue
      const asked = unknown.map(({ row }): Row =>
        Object.fromEntries(columns.map((column, nth) => [of[nth]!, row[column]!]))
      )
      const stored = organization === undefined ? [] : yield* moves.stored(organization, target, of, asked)
      const found = new Set(stored.map((row) => keyOf(of, row)))
      unknown.forEach(({ number, row }) => {
        const key = keyOf(columns, row)
        if (!found.has(key)) tell(number, columns, `There is no ${target} ${key}`)
      })
    }
  })

  return { remember, check }
}
