/** Elysia with Bun's own SQL client; schemas for input, as its documentation has them. */
import { SQL } from "bun"
import { Elysia, t } from "elysia"
import { templates } from "./Queries.mjs"
import { notFound, service, settings, unauthorized } from "./Service.mjs"

const statements = templates(new SQL(settings.database, { max: settings.connections }))
const { caller, detail, list, setStatus, updateCandidate, updateNote } = service(
  (name, values) => statements[name](values)
)

const page = t.Object({
  limit: t.Integer({ minimum: 1, maximum: 100, default: 50 }),
  offset: t.Integer({ minimum: 0, default: 0 })
})
const maybe = t.Optional(t.Nullable(t.String()))
const patch = t.Object({
  full_name: t.Optional(t.String()),
  primary_email: t.Optional(t.String()),
  linkedin_url: maybe,
  website_url: maybe,
  github_url: maybe,
  years_experience: t.Optional(t.Nullable(t.Integer({ minimum: 0 }))),
  university: maybe
})

const found = (status, answer) => answer ?? status(404, notFound)

new Elysia({ prefix: "/api/v1" })
  .resolve(async ({ headers, status }) => {
    const known = await caller(headers.authorization)
    return known === undefined ? status(401, unauthorized) : { caller: known }
  })
  .get("/applications", ({ caller, query }) => list(caller, query.limit, query.offset), { query: page })
  .get("/applications/:id", async ({ caller, params, status }) => found(status, await detail(caller, params.id)))
  .patch("/candidates/:id", async ({ body, caller, params, status }) =>
    found(status, await updateCandidate(caller, params.id, body)), { body: patch })
  .patch("/applications/:id/notes/:noteId", async ({ body, caller, params, status }) =>
    found(status, await updateNote(caller, params.id, params.noteId, body.note)), {
    body: t.Object({ note: t.String({ minLength: 1, maxLength: 50_000 }) })
  })
  .post("/sourcing/prospects/:id/shortlist", async ({ caller, params, status }) =>
    found(status, await setStatus(caller, params.id, "shortlisted")))
  .delete("/sourcing/prospects/:id/shortlist", async ({ caller, params, status }) =>
    found(status, await setStatus(caller, params.id, "discovered")))
  .listen({ port: settings.port, hostname: "127.0.0.1" })
