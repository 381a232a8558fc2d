/**
 * What a server tells those who run it: traces, log lines and metrics, and whether alerts and dashboard find the
 * metrics.
 */
import type { Process } from "@candor/process/testing/Processes"
import { checker, findings } from "@candor/process/testing/Promtool"
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { client, having } from "./harness/Client.ts"
import { attribute, collector as makeCollector, type Span, type SpanId } from "./harness/Collector.ts"
import * as Prometheus from "./harness/Prometheus.ts"

const { folder, serve } = servers("telemetry")

const collector = makeCollector()

/** The headers of the messages that arrived. */
const received: Array<Headers> = []
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) => {
    received.push(request.headers)
    return new Response("ok")
  }
})

let child: Process
let origin = ""
let keys: Readonly<Record<"admin" | "write" | "read", string>>
let organization_id = ""
let ids: ReadonlyArray<string> = []
const call = (...args: Parameters<ReturnType<typeof client>>) => client(`${origin}/api/v1`)(...args)

beforeAll(async () => {
  const data = join(folder, "data")
  await Prepared.dataDirectory(data, "demo")
  const server = await serve({
    CANDOR_DATA_DIR: data,
    CANDOR_DRAIN_SECONDS: "0",
    CANDOR_TRACES_PER_SECOND: "1000000",
    CANDOR_WEBHOOK_PRIVATE: "allow",
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
  })
  child = server.child
  origin = server.origin
  await child.hear(/"curl":/)
  const demo: { readonly keys: typeof keys; readonly organization_id: string } = await Bun.file(join(data, "demo.json"))
    .json()
  keys = demo.keys
  organization_id = demo.organization_id
  const { body } = having(200)(await call("GET", "/jobs", { key: keys.read }))
  ids = (body as { readonly jobs: ReadonlyArray<{ readonly id: string }> }).jobs.map(({ id }) => id)
})

afterAll(async () => {
  await child.stop()
  await Promise.all([collector.stop(), receiver.stop(true)])
})

const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" }

/** The span with this request id, once it has arrived. */
const spanOf = (request_id: string) =>
  collector.find((spans) =>
    spans.find((span) => span.kind === 2 && attribute(span, "candor.request_id") === request_id)
  )

/** The spans within another, once there are so many. */
const within = ({ spanId, traceId }: SpanId, count: number) =>
  collector.find((spans) => {
    const found = spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId)
    return found.length < count ? undefined : found
  })

test("a request goes on with the trace of its caller, with spans for its decision and each of its statements", async () => {
  const headers = { "traceparent": `00-${caller.traceId}-${caller.spanId}-01`, "x-request-id": "traced-write" }
  having(200)(await call("PATCH", `/jobs/${ids[0]}`, { key: keys.write, headers, body: { title: "Traced" } }))
  const request = await spanOf("traced-write")
  expect(request).toMatchObject({
    name: "PATCH /api/v1/jobs/:jobId",
    traceId: caller.traceId,
    parentSpanId: caller.spanId
  })
  expect(
    ["http.route", "http.response.status_code", "candor.operation", "candor.organization_id"].map((name) =>
      attribute(request, name)
    )
  )
    .toEqual(["/api/v1/jobs/:jobId", "200", "Jobs.update", organization_id])
  const inner = await within(request, 4)
  const outline = inner.map((span) =>
    attribute(span, "candor.decision") ?? attribute(span, "db.query.text")!.trim().split(/\s+/)[0]
  )
  expect(outline).toEqual(["WITH", "SELECT", "job.updated", "WITH"])
})

test("a message to a tool has a span for each operation that it calls", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_jobs", arguments: {} } }
  const answer = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      "accept": "application/json, text/event-stream",
      "authorization": `Bearer ${keys.read}`,
      "content-type": "application/json",
      "x-request-id": "traced-tool"
    },
    body: JSON.stringify(body)
  })
  expect([answer.status, (await answer.text()).includes("structuredContent")]).toEqual([200, true])
  const message = await spanOf("traced-tool")
  expect([message.name, attribute(message, "http.route"), attribute(message, "candor.operation")]).toEqual([
    "POST /mcp",
    "/mcp",
    "mcp"
  ])
  const operations = (await within(message, 1)).filter(({ name }) => name === "call operation")
  expect(operations.map((span) => [attribute(span, "http.route"), attribute(span, "candor.operation")])).toEqual([[
    "/api/v1/jobs",
    "Jobs.list"
  ]])
  expect((await within(operations[0]!, 1)).map((span) => attribute(span, "db.query.text")).join()).toContain(
    "SELECT j.id"
  )
})

test("requests that share a statement are linked with it, and it with the first of them: it belongs to no one's trace", async () => {
  const names = Array.from({ length: 20 }, (_, n) => `shared-${n}`)
  await Promise.all(
    names.map((id) => call("GET", `/jobs/${ids[0]}`, { key: keys.read, headers: { "x-request-id": id } }))
  )
  const requests = await Promise.all(names.map(spanOf))
  const batch = await collector.find((spans) =>
    spans.find((span) => span.name === "batch admission" && isOf(requests)(span))
  )
  const linked = requests.filter(({ links = [] }) =>
    links.some(({ spanId, traceId }) => spanId === batch.spanId && traceId === batch.traceId)
  )
  expect([batch.parentSpanId, attribute(batch, "candor.batch.size")]).toEqual([undefined, String(linked.length)])
  expect(linked.map(({ spanId }) => spanId)).toContain(batch.links![0]!.spanId)
  expect((await within(batch, 1)).map(({ kind }) => kind)).toEqual([3])
})

/** Whether a batch served these requests: it is linked with one of them. */
const isOf = (requests: ReadonlyArray<Span>) => ({ links = [] }: Span): boolean =>
  links.length === 1 && requests.some(({ spanId }) => spanId === links[0]!.spanId)

test("a delivery has a span, whose id the receiver gets, and the id of the request that caused it", async () => {
  having(201)(
    await call("POST", "/webhooks", { key: keys.admin, body: { url: receiver.url.href, event_types: ["job.created"] } })
  )
  const headers = { "x-request-id": "delivered" }
  having(201)(await call("POST", "/jobs", { key: keys.write, headers, body: { title: "Delivered" } }))
  const span = await collector.find((spans) => spans.find((one) => one.name === "deliver"))
  expect(received[0]?.get("traceparent")).toBe(`00-${span.traceId}-${span.spanId}-01`)
  expect(["candor.request_id", "candor.event_type", "http.response.status_code"].map((name) => attribute(span, name)))
    .toEqual(["delivered", "job.created", "200"])
  const attempt = await collector.find((spans) => spans.find(({ spanId }) => spanId === span.parentSpanId))
  expect([attempt.name, attempt.kind]).toEqual(["attempt receivers", 5])
})

test("no trace has a key, or a text that somebody wrote or searched", async () => {
  const headers = (id: string) => ({ "x-request-id": id })
  await call("GET", "/candidates/search?q=Wollstonecraft", { key: keys.read, headers: headers("private-search") })
  await call("GET", "/candidates/Wollstonecraft", { key: keys.read, headers: headers("private-path") })
  const note = { key: keys.write, headers: headers("private-write"), body: { title: "Wollstonecraft" } }
  having(200)(await call("PATCH", `/jobs/${ids[1]}`, note))
  await Promise.all(["private-search", "private-path", "private-write"].map(spanOf))
  const sent = collector.texts.join("\n")
  expect(sent).not.toContain("Wollstonecraft")
  for (const key of Object.values(keys)) expect(sent).not.toContain(key.slice(45, 80))
})

test("a request has one log line: which, where, how it went, how long, and who asked from where", async () => {
  const headers = { "x-request-id": "logged" }
  await call("GET", `/jobs/${ids[0]}?surprise=1`, { key: keys.read, headers })
  const { traceId } = await spanOf("logged")
  const lines = (await child.hear(/"request_id":"logged"/)).split("\n").filter((line) =>
    line.includes(`"request_id":"logged"`)
  )
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({
    level: "INFO",
    message: "Answered",
    annotations: {
      request_id: "logged",
      trace_id: traceId,
      method: "GET",
      operation: "Jobs.get",
      route: "/api/v1/jobs/:jobId",
      path: `/api/v1/jobs/${ids[0]}`,
      status: 400,
      milliseconds: expect.any(Number),
      client_address: "127.0.0.1",
      organization_id,
      api_key_id: expect.any(String)
    }
  })])
})

const metrics = async () => (await fetch(`${origin}/metrics`)).text()

test(`the metrics keep to the conventions of Prometheus, by ${checker}`, async () => {
  expect(await findings(await metrics())).toEqual([])
})

test(`the file of the alert rules is one that Prometheus takes, by ${checker}`, async () => {
  expect(await Prometheus.alerts()).not.toEqual([])
  expect(await Prometheus.ruleFindings()).toBe("")
})

test(`every query of the alerts and of the dashboard has a result, ${Prometheus.runner}`, async () => {
  // Every kind of work has been done once: a delivery, and requests that share a statement.
  having(201)(
    await call("POST", "/webhooks", { key: keys.admin, body: { url: receiver.url.href, event_types: ["job.created"] } })
  )
  await Promise.all(ids.map((id) => call("GET", `/jobs/${id}`, { key: keys.read })))
  const queries = [...await Prometheus.alerts(), ...await Prometheus.panels()]
  expect(queries.length).toBeGreaterThan(40)
  const text = await metrics()
  const unknown = queries.flatMap(Prometheus.metricsOf).filter((name) => !new RegExp(`^${name}[ {]`, "m").test(text))
  expect([...new Set(unknown)]).toEqual([])
  expect(await Prometheus.withoutResult(origin, queries, folder) ?? []).toEqual([])
})
