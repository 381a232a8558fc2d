/** A start whose server does not answer. */
import { freePort } from "@candor/process/testing/FreePort"
import { expect, test } from "bun:test"
import { ConfigProvider, Effect, Layer, Logger } from "effect"
import * as Database from "../src/database/Database.ts"

test("a start waits for a server that is away as long as it is told, says so, and gives up", async () => {
  const DATABASE_URL = `postgres://candor@127.0.0.1:${await freePort()}/candor`
  const outcome = async (layer: typeof Database.awaited | typeof Database.connection) => {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
    const env = { DATABASE_URL, CANDOR_DATABASE_WAIT: "1 second" }
    const failure = await Effect.runPromise(Effect.scoped(Effect.flip(Layer.build(layer))).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
      Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
    ))
    return { failure: failure._tag, waits: lines.filter((line) => line.includes("does not answer yet")).length }
  }
  // It asks every two seconds, so twice: at the start, and when the second is over.
  expect(await Promise.all([outcome(Database.awaited), outcome(Database.connection)])).toEqual([
    { failure: "DatabaseUnreachable", waits: 2 },
    { failure: "DatabaseUnreachable", waits: 0 }
  ])
})
