/** Clients that search, read and write without a pause until they are stopped. */
import { type Access, call } from "../Call.ts"
import type { Filled } from "./Fill.ts"

/** Milliseconds after which a client gives up. */
const timeout = 30_000

interface Outcome {
  readonly what: string
  readonly status: number | undefined
  readonly milliseconds: number
  readonly text: string
}

/** Starts the clients. `end` waits for the answers, reports them, and returns whether all were correct. */
export const clients = (access: Access, { job_id, stage_id }: Filled) => {
  const outcomes: Array<Outcome> = []
  let isOver = false
  const send = async (what: string, method: string, path: string, body?: unknown) => {
    const began = performance.now()
    const { failure, status, text } = await call(access, { method, path, body }, { timeout, pooled: true })
    outcomes.push({
      what,
      status,
      milliseconds: performance.now() - began,
      text: status === undefined ? failure : text
    })
    return text
  }
  const words = ["typescript", "hamburg", "vienna", "lovelace", "3arar", "person1234@example.com", "kubernetes remote"]
  const search = async (n: number) =>
    void await send("search", "GET", `/candidates/search?q=${encodeURIComponent(words[n % words.length]!)}`)
  const read = async (n: number) => {
    await send("list", "GET", `/candidates?limit=20&email=person${n}@example.com`)
    await send("list", "GET", `/applications?job_id=${job_id}&limit=20`)
  }
  const write = async (n: number) => {
    const unique = `${n}-${crypto.randomUUID()}`
    const made = await send("write", "POST", "/candidates", {
      full_name: "Alan Turing",
      primary_email: `${unique}@example.com`
    })
    const { candidate } = JSON.parse(made.startsWith("{") ? made : "{}") as {
      readonly candidate?: { readonly id: string }
    }
    if (candidate === undefined) return
    const applied = await send("write", "POST", "/applications", {
      job_id,
      candidate_id: candidate.id,
      stage_id,
      source_type: "referral"
    })
    const { application } = JSON.parse(applied.startsWith("{") ? applied : "{}") as {
      readonly application?: { readonly id: string }
    }
    if (application !== undefined)
      await send("write", "POST", `/applications/${application.id}/notes`, { note: `Hamburg ${unique}` })
  }
  const loop = async (one: (n: number) => Promise<void>) => {
    for (let n = 1;; n += 1) {
      if (isOver) return
      await one(n)
      await Bun.sleep(50)
    }
  }
  const running = [search, read, write].map(loop)
  return {
    end: async (say: (text: string) => void): Promise<boolean> => {
      isOver = true
      await Promise.all(running)
      for (const what of ["search", "list", "write"]) {
        const times = outcomes.filter((one) => one.what === what).map(({ milliseconds }) => milliseconds).toSorted((
          a,
          b
        ) => a - b)
        say(
          `  ${what}: ${times.length} requests, median ${
            Math.round(times[Math.floor(times.length / 2)] ?? 0)
          } ms, longest ${Math.round(times.at(-1) ?? 0)} ms`
        )
      }
      const bad = outcomes.filter(({ status }) => status !== 200 && status !== 201)
      for (const { status, text, what } of bad.slice(0, 10))
        say(`  ${what}: ${status ?? "no answer"}: ${text.slice(0, 300)}`)
      if (bad.length > 10) say(`  and ${bad.length - 10} more`)
      return bad.length === 0
    }
  }
}
