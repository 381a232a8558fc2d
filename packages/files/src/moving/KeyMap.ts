/**
 * A map of very many keys that takes few bytes for each: a key is identified by a 96-bit digest, and has a number. A
 * collision could only hide a mistake, because the database compares keys again.
 */

/** Few: most of the maps of a small organization have no more keys. */
const initialSlots = 2 ** 6

interface Digest {
  /** Zero marks a free slot. */
  readonly first: bigint
  readonly second: number
}

const digestOf = (key: string): Digest => ({
  first: Bun.hash.xxHash64(key, 1n) || 1n,
  second: Bun.hash.xxHash32(key, 2)
})

/** 20 bytes for each slot, of which at most three quarters are in use. */
class Slots {
  readonly count: number
  private readonly first: BigUint64Array
  private readonly second: Uint32Array
  private readonly values: Float64Array

  constructor(count: number) {
    this.count = count
    this.first = new BigUint64Array(count)
    this.second = new Uint32Array(count)
    this.values = new Float64Array(count)
  }

  /** Returns the slot of a key, or the free one for it. */
  find({ first, second }: Digest): number {
    const mask = this.count - 1
    let slot = Number(first & BigInt(mask))
    while (this.first[slot] !== 0n && (this.first[slot] !== first || this.second[slot] !== second))
      slot = (slot + 1) & mask
    return slot
  }

  get(slot: number): number | undefined {
    return this.first[slot] === 0n ? undefined : this.values[slot]
  }

  fill(slot: number, { first, second }: Digest, value: number): void {
    this.first[slot] = first
    this.second[slot] = second
    this.values[slot] = value
  }

  /** Returns twice as many slots with the same keys. */
  doubled(): Slots {
    const larger = new Slots(2 * this.count)
    for (let slot = 0; slot < this.count; slot++) {
      const digest = { first: this.first[slot]!, second: this.second[slot]! }
      if (digest.first !== 0n) larger.fill(larger.find(digest), digest, this.values[slot]!)
    }
    return larger
  }
}

export class KeyMap {
  private slots = new Slots(initialSlots)
  private used = 0

  /** Returns the number of a key; undefined if it is not in the map. */
  get(key: string): number | undefined {
    return this.slots.get(this.slots.find(digestOf(key)))
  }

  /** Adds a key with a number. If it is already in the map, returns its number instead. */
  add(key: string, value: number): number | undefined {
    const digest = digestOf(key)
    const slot = this.slots.find(digest)
    const present = this.slots.get(slot)
    if (present !== undefined) return present
    this.slots.fill(slot, digest, value)
    if (++this.used > 0.75 * this.slots.count) this.slots = this.slots.doubled()
    return undefined
  }
}
