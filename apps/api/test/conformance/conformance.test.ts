/**
 * Every operation with the statuses that it can answer, over a real socket. The tests are made from the table of
 * operations: a row without a test cannot be.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { keptOperations } from "../../src/mcp/KeptOperations.ts"
import { type Call, having } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { expectShape } from "../harness/Shapes.ts"
import { goodCall } from "./calls.ts"
import { errors } from "./errors.ts"
import { onFreshThings } from "./fresh.ts"
import { isWrite, kindsOfWrites, type Name, names, operation, shownStatuses } from "./operations.ts"
import { repeated } from "./repeated.ts"
import { type Setting, setting } from "./setting.ts"
import { specified } from "./specification.ts"
import { idOf } from "./toolcalls.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: Setting
    let stored: Readonly<Record<string, string>>
    beforeAll(async () => {
      here = await setting(database)
      stored = await here.backend.run(digest)
    })
    afterAll(() => here.backend.close())

    describe.each(names)("%s", (name) => {
      // What members change for themselves is refused to apps alone: apps.test.ts.
      test.each(shownStatuses(name).filter((status) => status !== 403 || operation(name).scope !== "read"))(
        "answers %d",
        (status) => errors[status](here, name)
      )
    })

    test("all errors leave everything as it was", async () => {
      expect(await here.backend.run(digest)).toEqual(stored)
    })

    const succeed = (name: Name, call: Call) =>
      onFreshThings(here, name, async (ids) => {
        const { method, options, path } = goodCall(name, here.own.keys, ids)
        having(operation(name).success)(await call(method, path, options))
      })

    // After the errors, which look at what is stored. The other reads are in ../mcp/operations.test.ts, and the other
    // writes in safewriting.test.ts.
    test.each(names.filter((name) => isWrite(name) ? !repeated.includes(name) : keptOperations.has(idOf(name))))(
      "%s succeeds",
      (name) => succeed(name, here.call)
    )

    test.each(["GET /jobs", ...kindsOfWrites])(
      "%s without a safeguard needs neither a transaction nor a stored idempotency key",
      (name) => succeed(name, here.unguarded.call)
    )

    test.each(specified)(
      "%s answers with exactly the fields of the specification",
      (name, shape) =>
        onFreshThings(here, name, async (ids) => {
          const { method, options, path } = goodCall(name, here.own.keys, ids)
          expectShape((await here.call(method, path, options)).body, shape)
        })
    )
  })
}
