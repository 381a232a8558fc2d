/**
 * A write can be tried without a change, repeated without a second effect, and refused after it has begun. What does
 * so comes before the handler: ../mcp/operations.test.ts tries each that tools may call; here are those that they may
 * not, and one of each kind.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Answer, type Call, type CallOptions, client, having } from "../harness/Client.ts"
import type { Ids } from "../harness/Ids.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"
import { goodCall } from "./calls.ts"
import { onFreshThings } from "./fresh.ts"
import { type Name, names, operation, readsResource } from "./operations.ts"
import { ofForms, repeated } from "./repeated.ts"
import { unchangedIn } from "./setting.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    let unchanged: ReturnType<typeof unchangedIn>
    /** Lets two requests an hour pass for each key. */
    let limitedToTwo: Call
    beforeAll(async () => {
      here = await filledWorld(database)
      unchanged = unchangedIn(here.backend)
      limitedToTwo = client((await here.backend.serve({ rate_limit: 2 })).base_url)
    })
    afterAll(() => here.backend.close())

    /** Sends the good call of an operation on these things. */
    const calling = (name: Name, ids: Ids) => {
      const { method, options, path } = goodCall(name, here.own.keys, ids)
      return (query: string, headers: CallOptions["headers"] = {}): Promise<Answer> =>
        here.call(method, path + query, { ...options, headers })
    }

    test.each(repeated)(
      "%s succeeds; repeated with its idempotency key, it answers byte for byte the same; neither that nor a dry run, which has the whole answer, changes anything",
      (name) =>
        onFreshThings(here, name, async (ids) => {
          const call = calling(name, ids)
          const headers = { "idempotency-key": crypto.randomUUID() }
          const first = having(operation(name).success)(await call("?dry_run=false", headers))
          expect([first.headers.get("idempotency-replayed"), first.headers.get("dry-run")]).toEqual([null, null])
          await unchanged(async () => {
            const again = having(operation(name).success)(await call("?dry_run=false", headers))
            expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"])
            const tried = having(operation(name).success)(
              await calling(name, here.own.ids)("?dry_run=true", { "idempotency-key": crypto.randomUUID() })
            )
            expect(tried.headers.get("dry-run")).toBe("true")
          })
        })
    )

    test.each(ofForms)(
      "%s with the idempotency key of another body is 400, and changes nothing",
      (name) =>
        onFreshThings(here, name, async (ids) => {
          const headers = { "idempotency-key": crypto.randomUUID() }
          having(operation(name).success)(await calling(name, ids)("", headers))
          const { method, options, path } = goodCall(name, here.own.keys, ids)
          const form = new FormData()
          options.form!.forEach((value, field) =>
            value instanceof File
              ? form.append(field, new File([value, " "], value.name, { type: value.type }))
              : form.append(field, value)
          )
          await unchanged(async () => void having(400)(await here.call(method, path, { ...options, form, headers })))
        })
    )

    describe.each(["POST /jobs", ...ofForms.slice(0, 1)])("%s", (name) => {
      test("with a key that has ended since its last request, it is 401, and leaves everything as it was", async () => {
        const { api_key, key } = await here.own.make.apiKey({ scope: operation(name).scope })
        having(200)(await here.call("GET", "/me", { key }))
        having(200)(await here.call("DELETE", `/api-keys/${api_key.id}`, { key: here.own.keys.admin }))
        const { method, options, path } = goodCall(name, here.own.keys, here.own.ids)
        await unchanged(async () => void having(401)(await here.call(method, path, { ...options, key })))
      })

      test("with a key that others have used up since its last request, it is 429, and leaves everything as it was", async () => {
        const { api_key, key } = await here.own.make.apiKey({ scope: operation(name).scope })
        having(200)(await limitedToTwo("GET", "/me", { key }))
        having(200)(await here.call("GET", "/me", { key }))
        const { method, options, path } = goodCall(name, here.own.keys, here.own.ids)
        await unchanged(async () => void having(429)(await limitedToTwo(method, path, { ...options, key })))
        having(200)(await here.call("DELETE", `/api-keys/${api_key.id}`, { key: here.own.keys.admin }))
      })

      test("a dry_run that is neither true nor false, or is given twice, is 400 and names it", async () => {
        const call = calling(name, here.own.ids)
        for (const query of ["?dry_run=1", "?dry_run=", "?dry_run=TRUE", "?dry_run=true&dry_run=true"]) {
          expect(having(400)(await call(query)).body["error"]).toMatchObject({
            details: { issues: [{ path: ["dry_run"] }] }
          })
        }
      })
    })

    test.each(names.filter(readsResource))("%s answers 304 to a client that has the representation", async (name) => {
      const { options, path } = goodCall(name, here.own.keys, here.own.ids)
      const etag = having(200)(await here.call("GET", path, options)).headers.get("etag")!
      const answer = await fetch(here.server.base_url + path, {
        headers: { authorization: `Bearer ${options.key}`, "if-none-match": etag }
      })
      expect([answer.status, await answer.text()]).toEqual([304, ""])
    })

    test.each(["GET /jobs", "GET /jobs/{jobId}"])("%s takes no dry_run", async (name) => {
      const { options, path } = goodCall(name, here.own.keys, here.own.ids)
      having(400)(await here.call("GET", `${path}${path.includes("?") ? "&" : "?"}dry_run=true`, options))
    })
  })
}
