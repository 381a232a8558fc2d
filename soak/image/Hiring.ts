/** Uses the API behind the proxy: a job, applications, and a file whose text a worker extracts. */
import { setTimeout } from "node:timers/promises"

interface WithId {
  readonly id: string
}

export interface Interface {
  /** Sends a request with the key, and returns the body of an answer with this status. */
  readonly ask: <Body>(status: number, method: string, path: string, body?: object) => Promise<Body>
}

/** Makes a client of the API at an address, with a key. */
export const at = (origin: string, key: string): Interface => ({
  ask: async <Body>(status: number, method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000)
    })
    const text = await answer.text()
    if (answer.status !== status)
      throw new Error(`${method} ${path}: expected ${status}, got ${answer.status} ${text.slice(0, 300)}`)
    return JSON.parse(text) as Body
  }
})

/** Publishes a job, creates an application for it, and returns its id. */
export const apply = async ({ ask }: Interface): Promise<string> => {
  const { job } = await ask<{ job: WithId }>(201, "POST", "/jobs", { title: "Wind tunnel engineer" })
  await ask(200, "PATCH", `/jobs/${job.id}`, { status: "published" })
  const { application } = await ask<{ application: WithId }>(201, "POST", "/applications", {
    job_id: job.id,
    candidate: { full_name: "Dorothy Vaughan", primary_email: `dorothy-${crypto.randomUUID()}@example.org` }
  })
  return application.id
}

/** Uploads a file, and waits until a worker has extracted its text: both use the folder of files. */
export const upload = async ({ ask }: Interface, application: string): Promise<string> => {
  const path = `/applications/${application}/attachments`
  const form = new FormData()
  form.append("file", new File(["Numerical analysis of supersonic airfoils"], "resume.txt", { type: "text/plain" }))
  let { attachment } = await ask<{ attachment: WithId & { readonly text_status: string } }>(201, "POST", path, form)
  const deadline = performance.now() + 60_000
  while (attachment.text_status === "pending" && performance.now() < deadline) {
    await setTimeout(200)
    ;({ attachment } = await ask<{ attachment: typeof attachment }>(200, "GET", `${path}/${attachment.id}`))
  }
  if (attachment.text_status !== "extracted") throw new Error(`The text of a file is ${attachment.text_status}`)
  return attachment.id
}

export interface Load {
  /** Stops, and returns what was sent and what failed. */
  readonly end: () => Promise<
    { readonly sent: number; readonly failures: ReadonlyArray<string>; readonly noted: number }
  >
}

/** Milliseconds between two requests with one key, which may send 1,000 an hour. */
const pause = 250

/** Reads an application and writes notes on it, each with separate keys, until it is stopped. */
export const load = async (admin: Interface, origin: string, application: string): Promise<Load> => {
  const made = () => admin.ask<{ readonly key: string }>(201, "POST", "/api-keys", { name: "Load", scope: "write" })
  const apis = (await Promise.all([made(), made(), made(), made()])).map(({ key }) => at(origin, key))
  const over = new AbortController()
  const failures: Array<string> = []
  let sent = 0
  let noted = 0
  const loop = async (api: Interface, work: (api: Interface) => Promise<unknown>) => {
    while (!over.signal.aborted) {
      sent++
      await work(api).catch((error: unknown) => failures.push(String(error)))
      await setTimeout(pause)
    }
  }
  const read = ({ ask }: Interface) => ask(200, "GET", `/applications/${application}`)
  const write = async ({ ask }: Interface) => {
    await ask(201, "POST", `/applications/${application}/notes`, { note: "Called." })
    noted++
  }
  const loops = apis.map((api, index) => loop(api, index % 2 === 0 ? read : write))
  return {
    end: async () => {
      over.abort()
      await Promise.all(loops)
      return { sent, failures, noted }
    }
  }
}

/** Returns the number of notes on an application. */
export const notes = async (api: Interface, application: string): Promise<number> => {
  const { application: { notes } } = await api.ask<{ application: { notes: ReadonlyArray<object> } }>(
    200,
    "GET",
    `/applications/${application}`
  )
  return notes.length
}
