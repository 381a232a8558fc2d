/** The layout of entries in a day of the week view. */

/** Minutes since midnight. */
interface Timed {
  readonly from: number
  readonly to: number
}

/**
 * The time at which an entry is shown, its column, and the number of columns that it shares with overlapping entries. If
 * more than two overlap, each gets a row instead, so that its name is readable.
 */
export interface Place extends Timed {
  readonly column: number
  readonly columns: number
  readonly isRow: boolean
}

/** The maximum number of columns in which names stay readable. */
const maxColumns = 2

/** The height in pixels of an hour, and of a readable row. */
const [hourPixels, rowPixels] = [72, 24]

/** Returns the height in pixels of an hour at which each of these rows is readable. */
export const pixelsOfHour = (all: ReadonlyArray<Place>): number =>
  Math.max(hourPixels, ...all.filter(({ isRow }) => isRow).map(({ from, to }) => rowPixels * 60 / (to - from)))

/** Lays out the entries of a day in order: overlapping ones side by side, or in rows. */
export const placesOf = <Entry extends Timed>(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry & Place> => {
  const result: Array<Entry & Place> = []
  let [group, end] = [[] as Array<Entry & { readonly column: number }>, 0]
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1
    const begin = group[0]?.from ?? 0
    const length = (end - begin) / group.length
    result.push(...group.map((one, at) =>
      columns <= maxColumns
        ? { ...one, columns, isRow: false }
        : { ...one, column: 0, columns: 1, isRow: true, from: begin + at * length, to: begin + (at + 1) * length }
    ))
    group = []
  }
  for (const one of entries.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (one.from >= end) close()
    const taken = new Set(group.filter(({ to }) => to > one.from).map(({ column }) => column))
    const column = Array.from({ length: group.length + 1 }, (_, at) => at).find((at) => !taken.has(at)) ?? 0
    end = Math.max(group.length === 0 ? 0 : end, one.to)
    group.push({ ...one, column })
  }
  close()
  return result
}
