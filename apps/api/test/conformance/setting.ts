/** The setting of the conformance tests: a world, and servers on it that fail in each possible way. */
import type { TestDatabase } from "@candor/sql/testing/Databases"
import { expect } from "bun:test"
import { type Call, client } from "../harness/Client.ts"
import { bug, connectionLost, dying, inFlight, unguarded } from "../harness/Defects.ts"
import { digest } from "../harness/Digest.ts"
import type { Backend, TestServer } from "../harness/TestServer.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"

/** A failing server, with a client. */
export interface FailingServer extends TestServer {
  readonly call: Call
}

export interface Setting extends FilledWorld {
  /** Allows one request per hour for each key. */
  readonly limited: FailingServer
  /** Has a bug in every port except that of the keys. */
  readonly buggy: FailingServer
  /** Has a bug in every port. */
  readonly buggyKeys: FailingServer
  /** Has lost the database, except for the keys. */
  readonly cut: FailingServer
  /** Has lost the database. */
  readonly cutKeys: FailingServer
  /** Has a request in flight for every idempotency key. */
  readonly inFlight: FailingServer
  /** Has neither transactions nor stored idempotency keys. */
  readonly unguarded: FailingServer
}

/** Runs an action, and fails if it changed anything stored. */
export const unchangedIn = (backend: Backend) => async (action: () => Promise<void>): Promise<void> => {
  const before = await backend.run(digest)
  await action()
  expect(await backend.run(digest)).toEqual(before)
}

export const setting = async (database: TestDatabase): Promise<Setting> => {
  const made = await filledWorld(database)
  const { backend } = made
  const failing = async (options: Parameters<typeof backend.serve>[0]): Promise<FailingServer> => {
    const server = await backend.serve(options)
    return { ...server, call: client(server.base_url) }
  }
  return {
    ...made,
    limited: await failing({ rate_limit: 1 }),
    buggy: await failing({ replacePorts: dying(bug, { keys: false }) }),
    buggyKeys: await failing({ replacePorts: dying(bug, { keys: true }) }),
    cut: await failing({ replacePorts: dying(connectionLost, { keys: false }) }),
    cutKeys: await failing({ replacePorts: dying(connectionLost, { keys: true }) }),
    inFlight: await failing({ replacePorts: inFlight }),
    unguarded: await failing({ replacePorts: unguarded })
  }
}
