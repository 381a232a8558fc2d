/** A program that listens, serves the document, and answers differently. */
import { join } from "node:path"

const document = Bun.file(join(import.meta.dir, "../../../../../docs/openapi.json"))
const event = `id: 1\nevent: job.created\ndata: {"type":"job.created"}\n\n`
const headers = {
  "x-request-id": "planted",
  "x-ratelimit-limit": "1",
  "x-ratelimit-remaining": "1",
  "x-ratelimit-reset": "1"
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) => {
    if (url.endsWith("/openapi.json")) return new Response(document)
    if (url.endsWith("/events"))
      return new Response(event, { headers: { ...headers, "content-type": "text/event-stream" } })
    return Response.json({ jobs: [], extra: 1 }, { headers })
  }
})

console.log(`Listening on ${server.url.origin}`)
