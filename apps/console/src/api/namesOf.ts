/** Resolves ids of applications, candidates and jobs to names. */
import type { Named } from "@candor/client"
import { candor } from "./Client.ts"

/** The maximum number of ids in a request. */
const maxNamed = 50

/** Milliseconds for which ids are collected into a request. */
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
 * Loads the names for an id, batched with other ids that are requested at the same time; undefined if the person may
 * not see it.
 */
export const namesOf = async (id: string): Promise<Named | undefined> => {
  if (open === undefined || open.ids.size === maxNamed) {
    const ids = new Set<string>()
    open = { ids, names: load(ids) }
  }
  open.ids.add(id)
  return (await open.names).get(id)
}
