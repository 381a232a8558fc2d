/** Positions entries in a day of the week. */

/** Minutes since midnight. */
interface Timed {
  readonly from: number
  readonly to: number
}

/**
 * The shown time of an entry, and its column among those that overlap. If more than two overlap, those of the same time
 * share a column, in rows in which their names are readable.
 */
export interface Place extends Timed {
  readonly column: number
  readonly columns: number
  readonly isRow: boolean
}

/** The maximum number of columns without rows. */
const maxColumns = 2

/** The height in pixels of an hour, and of a readable row. */
const [hourPixels, rowPixels] = [72, 24]

/** Returns the height in pixels of an hour at which each of these rows is readable. */
export const pixelsOfHour = (all: ReadonlyArray<Place>): number =>
  Math.max(hourPixels, ...all.filter(({ isRow }) => isRow).map(({ from, to }) => rowPixels * 60 / (to - from)))

/** Puts overlapping entries side by side: each in the first column that is free. */
const inColumns = <Entry extends Timed>(group: ReadonlyArray<Entry>) => {
  const ends: Array<number> = []
  const placed = group.map((one) => {
    const free = ends.findIndex((end) => end <= one.from)
    const column = free === -1 ? ends.length : free
    ends[column] = one.to
    return { ...one, column, isRow: false }
  })
  return placed.map((one) => ({ ...one, columns: ends.length }))
}

/** Returns the entries in order, in groups that do not overlap. */
const groupsOf = <Entry extends Timed>(entries: ReadonlyArray<Entry>): ReadonlyArray<ReadonlyArray<Entry>> => {
  const groups: Array<Array<Entry>> = []
  let end = 0
  for (const one of entries.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (groups.length === 0 || one.from >= end) groups.push([])
    groups.at(-1)!.push(one)
    end = Math.max(end, one.to)
  }
  return groups
}

/** Positions the entries of a day in order: overlapping ones side by side, those of the same time in rows. */
export const placesOf = <Entry extends Timed>(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry & Place> =>
  groupsOf(entries).flatMap((group): ReadonlyArray<Entry & Place> => {
    const placed = inColumns(group)
    if (placed.every(({ columns }) => columns <= maxColumns)) return placed
    const slots = [...Map.groupBy(group, ({ from, to }) => `${from} ${to}`).values()]
    return inColumns(slots.map((rows) => ({ from: rows[0]!.from, to: rows[0]!.to, rows }))).flatMap((
      { column, columns, from, rows, to }
    ) => {
      const minutes = (to - from) / rows.length
      return rows.map((one, at) => ({
        ...one,
        column,
        columns,
        isRow: rows.length > 1,
        from: from + at * minutes,
        to: from + (at + 1) * minutes
      }))
    })
  })
