/** Many clients at a time read lists and details of the maximum size. */
import { largest } from "./Largest.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, summaryOf } from "./Misbehaviour.ts"

const get = (path: string) => ({ method: "GET", path })

export const largestLists: Misbehaviour = {
  name: "largest lists and details",
  prepare: async (world) => {
    const { application, moves, notes, prospects } = await largest(world)
    const reads = [get(prospects), get(application), get(`${application}/notes`), get(`${application}/feedback`)]
    const requests = moves.flatMap((move) => [...reads, move])
    return {
      notes,
      seconds: 10,
      begin: async () => {
        const client = await begin([{ kind: "ask", access: world.misbehaving, requests, clients: 16 }])
        return { isDone: () => true, end: async () => summaryOf(await client.end()) }
      },
      afterwards: [...reads, ...moves].map((request) => ({ ...request, status: 200 }))
    }
  }
}
