/** Several clients at a time read the largest events in the largest pages. */
import { largestEvents } from "./Largest.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, summaryOf } from "./Misbehaviour.ts"

export const feedPages: Misbehaviour = {
  name: "largest feed pages",
  prepare: async (world) => {
    const count = 200
    await largestEvents(world, count)
    const requests = ["/events?limit=1000", "/audit-log?limit=1000", "/events?limit=1000&types=note.*"]
      .map((path) => ({ method: "GET", path }))
    return {
      notes: [`${count} events of 200 kB and more`],
      seconds: 10,
      begin: async () => {
        const client = await begin([
          { kind: "ask", access: world.misbehaving, requests, clients: 10 },
          { kind: "streams", accesses: [world.misbehaving], count: 5 }
        ])
        return { isDone: () => true, end: async () => summaryOf(await client.end()) }
      },
      afterwards: requests.map((request) => ({ ...request, status: 200 }))
    }
  }
}
