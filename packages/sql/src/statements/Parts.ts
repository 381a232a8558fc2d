/** Lists of what belongs to one row: the parts of an application, or the prospects of a search. */
import { type Encoded, listOf } from "@candor/domain/Encoded"
import { Effect } from "effect"

/** A part as the bytes of its JSON; null in the one row of an owner without parts. */
export interface PartRow {
  readonly json: Uint8Array | null
}

/**
 * Makes the function that returns the list of rows of a LEFT JOIN; it fails where they are none, because there is no
 * owner.
 */
export const partsOf =
  <Part, NotFound>(notFound: NotFound) =>
  (rows: ReadonlyArray<PartRow>): Effect.Effect<Encoded<ReadonlyArray<Part>>, NotFound> =>
    rows.length === 0
      ? Effect.fail(notFound)
      : Effect.succeed(listOf<Part>(rows.flatMap(({ json }) => json ?? [])))
