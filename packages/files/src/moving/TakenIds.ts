/**
 * Rows that are matched to rows of the organization: members with the same address, departments with the same name.
 * References to the imported row become references to the stored one.
 */

/** A row of an export, and the stored one that it is matched to. */
export interface Taken {
  readonly part: string
  readonly id: string
  readonly stored_id: string
  /** The address or name that both have. */
  readonly name: string
}

/** Rows that are listed; all are counted. */
const maxListed = 200

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

export class TakenIds {
  private readonly ids = new Map<string, string>()
  private readonly shown: Array<Taken> = []

  /** Matches a row to a stored one. */
  add(taken: Taken): void {
    if (this.ids.has(taken.id)) return
    this.ids.set(taken.id, taken.stored_id)
    if (this.shown.length < maxListed) this.shown.push(taken)
  }

  /** Returns the JSON of a row with the ids of stored rows. */
  replaced(text: string): string {
    return this.ids.size === 0 ? text : text.replace(uuids, (id) => this.ids.get(id) ?? id)
  }

  get count(): number {
    return this.ids.size
  }

  /** The first of these rows. */
  get listed(): ReadonlyArray<Taken> {
    return this.shown
  }
}
