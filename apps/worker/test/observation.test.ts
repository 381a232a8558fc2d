/** What a worker answers to those who observe it. */
import { BackgroundStatus, make as makeStatus } from "@candor/background/BackgroundStatus"
import { databases } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { ConfigProvider, Effect, Layer, Logger } from "effect"
import * as Observation from "../src/Observation.ts"

test("a worker whose consumers stand still is not ready, though its database answers, and says which", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    let stalled: ReadonlyArray<string> = []
    const status = makeStatus()
    const background = Effect.map(status.report, (report) => ({ ...report, stalled }))
    yield* Layer.build(Observation.layer.pipe(Layer.provide(databases[0]!.layer))).pipe(
      Effect.provideService(BackgroundStatus, { ...status, report: background }),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({ WORKER_PORT: 0 })),
      Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
    )
    const origin = /Serving health and metrics on (.*)/.exec(lines.join("\n"))![1]!
    const ask = Effect.promise(async () => {
      const response = await fetch(`${origin}/health/ready`)
      const body: { readonly status: string; readonly background: { readonly stalled: unknown } } = await response
        .json()
      return [response.status, body.status, body.background.stalled]
    })
    expect(yield* ask).toEqual([200, "ok", []])
    stalled = ["profiles"]
    expect(yield* ask).toEqual([503, "unavailable", ["profiles"]])
  }))))
