/** A seeded generator of random numbers: the same seed gives the same choices (mulberry32). */

export interface Random {
  /** An integer from `minimum` to `maximum`, both included. */
  readonly integer: (minimum: number, maximum: number) => number
  /** True in `percent` of 100 cases. */
  readonly chance: (percent: number) => boolean
  /** One of the items, of which there must be at least one. */
  readonly pick: <Item>(items: ReadonlyArray<Item>) => Item
  /** The items in a random order. */
  readonly shuffled: <Item>(items: ReadonlyArray<Item>) => ReadonlyArray<Item>
  /** Another generator, independent of later calls of this one. */
  readonly fork: () => Random
}

export const random = (seed: number): Random => {
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
      items.map((item) => ({ item, at: next() })).toSorted((a, b) => a.at - b.at).map(({ item }) => item),
    fork: () => random(integer(0, 2 ** 32 - 1))
  }
}
