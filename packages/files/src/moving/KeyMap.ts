/**
 * A map of very many keys that takes few bytes for each: a key is identified by a 128-bit digest, and has a number. A
 * collision could only hide a mistake, because the database compares keys again.
 */

const initialSlots = 2 ** 12

export class KeyMap {
  private digests = new BigUint64Array(2 * initialSlots)
  private values = new Float64Array(initialSlots)
  private used = 0

  /** Returns the slot of a key, or the free one for it. */
  private slotOf(first: bigint, second: bigint): number {
    const mask = this.values.length - 1
    let slot = Number(first & BigInt(mask))
    while (this.digests[2 * slot] !== 0n && (this.digests[2 * slot] !== first || this.digests[2 * slot + 1] !== second))
      slot = (slot + 1) & mask
    return slot
  }

  private grow(): void {
    const { digests, values } = this
    this.digests = new BigUint64Array(2 * digests.length)
    this.values = new Float64Array(2 * values.length)
    for (let slot = 0; slot < values.length; slot++) {
      const first = digests[2 * slot]!
      if (first !== 0n)
        this.fill(this.slotOf(first, digests[2 * slot + 1]!), first, digests[2 * slot + 1]!, values[slot]!)
    }
  }

  private fill(slot: number, first: bigint, second: bigint, value: number): void {
    this.digests[2 * slot] = first
    this.digests[2 * slot + 1] = second
    this.values[slot] = value
  }

  private static digest(key: string): readonly [bigint, bigint] {
    // Zero marks a free slot.
    return [Bun.hash.xxHash64(key, 1n) || 1n, Bun.hash.xxHash64(key, 2n)]
  }

  /** Returns the number of a key; undefined if it is not in the map. */
  get(key: string): number | undefined {
    const [first, second] = KeyMap.digest(key)
    const slot = this.slotOf(first, second)
    return this.digests[2 * slot] === 0n ? undefined : this.values[slot]
  }

  /** Adds a key with a number. If it is already in the map, returns its number instead. */
  add(key: string, value: number): number | undefined {
    const [first, second] = KeyMap.digest(key)
    const slot = this.slotOf(first, second)
    if (this.digests[2 * slot] !== 0n) return this.values[slot]
    this.fill(slot, first, second, value)
    if (2 * ++this.used > this.values.length) this.grow()
    return undefined
  }
}
