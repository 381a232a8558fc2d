import { expect, test } from "bun:test"
import { groupsOf } from "../src/Methods.ts"
import { exchange } from "./Exchange.ts"

const jobs = () => Response.json({ jobs: [] })

test.each([
  [{ baseUrl: "candor.example" }],
  [{ baseUrl: "ftp://candor.example" }],
  [{ baseUrl: "https://user:password@candor.example/api/v1" }],
  [{ baseUrl: "https://candor.example/api/v1?key=1" }],
  [{ apiKey: "" }],
  [{ apiKey: "one\ntwo" }],
  [{ apiKey: undefined, fetch: undefined }]
])("an address or a key that is none is refused at once: %p", (options) => {
  expect(() => exchange([jobs], options)).toThrow(TypeError)
})

test("without a key, the given fetch gets requests without Authorization, and authenticates them itself", async () => {
  const { sent, settings } = exchange([jobs], { apiKey: undefined })
  await groupsOf(settings).jobs.list()
  expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([null])
})
