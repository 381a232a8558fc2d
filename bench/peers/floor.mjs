/** The floor: Bun's server and Bun's SQL client, and nothing else. */
import { SQL } from "bun"
import { templates } from "./Queries.mjs"
import { notFound, service, settings, unauthorized } from "./Service.mjs"

const statements = templates(new SQL(settings.database, { max: settings.connections }))
const { caller, detail, list, setStatus, updateCandidate, updateNote } = service(
  (name, values) => statements[name](values)
)

/** Returns a handler for callers with a known key; it answers what `find` returns. */
const handler = (find) => async (request) => {
  const known = await caller(request.headers.get("authorization"))
  if (known === undefined) return Response.json(unauthorized, { status: 401 })
  const answer = await find(known, request)
  return answer === undefined ? Response.json(notFound, { status: 404 }) : Response.json(answer)
}

const page = (known, request) => {
  const query = new URLSearchParams(request.url.slice(request.url.indexOf("?") + 1))
  return list(known, Number(query.get("limit") ?? 50), Number(query.get("offset") ?? 0))
}

Bun.serve({
  port: settings.port,
  hostname: "127.0.0.1",
  routes: {
    "/api/v1/applications": { GET: handler(page) },
    "/api/v1/applications/:id": { GET: handler((known, { params }) => detail(known, params.id)) },
    "/api/v1/candidates/:id": {
      PATCH: handler(async (known, request) => updateCandidate(known, request.params.id, await request.json()))
    },
    "/api/v1/applications/:id/notes/:noteId": {
      PATCH: handler(async (known, request) =>
        updateNote(known, request.params.id, request.params.noteId, (await request.json()).note)
      )
    },
    "/api/v1/sourcing/prospects/:id/shortlist": {
      POST: handler((known, { params }) => setStatus(known, params.id, "shortlisted")),
      DELETE: handler((known, { params }) => setStatus(known, params.id, "discovered"))
    }
  }
})
