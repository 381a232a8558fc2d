import { settings } from "@candor/api/Settings"
import { check, shown } from "@candor/process/SettingsCheck"
import { variables } from "@candor/process/Variables"
import { expect, test } from "bun:test"
import { ConfigProvider, Effect } from "effect"
import { join } from "node:path"

const root = join(import.meta.dir, "../../..")

/** The problem of each variable for which a start is refused. */
const problemsOf = async (env: Record<string, string>): Promise<Record<string, string>> => {
  const provider = Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  const problems = await Effect.runPromise(
    check(settings).pipe(
      provider,
      Effect.as<ReadonlyArray<string>>([]),
      Effect.catch(({ problems }) => Effect.succeed(problems))
    )
  )
  return Object.fromEntries(problems.map((line) => [line.slice(0, line.indexOf(":")), line]))
}

/** Every variable that can be wrong, with a value that is. */
const wrong = {
  PORT: "abc",
  CANDOR_SHARE_PORT: "maybe",
  CANDOR_DATA_DIR: import.meta.path,
  CANDOR_EXPORT_DIR: import.meta.path,
  CANDOR_FILES_DIR: import.meta.path,
  CANDOR_S3_ENDPOINT: "nowhere",
  CANDOR_DATABASE_CONNECTIONS: "1",
  CANDOR_DATABASE_WAIT: "long",
  CANDOR_DRAIN_SECONDS: "8",
  CANDOR_RATE_LIMIT: "0",
  CANDOR_SESSION_RATE_LIMIT: "0",
  CANDOR_CORS_ORIGINS: "*",
  CANDOR_EVENT_RETENTION_DAYS: "few",
  CANDOR_WORKER: "outside",
  CANDOR_AI_BASE_URL: "nowhere",
  CANDOR_AI_TIMEOUT: "soon",
  CANDOR_AI_DAILY_TOKENS: "1.5",
  CANDOR_OCR: "no-such-program",
  CANDOR_APP_PRIVATE: "yes",
  CANDOR_APP_REGISTRATION: "yes",
  CANDOR_CALENDAR_PRIVATE: "maybe",
  CANDOR_ENRICHMENT_URL: "nowhere",
  CANDOR_MAIL: "pigeon",
  CANDOR_MAIL_PRIVATE: "maybe",
  CANDOR_MICROSOFT_TENANT: "our tenant",
  CANDOR_PUBLIC_URL: "nowhere",
  CANDOR_WEBHOOK_PRIVATE: "maybe",
  CANDOR_WEBHOOK_PACE: "slow",
  CANDOR_DELIVERIES: "later",
  CANDOR_TRACES_PER_SECOND: "0",
  CANDOR_TRUSTED_PROXIES: "-1",
  CANDOR_OIDC_ISSUER: "http://login.acme.example",
  LOG_LEVEL: "loud",
  LOG_FORMAT: "xml",
  OTEL_BSP_SCHEDULE_DELAY: "0",
  OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere",
  OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
  OTEL_EXPORTER_OTLP_TIMEOUT: "long",
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "ftp://collector.example",
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
  OTEL_RESOURCE_ATTRIBUTES: "staging",
  OTEL_SDK_DISABLED: "maybe",
  OTEL_TRACES_EXPORTER: "zipkin",
  OTEL_TRACES_SAMPLER: "sometimes",
  OTEL_TRACES_SAMPLER_ARG: "2"
}

/** Variables that take any text, or that only a worker reads. */
const others = [
  "HOST",
  "CANDOR_AI_KEY",
  "CANDOR_AI_MODEL",
  "CANDOR_GOOGLE_CLIENT_ID",
  "CANDOR_GOOGLE_CLIENT_SECRET",
  "CANDOR_MICROSOFT_CLIENT_ID",
  "CANDOR_MICROSOFT_CLIENT_SECRET",
  "CANDOR_OCR_LANGUAGES",
  "CANDOR_OIDC_CLIENT_ID",
  "CANDOR_OIDC_CLIENT_SECRET",
  "CANDOR_S3_ACCESS_KEY_ID",
  "CANDOR_S3_BUCKET",
  "CANDOR_S3_REGION",
  "CANDOR_S3_SECRET_ACCESS_KEY",
  "CANDOR_SECRET_KEY",
  "DATABASE_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
  "OTEL_SERVICE_NAME",
  "WORKER_PORT"
]

test("a start names every variable that is wrong at once, with its value and what would be accepted", async () => {
  const lines = await problemsOf(wrong)
  const missing = Object.entries(wrong)
    .filter(([name, value]) =>
      !new RegExp(`^${name}: Expected .+; got ${RegExp.escape(JSON.stringify(value))}`).test(lines[name] ?? "")
    )
  expect(missing).toEqual([])
  expect(Object.values(lines).join("\n")).not.toMatch(/Schema|string representing|finite/)
  expect(await problemsOf({})).toEqual({})
})

/** The names of the variables that the programs read, as often as they do. */
const variablesRead = async (): Promise<ReadonlyArray<string>> => {
  const files = [...new Bun.Glob("{apps,packages}/*/src/**/*.ts").scanSync({ cwd: root })]
  const texts = await Promise.all(files.map((path) => Bun.file(join(root, path)).text()))
  return texts.flatMap((text) => [...text.matchAll(/Config\.\w+\([^\n]*?"([A-Z_\d]+)"\)/g)].map((match) => match[1]!))
}

test("every variable that the code reads is one that a start checks", async () => {
  const known = [...Object.keys(wrong), ...others]
  expect([...new Set(await variablesRead())].toSorted()).toEqual(known.toSorted())
  expect(variables).toEqual(known.filter((name) => name.startsWith("CANDOR_")).toSorted())
})

test("a key that cannot be right is not shown", async () => {
  expect(await problemsOf({ CANDOR_SECRET_KEY: "hunter2" })).toEqual({
    CANDOR_SECRET_KEY:
      "CANDOR_SECRET_KEY: Expected 32 bytes in base64, for example of openssl rand -base64 32; got a value that is not shown"
  })
})

test.each([
  ["CANDOR_RATELIMIT", "CANDOR_RATE_LIMIT"],
  ["CANDOR_RATE_LIMITS", "CANDOR_RATE_LIMIT"],
  ["candor_rate_limit", "CANDOR_RATE_LIMIT"],
  ["Candor_Data_Dir", "CANDOR_DATA_DIR"],
  ["CANDOR_DATADIRECTORY", "CANDOR_DATA_DIR"],
  ["CANDOR_OIDC_SECRET", "CANDOR_OIDC_CLIENT_SECRET"],
  ["CANDOR_DELIVERYS", "CANDOR_DELIVERIES"],
  ["CANDOR_TRUSTED_PROXY", "CANDOR_TRUSTED_PROXIES"],
  ["CANDOR_EVENT_RETENTION", "CANDOR_EVENT_RETENTION_DAYS"],
  ["CANDOR_OICD_ISSUER", "CANDOR_OIDC_ISSUER"],
  ["CANDOR__WORKER", "CANDOR_WORKER"],
  ["CANDOR_DATABASE_URL", "DATABASE_URL"],
  ["CANDOR_PORT", "PORT"],
  ["CANDOR_LOG_LEVEL", "LOG_LEVEL"],
  ["CANDOR_QUIET", undefined]
])("%s, which no program reads, refuses a start, and %p is named", async (name, near) => {
  expect(await problemsOf({ [name]: "1" })).toEqual({
    [name]: `${name}: Candor has no such setting. ${
      near === undefined ? "docs/configuration.md lists all" : `Did you mean ${near}?`
    }`
  })
})

test("what Kubernetes says of a service named candor is no setting, nor is what the proxy reads", async () => {
  expect(
    await problemsOf({
      CANDOR_SERVICE_HOST: "10.0.0.7",
      CANDOR_SERVICE_PORT: "3000",
      CANDOR_SERVICE_PORT_HTTP: "3000",
      CANDOR_PORT: "tcp://10.0.0.7:3000",
      CANDOR_PORT_3000_TCP: "tcp://10.0.0.7:3000",
      CANDOR_PORT_3000_TCP_ADDR: "10.0.0.7",
      CANDOR_LISTEN: "*:443",
      CANDOR_SERVER_1: "10.0.0.8:3000"
    })
  ).toEqual({})
})

test.each([
  ["postgres://candor:p@ss/word@db.example/candor", `"postgres://candor:…@db.example/candor"`],
  ["postgres://candor:p%zword@db.example/candor?password=word", `"postgres://candor:…@db.example/candor?…"`],
  ["mysql://candor:word@db.example/candor", `"mysql://candor:…@db.example/candor"`],
  ["password", "a value that is not shown"]
])("an address of a server that cannot be right is shown without its password: %s", async (DATABASE_URL, got) => {
  const { DATABASE_URL: line = "" } = await problemsOf({ DATABASE_URL })
  expect(line).toMatch(/^DATABASE_URL: Expected postgres:\/\/user:password@host:5432\/database, .* %40 /)
  expect(line.split("; got ")[1]).toBe(got)
})

test("a password may have its @ encoded, or plain where it cannot be mistaken", async () => {
  expect(await problemsOf({ DATABASE_URL: "postgresql://candor:p%40ss@db.example:5432/candor" })).toEqual({})
  expect(await problemsOf({ DATABASE_URL: "postgres://candor:p@ss@db.example/candor" })).toEqual({})
})

test("with a server, the data directory is not looked at; an endpoint of a model needs the model", async () => {
  const DATABASE_URL = "postgres://candor@db.example/candor"
  expect(await problemsOf({ DATABASE_URL, CANDOR_DATA_DIR: import.meta.path })).toEqual({})
  const { CANDOR_AI_MODEL } = await problemsOf({ DATABASE_URL, CANDOR_AI_BASE_URL: "http://127.0.0.1:11434/v1" })
  expect(CANDOR_AI_MODEL).toContain("because CANDOR_AI_BASE_URL is set")
})

test("CANDOR_CORS_ORIGINS has at most 100 origins, and a start with more is refused", async () => {
  const origins = (count: number) =>
    Array.from({ length: count }, (_, n) => `https://careers-${n}.example.com`).join(",")
  expect(await problemsOf({ CANDOR_CORS_ORIGINS: origins(100) })).toEqual({})
  const { CANDOR_CORS_ORIGINS: line } = await problemsOf({ CANDOR_CORS_ORIGINS: origins(101) })
  expect(line).toStartWith("CANDOR_CORS_ORIGINS: Expected up to 100 origins ")
})

test("no secret is shown", () => {
  expect(shown("CANDOR_AI_KEY", "sk-123")).toBe("a value that is not shown")
  expect(shown("CANDOR_AI_BASE_URL", "https://me:word@x y")).toBe(`"https://me:…@x y"`)
})

test("a long value is shown in part", () => {
  expect(shown("PORT", "9".repeat(200))).toBe(JSON.stringify("9".repeat(200)))
  expect(shown("PORT", "9".repeat(201))).toBe(JSON.stringify(`${"9".repeat(200)}…`))
})

/** The rows of the table of settings: names, the default, and what the setting is. */
const documented = (await Bun.file(join(root, "docs/configuration.md")).text())
  .split("## Settings\n")[1]!.split("\n## ")[0]!
  .split("\n").filter((line) => line.startsWith("| `"))
  .map((line) => line.slice(2, -2).split(/ ?\| /))
  .map(([names = "", standard = "", text = ""]) => ({ names: quotedIn(names), standard: quotedIn(standard), text }))

function quotedIn(cell: string): ReadonlyArray<string> {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
}

test("docs/configuration.md lists every setting that the code reads, and defaults and values that are accepted", async () => {
  const names = documented.flatMap(({ names }) => names)
  expect(names.toSorted()).toEqual([...new Set(await variablesRead())].toSorted())
  for (const { names: [name = ""], standard } of documented) {
    for (const value of standard) expect(await problemsOf({ [name]: value })).toEqual({})
  }
  const levels = quotedIn(documented.find(({ names }) => names.includes("LOG_LEVEL"))!.text)
  expect(levels.length).toBe(8)
  for (const level of levels) expect(await problemsOf({ LOG_LEVEL: level.toLowerCase() })).toEqual({})
})
