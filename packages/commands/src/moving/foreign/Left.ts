/**
 * What of another system's data has no place with us, or another one than there: told with a count, so that nothing is
 * lost in silence.
 */

/** Names that are counted on their own; further ones are counted together. */
const maxNames = 1000

/** Between the kind of a record and its fields that were skipped. */
export const repeated = ", repeated elsewhere or of no use outside the system: "

interface Skipped {
  readonly fields: Set<string>
  count: number
}

/** The most fields of a kind of record that are named; of further ones, how many there are. */
const maxFields = 40

const namesOf = (fields: ReadonlySet<string>): string => {
  const named = [...fields].toSorted().slice(0, maxFields).join(", ")
  return fields.size > maxFields ? `${named} and ${fields.size - maxFields} more` : named
}

export class Left {
  private readonly counts = new Map<string, number>()
  private readonly skipped = new Map<string, Skipped>()

  /** Counts one more: a field, such as `candidates.photo_url`, or a sentence. */
  add(what: string, count = 1): void {
    const name = this.counts.has(what) || this.counts.size < maxNames ? what : "further fields"
    this.counts.set(name, (this.counts.get(name) ?? 0) + count)
  }

  /** Counts a value that others repeat, or that means something to the other system alone. */
  skip(path: string, key: string): void {
    const [kind, ...within] = `${path}.${key}`.split(".")
    const one = this.skipped.get(kind!) ?? { fields: new Set(), count: 0 }
    this.skipped.set(kind!, one)
    if (one.fields.size < maxNames) one.fields.add(within.join("."))
    one.count++
  }

  /** All that was counted, by name: what was skipped in one line for each kind of record. */
  all(): ReadonlyArray<readonly [string, number]> {
    const skipped = [...this.skipped].map(([kind, { count, fields }]): readonly [string, number] => [
      `${kind}${repeated}${namesOf(fields)}`,
      count
    ])
    return [...this.counts, ...skipped].toSorted(([one], [other]) => one < other ? -1 : 1)
  }
}
