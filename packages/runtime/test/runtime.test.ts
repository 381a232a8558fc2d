import { address, baseUrl } from "@candor/runtime/Address"
import { failureLine } from "@candor/runtime/FailureLine"
import { jsonLine } from "@candor/runtime/Logging"
import { describe, expect, test } from "bun:test"
import { Cause, Config, ConfigProvider, Effect, Logger, Redacted } from "effect"
import { join } from "node:path"

const read = <A>(config: Config.Config<A>, env: Record<string, string>) =>
  config.parse(ConfigProvider.fromEnv({ env }))

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
  }, 20_000)

  test("SIGINT twice ends a program that does not finish, with 130", async () => {
    const { child, next } = start()
    expect(await next()).toBe("running")
    child.kill("SIGINT")
    expect(await next()).toBe("stopping")
    const insist = setInterval(() => child.kill("SIGINT"), 100)
    expect(await child.exited).toBe(130)
    clearInterval(insist)
  }, 20_000)
})

describe("log lines", () => {
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
  /** The lines that two loggers make of the same. */
  const lines = (logged: Effect.Effect<void>) => {
    const made: Array<[string, string]> = []
    const both = Logger.make<unknown, void>((line) => {
      made.push([jsonLine.log(line), Logger.formatJson.log(line)])
    })
    Effect.runSync(Effect.provide(logged, Logger.layer([both])))
    return made
  }

  test("a line is the library's, whatever it says", () => {
    const said = [
      Effect.logInfo("Answered").pipe(Effect.annotateLogs({ request_id: "\"é\"", milliseconds: 3 })),
      Effect.logInfo("two", "parts"),
      Effect.logWarning("with a cause", Cause.fail(new Error("Broken"))),
      Effect.logInfo({ an: "object" }),
      Effect.logError("a secret").pipe(Effect.annotateLogs({ key: Redacted.make("secret"), big: 1n, nothing: null })),
      Effect.logInfo("spans").pipe(Effect.withLogSpan("span"))
    ]
    const made = said.flatMap(lines)
    expect(made).toHaveLength(said.length)
    for (const [ours, library] of made) expect(ours).toBe(library)
    expect(made.join()).not.toContain("\"secret\"")
  })
})
