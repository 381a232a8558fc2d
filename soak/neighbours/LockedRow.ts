/**
 * A row of the organization is locked, like by a forgotten transaction, while its client keeps changing it. The lock is
 * held until the neighbor has all its answers, so that requests which wait for it are detected at any speed of the
 * machine.
 */
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, send, summaryOf } from "./Misbehaviour.ts"

export const lockedRow: Misbehaviour = {
  name: "locked row",
  notEmbedded: "only the server can have the embedded database open, so nobody else can lock a row",
  prepare: async ({ misbehaving, organization, sql }) => {
    const { job } = await send<{ job: { id: string } }>(misbehaving, "POST", "/jobs", { title: "Baker" }, 201)
    const patches = ["Ovens", "Counter"].map((department) => ({
      method: "PATCH",
      path: `/jobs/${job.id}`,
      body: { department }
    }))
    return {
      notes: [],
      seconds: 30,
      begin: async () => {
        const connection = await sql!.reserve()
        await connection`BEGIN`
        await connection`SELECT FROM jobs WHERE organization_id = ${organization} AND id = ${job.id} FOR UPDATE`
        const client = await begin([
          { kind: "ask", access: misbehaving, requests: patches, clients: 1, perSecond: 2 }
        ])
        return {
          isDone: () => true,
          end: async () => {
            const tally = await client.end()
            await connection`COMMIT`
            connection.release()
            return `its own: ${summaryOf(tally)}`
          }
        }
      },
      afterwards: [{ method: "PATCH", path: `/jobs/${job.id}`, body: { department: "Office" }, status: 200 }]
    }
  }
}
