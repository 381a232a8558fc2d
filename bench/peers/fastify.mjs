/** Fastify with pg on Node: named statements, and schemas for input and JSON answers. */
import Fastify from "fastify"
import { Pool } from "pg"
import { queries } from "./Queries.mjs"
import * as schemas from "./Schemas.mjs"
import { admissionConnections, notFound, service, settings, unauthorized } from "./Service.mjs"

const counting = settings.limit === undefined ? 0 : admissionConnections
const pool = new Pool({ connectionString: settings.database, max: settings.connections - counting })
const admission = new Pool({
  connectionString: settings.database,
  max: admissionConnections,
  options: "-c synchronous_commit=off"
})
const over = (pool) => async (name, values) => (await pool.query({ name, text: queries[name], values })).rows
const { caller, detail, list, setStatus, updateCandidate, updateNote } = service(
  over(pool),
  over(admission)
)

const app = Fastify()

app.decorateRequest("caller", null)
app.addHook("onRequest", async (request, reply) => {
  request.caller = await caller(request.headers.authorization)
  if (request.caller === undefined) return reply.code(401).send(unauthorized)
})

const found = (reply, answer) => answer ?? reply.code(404).send(notFound)

app.register(async (api) => {
  api.get("/applications", { schema: schemas.list }, (request) =>
    list(request.caller, request.query.limit, request.query.offset))
  api.get("/applications/:id", { schema: schemas.detail }, async (request, reply) =>
    found(reply, await detail(request.caller, request.params.id)))
  api.patch("/candidates/:id", { schema: schemas.candidate }, async (request, reply) =>
    found(reply, await updateCandidate(request.caller, request.params.id, request.body)))
  api.patch("/applications/:id/notes/:noteId", { schema: schemas.note }, async (request, reply) =>
    found(reply, await updateNote(request.caller, request.params.id, request.params.noteId, request.body.note)))
  api.post("/sourcing/prospects/:id/shortlist", { schema: schemas.prospect }, async (request, reply) =>
    found(reply, await setStatus(request.caller, request.params.id, "shortlisted")))
  api.delete("/sourcing/prospects/:id/shortlist", { schema: schemas.prospect }, async (request, reply) =>
    found(reply, await setStatus(request.caller, request.params.id, "discovered")))
}, { prefix: "/api/v1" })

await app.listen({ port: settings.port, host: "127.0.0.1" })
