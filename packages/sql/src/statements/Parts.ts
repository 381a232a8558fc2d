/** Lists of the parts of one row: the notes of an application, or the prospects of a search. */
import { type Encoded, listOf } from "@candor/domain/Encoded"
import { Effect } from "effect"

/** A part as the bytes of its JSON; null in the single row of an owner without parts. */
export interface PartRow {
  readonly json: Uint8Array | null
}

/**
 * Makes the function that returns the parts in the rows of a LEFT JOIN. It fails if there are no rows, because then
 * there is no owner.
 */
export const partsOf =
  <Part, NotFound>(notFound: NotFound) =>
  (rows: ReadonlyArray<PartRow>): Effect.Effect<Encoded<ReadonlyArray<Part>>, NotFound> =>
    rows.length === 0
      ? Effect.fail(notFound)
      : Effect.succeed(listOf<Part>(rows.flatMap(({ json }) => json ?? [])))
