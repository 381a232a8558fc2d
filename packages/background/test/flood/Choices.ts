/** Pseudorandom choices, the same for the same seed. */
export interface Choices {
  /** An integer from `minimum` to `maximum`, both included. */
  readonly integer: (minimum: number, maximum: number) => number
  /** True in `percent` of 100 cases. */
  readonly chance: (percent: number) => boolean
  readonly pick: <Item>(items: ReadonlyArray<Item>) => Item
  readonly shuffled: <Item>(items: ReadonlyArray<Item>) => ReadonlyArray<Item>
}

/** Makes choices from a seed (mulberry32). */
export const choices = (seed: number): Choices => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (minimum: number, maximum: number) => minimum + Math.floor(next() * (maximum - minimum + 1))
  return {
    integer,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[integer(0, items.length - 1)]!,
    shuffled: (items) =>
      items.map((item) => ({ item, at: next() })).toSorted((a, b) => a.at - b.at).map(({ item }) => item)
  }
}
