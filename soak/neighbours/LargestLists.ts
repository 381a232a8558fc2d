/** Lists and details as large as they can be made are read by many clients at a time. */
import { largest } from "./Largest.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, told } from "./Misbehaviour.ts"

const get = (path: string) => ({ method: "GET", path })

export const largestLists: Misbehaviour = {
  name: "largest lists and details",
  prepare: async (world) => {
    const { application, moves, notes, prospects } = await largest(world)
    const reads = [get(prospects), get(application), get(`${application}/notes`), get(`${application}/feedback`)]
    const requests = moves.flatMap((move) => [...reads, move])
    return {
      notes,
      seconds: world.short ? { least: 1.5, most: 1.5 } : { least: 10, most: 10 },
      begin: async () => {
        const client = await begin([{ kind: "ask", access: world.misbehaving, requests, clients: world.short ? 12 : 16 }])
        return { isDone: () => true, end: async () => told(await client.end()) }
      },
      afterwards: [...reads, ...moves].map((request) => ({ ...request, status: 200 }))
    }
  }
}
