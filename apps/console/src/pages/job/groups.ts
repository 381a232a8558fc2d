/** Groups of nearly equal applications on a board: one card represents all of a group in the same stage. */
import { candor } from "../../api/Client.ts"
import { number } from "../../parts/Time.tsx"
import { type Card, type Column, type Columns, type Shown, statusesOf } from "./loadBoard.ts"

/** The server stops counting here. */
const maxCounted = 100

/** Formats the number of members of a group. */
export const membersOf = (members: number): string => members < maxCounted ? number(members) : `${number(maxCounted)}+`

const foldedColumn = (column: Column): Column => {
  const seen = new Set<string>()
  const cards = column.cards.filter(({ similar, status }) => {
    if (similar === null) return true
    const key = `${similar.id} ${status}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return cards.length === column.cards.length
    ? column
    : { ...column, cards, folded: column.cards.length - cards.length }
}

/** Returns the columns with one card for each group; its other cards are hidden. */
export const folded = (columns: Columns): Columns =>
  new Map([...columns].map(([stage, column]) => [stage, foldedColumn(column)]))

/** The maximum number of members in a bulk action on a group. */
export const maxMembers = 500

/** Loads the members of a group in a view of a job's board, at most 500. */
export const loadGroup = async (job: string, group_id: string, shown: Shown): Promise<ReadonlyArray<Card>> => {
  const all: Array<Card> = []
  for (const status of statusesOf(shown)) {
    let cursor: string | undefined
    do {
      const page = await candor.overviews.cards(job, { group_id, status, limit: 100, cursor })
      all.push(...page.cards)
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined && all.length < maxMembers)
  }
  return all.slice(0, maxMembers)
}
