/** Where the conformance tests happen: a world, and servers over it that fail in each way there is. */
import type { TestDatabase } from "@candor/sql/testing/Databases"
import { expect } from "bun:test"
import { type Call, client } from "../harness/Client.ts"
import { bug, connectionLost, dying, inFlight, unguarded } from "../harness/Defects.ts"
import { digest } from "../harness/Digest.ts"
import type { Backend, TestServer } from "../harness/TestServer.ts"
import { type SharedWorld, sharedWorld } from "../harness/World.ts"

/** A server that fails, with a client of it. */
export interface FailingServer extends TestServer {
  readonly call: Call
}

export interface Setting extends SharedWorld {
  /** Lets one request an hour pass for each key. */
  readonly limited: FailingServer
  /** Has a bug in every port but that of the keys. */
  readonly buggy: FailingServer
  /** Has a bug in every port. */
  readonly buggyKeys: FailingServer
  /** Has no database, except for the keys. */
  readonly cut: FailingServer
  /** Has no database. */
  readonly cutKeys: FailingServer
  /** Has another request with every idempotency key. */
  readonly inFlight: FailingServer
  /** Has neither transactions nor stored idempotency keys. */
  readonly unguarded: FailingServer
}

/** Does what it is given, and fails if that changed anything stored. */
export const unchangedIn = (backend: Backend) => async (action: () => Promise<void>): Promise<void> => {
  const before = await backend.run(digest)
  await action()
  expect(await backend.run(digest)).toEqual(before)
}

export const setting = async (database: TestDatabase): Promise<Setting> => {
  const made = await sharedWorld(database)
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
