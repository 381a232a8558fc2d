/**
 * The program of packed.test.ts: it knows only the packed package, like another developer's, and runs in Node, Bun and
 * a browser.
 */
import { createClient, type Job, NotFound, responseOf, verifyWebhook, WebhookVerificationError } from "@candor/client"

export interface Given {
  readonly baseUrl: string
  readonly apiKey: string
  readonly secret: string
  /** A signed message of a webhook. */
  readonly message: { readonly body: string; readonly headers: Readonly<Record<string, string>> }
}

/** Lists, creates, follows the feed, and verifies a webhook. Returns what it saw. */
export const run = async ({ apiKey, baseUrl, message, secret }: Given) => {
  const candor = createClient({ baseUrl, apiKey })
  const { events, next } = await candor.events.page({ limit: 1000 })
  const title = `Robot Librarian ${crypto.randomUUID()}`
  const created = await candor.jobs.create({ title, department: null })
  const listed: Array<Job> = []
  for await (const job of candor.jobs.all({ limit: 2 })) listed.push(job)

  const feed = candor.events.follow({
    after: events.at(-1)?.sequence ?? next,
    types: ["job.*"],
    signal: AbortSignal.timeout(30_000)
  })
  let followed: unknown
  for await (const event of feed) {
    followed = { type: event.type, isOfJob: event.subject_id === created.job.id }
    if (event.request_id === responseOf(created).requestId) break
  }

  const missing = await candor.jobs.get(crypto.randomUUID()).catch((error: unknown) => error)
  const verified = await verifyWebhook(message, secret)
  const forged = await verifyWebhook({ ...message, body: `${message.body} ` }, secret).catch((error: unknown) => error)
  return {
    isListed: listed.some(({ id }) => id === created.job.id),
    pages: listed.length > 2,
    status: created.job.status,
    followed,
    isContinuable: feed.cursor !== undefined,
    missing: missing instanceof NotFound && missing.status === 404 && missing.requestId.length === 36,
    verified: verified.event.type,
    forged: forged instanceof WebhookVerificationError
  }
}
