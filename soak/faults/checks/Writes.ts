/** Checks that every acknowledged write is there, exactly once, and that nothing is there that no client requested. */
import { deletion, type History, type Violation, violation } from "../History.ts"
import { fieldDifferences, type Shown } from "../Reading.ts"

const broken = violation("writes")

const nameOf = ({ kind, marker }: { readonly kind: string; readonly marker: string }) => `${kind} ${marker}`

/** Compares what is stored with what clients know. */
export const checkWrites = ({ creations, things }: History, shown: ReadonlyArray<Shown>): ReadonlyArray<Violation> => {
  const found = Map.groupBy(shown, nameOf)
  const known = new Set(creations.map(nameOf))

  const acknowledged = things.flatMap((thing) => {
    const rows = found.get(nameOf(thing)) ?? []
    const [row] = rows
    const deleted = deletion(thing)
    if (rows.length > 1) return [broken(`The ${nameOf(thing)} is there ${rows.length} times`)]
    if (row === undefined) {
      return deleted === "none" ? [broken(`The ${nameOf(thing)} (${thing.id}) was acknowledged and is missing`)] : []
    }
    if (deleted === "certain") return [broken(`The ${nameOf(thing)} is there, and its deletion was acknowledged`)]
    if (row.id !== thing.id)
      return [broken(`The ${nameOf(thing)} has the id ${row.id}, and ${thing.id} was acknowledged`)]
    return fieldDifferences(thing, row).map(broken)
  })

  const unknown = [
    ...Map.groupBy(creations.filter(({ attempt }) => attempt.knowledge !== "acknowledged"), ({ attempt }) => attempt)
  ]
    .flatMap(([attempt, made]) => {
      const counts = made.map((one) => found.get(nameOf(one))?.length ?? 0)
      const names = made.map(nameOf).join(", ")
      if (attempt.knowledge !== "unanswered") {
        return counts.some((count) => count > 0) ? [broken(`${names} is there, and was ${attempt.knowledge}`)] : []
      }
      if (counts.some((count) => count > 1))
        return [broken(`${names}, asked for once, is there ${Math.max(...counts)} times`)]
      return new Set(counts).size > 1 ? [broken(`Of ${names}, which go together, only some are there`)] : []
    })

  const invented = shown.filter((one) => !known.has(nameOf(one))).map((one) =>
    broken(`Nobody made the ${nameOf(one)} (${one.id})`)
  )
  return [...acknowledged, ...unknown, ...invented]
}
