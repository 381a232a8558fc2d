/** Hono with postgres.js on Bun. */
import { Hono } from "hono"
import postgres from "postgres"
import { templates } from "./Queries.mjs"
import { admissionConnections, admissionSettings, notFound, service, settings, unauthorized } from "./Service.mjs"

const counting = settings.limit === undefined ? 0 : admissionConnections
const statements = templates(postgres(settings.database, { max: settings.connections - counting }))
const admission = templates(postgres(settings.database, { max: admissionConnections, connection: admissionSettings }))
const { caller, detail, list, setStatus, updateCandidate, updateNote } = service(
  (name, values) => statements[name](values),
  (name, values) => admission[name](values)
)

const app = new Hono().basePath("/api/v1")

app.use(async (c, next) => {
  const found = await caller(c.req.header("authorization"))
  if (found === undefined) return c.json(unauthorized, 401)
  c.set("caller", found)
  await next()
})

const answer = (c, found) => found === undefined ? c.json(notFound, 404) : c.json(found)

app.get("/applications", async (c) =>
  c.json(await list(c.get("caller"), Number(c.req.query("limit") ?? 50), Number(c.req.query("offset") ?? 0))))
app.get("/applications/:id", async (c) => answer(c, await detail(c.get("caller"), c.req.param("id"))))
app.patch("/candidates/:id", async (c) =>
  answer(c, await updateCandidate(c.get("caller"), c.req.param("id"), await c.req.json())))
app.patch("/applications/:id/notes/:noteId", async (c) =>
  answer(c, await updateNote(c.get("caller"), c.req.param("id"), c.req.param("noteId"), (await c.req.json()).note)))
app.post("/sourcing/prospects/:id/shortlist", async (c) =>
  answer(c, await setStatus(c.get("caller"), c.req.param("id"), "shortlisted")))
app.delete("/sourcing/prospects/:id/shortlist", async (c) =>
  answer(c, await setStatus(c.get("caller"), c.req.param("id"), "discovered")))

export default { port: settings.port, hostname: "127.0.0.1", fetch: app.fetch }
