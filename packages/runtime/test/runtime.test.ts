import { address, baseUrl } from "@candor/runtime/Address"
import { failureLine } from "@candor/runtime/FailureLine"
import { describe, expect, test } from "bun:test"
import { Cause, Config, ConfigProvider, Effect } from "effect"

const read = <A>(config: Config.Config<A>, env: Record<string, string>) =>
  config.parse(ConfigProvider.fromEnv({ env }))

describe("Address", () => {
  test("without HOST and PORT it is port 3000 of this machine alone", async () => {
    expect(await Effect.runPromise(read(address, {}))).toEqual({ hostname: "127.0.0.1", port: 3000 })
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
