/** A thousand mails wait for a server that accepts connections and never says anything. */
import { freePort } from "@candor/process/testing/FreePort"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, send, summaryOf } from "./Misbehaviour.ts"

const mails = 1000

/** Seconds within which the account reports it. */
const timeLimit = 60

/** The number of clients that write letters. */
const clients = 4

interface Account {
  readonly mail_account: { readonly smtp_health: { readonly status: string; readonly problem: string | null } }
}

const sender_email = "jobs@harbor.example"

export const deadMailServer: Misbehaviour = {
  name: "1,000 mails to a dead server",
  prepare: async ({ misbehaving }) => {
    const port = await freePort()
    await send(misbehaving, "PUT", "/organization/mail", { sender_email }, 200)
    const { job } = await send<{ job: { id: string } }>(misbehaving, "POST", "/jobs", { title: "Harbour pilot" }, 201)
    const draft = { job_id: job.id, candidate: { full_name: "Grace Hopper", primary_email: "grace@example.com" } }
    const { application } = await send<{ application: { id: string } }>(
      misbehaving,
      "POST",
      "/applications",
      draft,
      201
    )
    const path = `/applications/${application.id}/messages`
    let next = 0
    const write = async () => {
      while (next++ < mails) await send(misbehaving, "POST", path, { subject: `Letter ${next}`, body: "Hello" }, 201)
    }
    await Promise.all(Array.from({ length: clients }, write))
    let told = Number.POSITIVE_INFINITY
    return {
      notes: [`${mails} mails`],
      seconds: { min: 25, max: timeLimit },
      begin: async () => {
        const client = await begin([{ kind: "hang", ports: [port] }])
        const began = performance.now()
        await send(misbehaving, "PUT", "/organization/mail", {
          sender_email,
          smtp: { host: "127.0.0.1", port, security: "none", username: null }
        }, 200)
        const look = setInterval(async () => {
          const { mail_account: { smtp_health } } = await send<Account>(
            misbehaving,
            "GET",
            "/organization/mail",
            undefined,
            200
          )
          if (smtp_health.problem === "no_answer" && told === Number.POSITIVE_INFINITY)
            told = (performance.now() - began) / 1000
        }, 1000)
        return {
          isDone: () => told !== Number.POSITIVE_INFINITY,
          end: async () => {
            clearInterval(look)
            return summaryOf(await client.end())
          }
        }
      },
      afterwards: [{ method: "GET", path, status: 200 }],
      judge: async () => {
        const { messages } = await send<{ messages: ReadonlyArray<{ status: string }> }>(
          misbehaving,
          "GET",
          `${path}?limit=100`,
          undefined,
          200
        )
        const waiting = messages.every(({ status }) => status === "queued" || status === "sending")
        return [{
          guarantee: "told",
          isKept: told <= timeLimit && waiting,
          says: `told after ${told.toFixed(1)} s, and the mails ${waiting ? "" : "do not "}wait`
        }]
      },
      clear: async () => void await send(misbehaving, "PUT", "/organization/mail", {}, 200)
    }
  }
}
