/**
 * Counts the data of another system that is left out or stored in another place here, so that nothing is lost silently.
 */

/** The most names with a count of their own. Further ones share a count. */
const maxNames = 1000

/** Stands between the kind of a record and its skipped fields. */
export const repeated = ", repeated elsewhere or of no use outside the system: "

interface Skipped {
  readonly fields: Set<string>
  count: number
}

/** The most skipped fields of a kind of record that are named. Of further ones only the number is reported. */
const maxFields = 40

const namesOf = (fields: ReadonlySet<string>): string => {
  const named = [...fields].toSorted().slice(0, maxFields).join(", ")
  return fields.size > maxFields ? `${named} and ${fields.size - maxFields} more` : named
}

export class Left {
  private readonly counts = new Map<string, number>()
  private readonly skipped = new Map<string, Skipped>()

  /** Counts one occurrence of a field, such as `candidates.photo_url`, or of a sentence. */
  add(what: string, count = 1): void {
    const name = this.counts.has(what) || this.counts.size < maxNames ? what : "further fields"
    this.counts.set(name, (this.counts.get(name) ?? 0) + count)
  }

  /** Counts a value that repeats others, or matters only to the other system. */
  skip(path: string, key: string): void {
    const [kind, ...within] = `${path}.${key}`.split(".")
    const one = this.skipped.get(kind!) ?? { fields: new Set(), count: 0 }
    this.skipped.set(kind!, one)
    if (one.fields.size < maxNames) one.fields.add(within.join("."))
    one.count++
  }

  /** Returns all counts by name. Skipped fields are one line for each kind of record. */
  all(): ReadonlyArray<readonly [string, number]> {
    const skipped = [...this.skipped].map(([kind, { count, fields }]): readonly [string, number] => [
      `${kind}${repeated}${namesOf(fields)}`,
      count
    ])
    return [...this.counts, ...skipped].toSorted(([one], [other]) => one < other ? -1 : 1)
  }
}
