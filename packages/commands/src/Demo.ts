/** `candor demo`: loads the demo organizations and prints keys for them. */
import * as ContentStore from "@candor/files/ContentStore"
import { address, baseUrl } from "@candor/process/Address"
import { location } from "@candor/sql/database/Database"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json, print } from "./Output.ts"

export const demo = Command.make(
  "demo",
  { json },
  Effect.fnUntraced(function*(options) {
    const base_url = baseUrl(yield* address)
    // Loaded on demand: other commands do not need it (decision 0018).
    const { load } = yield* Effect.promise(() => import("@candor/sql/demo/Demo"))
    const { directory } = yield* location
    const access = yield* Effect.provide(load, ContentStore.layer(directory))
    yield* print(
      options,
      { base_url, ...access },
      `Loaded the demo, organization ${access.organization_id}. These keys are shown once:`,
      ...Object.entries(access.keys).map(([name, key]) => `  ${name.padEnd(18)} ${key}`),
      "",
      `curl -H 'Authorization: Bearer ${access.keys.read}' ${base_url}/jobs`
    )
  })
).pipe(Command.withDescription("Load the demo organizations and print keys for them"))
