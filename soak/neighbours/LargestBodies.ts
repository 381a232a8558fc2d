/** Many clients at a time send the largest bodies: changes that are stored, and requests that are refused. */
import { largest, long, prospectsOf } from "./Largest.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, send, summaryOf } from "./Misbehaviour.ts"

export const largestBodies: Misbehaviour = {
  name: "largest bodies",
  prepare: async (world) => {
    const { misbehaving } = world
    const { application, prospects } = await largest(world)
    const candidate = { full_name: "Emily Dickinson", primary_email: "emily@example.com" }
    const { job } = await send<{ job: { id: string } }>(misbehaving, "POST", "/jobs", { title: "Poet" }, 201)
    const made = await send<{ application: { id: string } }>(misbehaving, "POST", "/applications", {
      job_id: job.id,
      candidate
    }, 201)
    const notes = `/applications/${made.application.id}/notes`
    const { note } = await send<{ note: { id: string } }>(misbehaving, "POST", notes, { note: "Short." }, 201)
    const change = (n: number) => ({
      method: "PATCH",
      path: `${notes}/${note.id}`,
      body: { note: `${long(49_999)}${n}` }
    })
    const requests = Array.from({ length: 10 }, (_, n) => [
      change(n),
      // The search already has the maximum number of prospects.
      { method: "POST", path: prospects, body: { prospects: prospectsOf(60) } },
      { method: "POST", path: `${application}/notes`, body: { note: "a".repeat(1_000_000) } }
    ]).flat()
    return {
      notes: [`bodies of 200 kB to 1 MB`],
      seconds: 10,
      begin: async () => {
        const client = await begin([{ kind: "ask", access: misbehaving, requests, clients: 16 }])
        return { isDone: () => true, end: async () => summaryOf(await client.end()) }
      },
      afterwards: [{ ...change(0), status: 200 }]
    }
  }
}
