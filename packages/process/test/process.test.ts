import { address, baseUrl } from "@candor/process/Address"
import { failureLine } from "@candor/process/FailureLine"
import { buffered } from "@candor/process/Logging"
import { jsonLine } from "@candor/process/LogLine"
import { describe, expect, spyOn, test } from "bun:test"
import { Cause, Config, ConfigProvider, Effect, Logger, Redacted, Schema } from "effect"
import { join } from "node:path"

const read = <A>(config: Config.Config<A>, env: Record<string, string>) => config.parse(ConfigProvider.fromEnv({ env }))

describe("Address", () => {
  test("without HOST and PORT it is port 3000 of this machine alone", async () => {
    expect(await Effect.runPromise(read(address, {}))).toEqual({ hostname: "127.0.0.1", port: 3000, reusePort: false })
  })

  test("the base address can be called, also where every interface is listened on", () => {
    expect(baseUrl({ hostname: "127.0.0.1", port: 3000 })).toBe("http://127.0.0.1:3000/api/v1")
    expect(baseUrl({ hostname: "0.0.0.0", port: 80 })).toBe("http://127.0.0.1:80/api/v1")
    expect(baseUrl({ hostname: "::", port: 80 })).toBe("http://[::1]:80/api/v1")
    expect(baseUrl({ hostname: "candor.example", port: 443 })).toBe("http://candor.example:443/api/v1")
  })
})

describe("failureLine", () => {
  test("a wrong value of the environment is told with the name of its variable", async () => {
    for (const PORT of ["many", "70000", "-1", "1.5"]) {
      const error = await Effect.runPromise(Effect.flip(read(address, { PORT })))
      expect(failureLine(Cause.fail(error))).toMatch(/^PORT: .+$/)
    }
  })

  test("an error is one line with its causes, each said once, and no stack", () => {
    const refused = new Error("connect ECONNREFUSED")
    const failed = new Error("Failed to connect", { cause: new Error("Failed to connect", { cause: refused }) })
    expect(failureLine(Cause.fail(new Error("No\n  database", { cause: failed })))).toBe(
      "No database: Failed to connect: connect ECONNREFUSED"
    )
    expect(failureLine(Cause.die(new Error("Broken")))).toBe("Broken")
  })
})

describe("runMain", () => {
  const fail = async (LOG_LEVEL: string) => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "failing.ts")], {
      env: { LOG_LEVEL, LOG_FORMAT: "json" },
      stdout: "pipe",
      stderr: "pipe"
    })
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { code: await child.exited, stdout, stderr }
  }

  test("a failure is one line on stderr, with 1; its stack is logged at Debug", async () => {
    expect(await fail("Info")).toEqual({ code: 1, stdout: "", stderr: "Broken\n" })
    const { code, stderr, stdout } = await fail("Debug")
    expect({ code, stderr }).toEqual({ code: 1, stderr: "Broken\n" })
    expect(JSON.parse(stdout)).toMatchObject({
      level: "DEBUG",
      cause: expect.stringMatching(/Broken[^]*at .*failing\.ts/)
    })
  })

  /** The program of stopping.ts, and what it says, line by line. */
  const start = () => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "stopping.ts")], { stdin: "pipe", stdout: "pipe" })
    const lines = (async function*() {
      let text = ""
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
        text += chunk
        const said = text.split("\n")
        text = said.pop()!
        yield* said
      }
    })()
    const next = async () => (await lines.next()).value
    return { child, next }
  }

  test("SIGTERM ends a program with 0 once it has finished, however often it comes", async () => {
    const { child, next } = start()
    expect(await next()).toBe("running")
    child.kill("SIGTERM")
    expect(await next()).toBe("stopping")
    for (let n = 0; n < 5; n++) child.kill("SIGTERM")
    await child.stdin.end()
    expect(await next()).toBe("finished")
    expect(await child.exited).toBe(0)
  })

  test("SIGINT twice ends a program that does not finish, with 130", async () => {
    const { child, next } = start()
    expect(await next()).toBe("running")
    child.kill("SIGINT")
    expect(await next()).toBe("stopping")
    const insist = setInterval(() => child.kill("SIGINT"), 100)
    expect(await child.exited).toBe(130)
    clearInterval(insist)
  })
})

describe("log lines", () => {
  test("the lines of one turn of the event loop are written at once", async () => {
    const write = spyOn(console, "log").mockImplementation(() => {})
    const logger = buffered(jsonLine, "stdout")
    const three = Effect.forEach(["one", "two", "three"], (text) => Effect.logInfo(text))
    await Effect.runPromise(Effect.provide(three, Logger.layer([logger])))
    await new Promise(setImmediate)
    const written = write.mock.calls.map(([text]) => String(text).split("\n").map((line) => JSON.parse(line).message))
    write.mockRestore()
    expect(written).toEqual([["one", "two", "three"]])
  })

  for (const stream of ["stdout", "stderr"] as const) {
    test(`none is lost when the process exits, and all are on ${stream} where they belong`, async () => {
      const child = Bun.spawn([process.execPath, join(import.meta.dir, "logging.ts"), stream], {
        env: { LOG_FORMAT: "json" },
        stdout: "pipe",
        stderr: "pipe"
      })
      const said = { stdout: await new Response(child.stdout).text(), stderr: await new Response(child.stderr).text() }
      expect(await child.exited).toBe(3)
      const lines = said[stream].trimEnd().split("\n").map((line) => JSON.parse(line))
      expect(lines.map(({ message }) => message)).toEqual(["one", "two", "three"])
      expect(Object.values(said).filter((text) => text === "")).toHaveLength(1)
    })
  }
})

describe("jsonLine", () => {
  /** The line that is made of what is logged. */
  const line = (logged: Effect.Effect<void>): Record<string, unknown> => {
    const made: Array<string> = []
    const logger = Logger.map(jsonLine, (text) => void made.push(text))
    Effect.runSync(Effect.provide(logged, Logger.layer([logger])))
    expect(made).toHaveLength(1)
    return JSON.parse(made[0]!)
  }

  class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", { reason: Schema.String }) {}

  const cyclic: Record<string, unknown> = { name: "cyclic" }
  cyclic["self"] = cyclic

  const logged = {
    plain: Effect.logInfo("Answered").pipe(Effect.annotateLogs({ request_id: "\"é\"", milliseconds: 3 })),
    texts: Effect.logInfo("two", "parts", 3),
    cause: Effect.logWarning("With a cause", Cause.fail(new Error("Broken"))),
    causeAlone: Effect.logError(Cause.fail(new Error("Broken"))),
    causeOfObject: Effect.logError("With a cause", Cause.die({ status: 500 })),
    defect: Effect.logError(
      "An attempt ended by a defect",
      new TypeError("x is not a function", { cause: new Error("inner") })
    ),
    failure: Effect.logError("An attempt failed", new Unavailable({ reason: "busy" })),
    object: Effect.logInfo("Migrated", { applied: ["0001"] }),
    failing: Effect.logInfo("failing", {
      toJSON: () => {
        throw new Error("no")
      }
    }).pipe(
      Effect.annotateLogs({
        failing: {
          toJSON: () => {
            throw new Error("no")
          }
        }
      })
    ),
    objectAlone: Effect.logInfo({ an: "object" }),
    others: Effect.logInfo("others", null, undefined, [1], true, new Map([[1, 2]]), Symbol("s"), cyclic, new Date(0)),
    annotations: Effect.logError("a secret").pipe(
      Effect.annotateLogs({ key: Redacted.make("secret"), big: 1n, nothing: null, object: { a: 1 } })
    ),
    spans: Effect.logInfo("spans").pipe(Effect.withLogSpan("span"))
  }

  const types: Readonly<Record<string, (value: unknown) => boolean>> = {
    message: (value) => typeof value === "string",
    level: (value) => typeof value === "string" && /^[A-Z]+$/.test(value),
    timestamp: (value) => typeof value === "string" && new Date(value).toISOString() === value,
    fiberId: (value) => typeof value === "string" && /^#\d+$/.test(value),
    annotations: (value) => typeof value === "object" && !Array.isArray(value),
    details: (value) => Array.isArray(value) && value.length > 0,
    cause: (value) => typeof value === "string" && value !== "",
    spans: (value) => typeof value === "object" && Object.keys(value ?? {}).length > 0
  }

  test("every field has one type, whatever is logged, and no object is told as [object Object]", () => {
    for (const [name, effect] of Object.entries(logged)) {
      const made = line(effect)
      expect(Object.keys(made), name).toEqual(
        expect.arrayContaining(["message", "level", "timestamp", "annotations", "fiberId"])
      )
      expect(Object.entries(made).filter(([field, value]) => !types[field]!(value)), name).toEqual([])
      expect(JSON.stringify(made), name).not.toContain("[object Object]")
    }
  })

  test("texts are the message, other values its details, and mistakes the cause with their stack", () => {
    expect(line(logged.plain)).toMatchObject({
      message: "Answered",
      level: "INFO",
      annotations: { request_id: "\"é\"", milliseconds: 3 }
    })
    expect(line(logged.texts)).toMatchObject({ message: "two parts 3", level: "INFO" })
    expect(line(logged.cause)).toMatchObject({
      message: "With a cause",
      level: "WARN",
      cause: expect.stringMatching(/Broken[^]*at /)
    })
    expect(line(logged.causeAlone)).toMatchObject({ message: "Error: Broken", level: "ERROR" })
    expect(line(logged.causeOfObject)).toMatchObject({ cause: expect.stringContaining("{\"status\":500}") })
    expect(line(logged.defect)).toMatchObject({
      message: "An attempt ended by a defect",
      cause: expect.stringMatching(/x is not a function[^]*process\.test\.ts[^]*inner/)
    })
    expect(line(logged.failure)).toMatchObject({
      message: "An attempt failed",
      details: [{ _tag: "Unavailable", reason: "busy" }]
    })
    expect(line(logged.object)).toMatchObject({ message: "Migrated", details: [{ applied: ["0001"] }] })
    expect(line(logged.objectAlone)).toMatchObject({ message: "", details: [{ an: "object" }] })
    expect(line(logged.others)).toMatchObject({ message: "others true Symbol(s)" })
    expect(line(logged.spans)).toMatchObject({ spans: { span: expect.any(Number) } })
  })

  test("what is redacted is not told", () => {
    expect(JSON.stringify(line(logged.annotations))).not.toContain("\"secret\"")
    expect(JSON.stringify(line(Effect.logInfo("Key", Redacted.make("secret"))))).not.toContain("\"secret\"")
  })
})
