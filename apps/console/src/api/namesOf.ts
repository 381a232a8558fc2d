/** The names behind the ids of applications, candidates and jobs. */
import type { Named } from "@candor/client"
import { candor } from "./Client.ts"

/** Ids of one request, at most. */
const maxNamed = 50

/** Milliseconds for which ids are collected. */
const collectedMillis = 20

interface Batch {
  readonly ids: Set<string>
  readonly names: Promise<ReadonlyMap<string, Named>>
}

let open: Batch | undefined

const load = async (ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Named>> => {
  await new Promise((resolve) => setTimeout(resolve, collectedMillis))
  if (open?.ids === ids) open = undefined
  const { names } = await candor.overviews.names({ ids: [...ids].join() })
  return new Map(names.map((named) => [named.id, named]))
}

/**
 * Loads the names behind an id, in one request with other ids of the same moment; undefined if the person may not see
 * it.
 */
export const namesOf = async (id: string): Promise<Named | undefined> => {
  if (open === undefined || open.ids.size === maxNamed) {
    const ids = new Set<string>()
    open = { ids, names: load(ids) }
  }
  open.ids.add(id)
  return (await open.names).get(id)
}
