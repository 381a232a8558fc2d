/**
 * The floor with Candor's statements: for each request those that Candor sends without concurrent requests, one after the
 * other, and nothing else. Recorder.ts has written them, with the sources of their parameters.
 */
import { randomUUIDv7, SQL } from "bun"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { admissionConnections, notFound, settings, unauthorized } from "./Service.mjs"

const statementsByKind = JSON.parse(readFileSync(process.env.BENCH_STATEMENTS, "utf8"))

const pools = new Map()

/** The connections for statements with these settings; those that find keys have some of their own, as Candor's have. */
const poolOf = (connection) => {
  const name = JSON.stringify(connection)
  if (!pools.has(name)) {
    const max = name === "{}" ? settings.connections - admissionConnections : admissionConnections
    pools.set(name, new SQL(settings.database, { max, connection }))
  }
  return pools.get(name)
}

/** A function that gives the value of a parameter for a request. */
const compiled = (source) => {
  switch (source.from) {
    case "constant":
      return () => source.value
    case "hash":
      return ({ hash }) => hash.toString("hex")
    case "hashBytes":
      return ({ hash }) => hash
    case "organization":
      return ({ organization }) => organization
    case "path":
      return ({ ids }) => ids[source.index]
    case "body":
      return ({ body }) => body[source.field]
    case "row":
      return ({ rows }) => {
        let value = rows[source.statement]
        for (const name of source.path) value = value[name]
        return source.plus === 0 ? value : value + source.plus
      }
    case "newId":
      return () => randomUUIDv7()
    case "now":
      return () => new Date().toISOString()
    case "list": {
      const items = source.items.map(compiled)
      return (request) => items.map((item) => item(request))
    }
    case "object": {
      const fields = Object.entries(source.fields).map(([name, field]) => [name, compiled(field)])
      return (request) => {
        const object = {}
        for (const [name, field] of fields) object[name] = field(request)
        return object
      }
    }
  }
  throw new Error(`Unknown source ${source.from}`)
}

/** The statements of a kind of request, each as a function that executes it and keeps its first row. */
const statementsOf = (statements) =>
  statements.map(({ parameters, settings, text }) => {
    const sql = poolOf(settings)
    const values = parameters.map(compiled)
    return async (request) => {
      const rows = await sql.unsafe(text, values.map((value) => value(request)))
      request.rows.push(rows[0])
      return rows[0]
    }
  })

const kinds = new Map(Object.entries(statementsByKind).map(([kind, statements]) => [kind, statementsOf(statements)]))

/** The parts of a request from which statements take parameters: its key, its ids, its body. */
const inputOf = (authorization, ids, body) => {
  const key = authorization.slice(7)
  return {
    hash: createHash("sha256").update(key).digest(),
    organization: `${key.slice(7, 15)}-${key.slice(15, 19)}-${key.slice(19, 23)}-${key.slice(23, 27)}-${key.slice(27, 39)}`,
    ids,
    body,
    rows: []
  }
}

const json = (text) => new Response(text, { headers: { "content-type": "application/json" } })
const missing = () => Response.json(notFound, { status: 404 })

/** The JSON that the database wrote. */
const written = (row) => Object.values(row).find((value) => value instanceof Uint8Array).toString()

const pageParameters = (request) => {
  const query = new URLSearchParams(request.url.slice(request.url.indexOf("?") + 1))
  return { limit: Number(query.get("limit") ?? 50), offset: 0 }
}

const page = async (request) => {
  const { limit, offset } = pageParameters(request)
  const [admit, read] = kinds.get(`GET /api/v1/applications?limit=${limit}`)
  const input = inputOf(request.headers.get("authorization"), [], {})
  if (await admit(input) === undefined) return Response.json(unauthorized, { status: 401 })
  const row = await read(input)
  return json(`{"applications":${written(row)},"pagination":${JSON.stringify({ limit, offset, has_more: row.has_more })}}`)
}

const detail = async (request) => {
  const [admit, read] = kinds.get("GET /api/v1/applications/:id")
  const input = inputOf(request.headers.get("authorization"), [request.params.id], {})
  if (await admit(input) === undefined) return Response.json(unauthorized, { status: 401 })
  const row = await read(input)
  return row === undefined ? missing() : json(`{"application":${written(row)}}`)
}

/** The entity in a row that was loaded: the row, or what is in a column of it. */
const entityIn = (row) => row.version === undefined ? Object.values(row).find((value) => value?.version !== undefined) : row

/** Loads, and saves what is still as it was loaded; again where somebody was faster. */
const write = (kind, idsOf, { changed = () => undefined, isUnchanged = () => false, show }) => async (request) => {
  const [admit, load, save] = kinds.get(kind)
  const body = request.method === "PATCH" ? await request.json() : {}
  const input = inputOf(request.headers.get("authorization"), idsOf(request.params), body)
  if (await admit(input) === undefined) return Response.json(unauthorized, { status: 401 })
  for (;;) {
    input.rows.length = 1
    const row = await load(input)
    if (row === undefined) return missing()
    const before = entityIn(row)
    if (isUnchanged(before) || await save(input) !== undefined) return Response.json(show({ ...before, ...changed(body) }))
  }
}

const candidate = ({
  anonymised_at, created_at, full_name, github_url, id, linkedin_url, primary_email, tags, university, website_url, years_experience
}) => ({
  candidate: {
    id, full_name, primary_email, linkedin_url, website_url, github_url, years_experience, university, tags, created_at,
    updated_at: new Date(), anonymised_at
  }
})

const note = ({ body, created_at, id }) => ({ note: { id, body, created_at, updated_at: new Date() } })

const prospect = (status) => (row) => ({
  prospect: {
    id: row.id,
    full_name: row.full_name,
    current_title: row.current_title,
    current_company: row.current_company,
    linkedin_url: row.linkedin_url,
    email: row.email,
    location: row.location,
    years_experience: row.years_experience,
    summary: row.summary,
    status,
    pipeline_stage: row.pipeline_stage,
    candidate_id: row.candidate_id,
    application_id: row.application_id,
    created_at: row.created_at
  }
})

const setStatus = (method, status) =>
  write(`${method} /api/v1/sourcing/prospects/:id/shortlist`, ({ id }) => [id], {
    isUnchanged: (before) => before.status === status,
    show: prospect(status)
  })

Bun.serve({
  port: settings.port,
  hostname: "127.0.0.1",
  routes: {
    "/api/v1/applications": { GET: page },
    "/api/v1/applications/:id": { GET: detail },
    "/api/v1/candidates/:id": {
      PATCH: write("PATCH /api/v1/candidates/:id", ({ id }) => [id], { changed: (body) => body, show: candidate })
    },
    "/api/v1/applications/:id/notes/:noteId": {
      PATCH: write("PATCH /api/v1/applications/:id/notes/:id", ({ id, noteId }) => [id, noteId], {
        changed: (body) => ({ body: body.note }),
        show: note
      })
    },
    "/api/v1/sourcing/prospects/:id/shortlist": {
      POST: setStatus("POST", "shortlisted"),
      DELETE: setStatus("DELETE", "discovered")
    }
  }
})
