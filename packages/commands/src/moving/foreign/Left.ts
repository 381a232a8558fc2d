/**
 * What of another system's data has no place with us, or another one than there: told with a count, so that nothing is
 * lost in silence.
 */

/** Names that are counted on their own; further ones are counted together. */
const maxNames = 1000

export class Left {
  private readonly counts = new Map<string, number>()

  /** Counts one more: a field, such as `candidates.photo_url`, or a sentence. */
  add(what: string, count = 1): void {
    const name = this.counts.has(what) || this.counts.size < maxNames ? what : "further fields"
    this.counts.set(name, (this.counts.get(name) ?? 0) + count)
  }

  /** All that was counted, by name. */
  all(): ReadonlyArray<readonly [string, number]> {
    return [...this.counts].toSorted(([one], [other]) => one < other ? -1 : 1)
  }
}
