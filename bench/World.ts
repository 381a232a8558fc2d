/** A database with Candor's schema, the benchmark's rows, and a key. */
import * as ApiKey from "@candor/domain/authentication/ApiKey"
import { ApiKeys } from "@candor/domain/authentication/ApiKeys"
import { OrganizationId, UserId } from "@candor/domain/Id"
import * as Database from "@candor/sql/database/Database"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Repositories from "@candor/sql/Repositories"
import { Effect, Layer, Logger, Redacted } from "effect"
import { progress } from "./Children.ts"
import { fill, type Size } from "./Data.ts"
import { createDatabase, type Server } from "./Postgres.ts"

export interface World {
  readonly url: string
  readonly organization_id: string
  readonly user_id: string
  /** The text of a key with scope `admin`. */
  readonly key: string
  /** Copies the database. Nobody may be connected to this one meanwhile. */
  readonly copy: () => Promise<Copy>
  readonly drop: () => Promise<void>
}

/** A database with the rows of a world. */
export interface Copy {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Creates and fills a database. */
export const make = async (server: Server, size: Size): Promise<World> => {
  const started = performance.now()
  const { drop, url } = await createDatabase(server, "candor_bench")
  const database = Database.server({ url: Redacted.make(url) })
  const store = Repositories.layer.pipe(Layer.provideMerge(database))
  const run = <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof store>>) =>
    Effect.runPromise(effect.pipe(Effect.provide(store), Effect.provide(Logger.layer([]))))
  await run(Migrations.run)
  const { organization_id, user_id } = await fill(url, size)
  const by = { organization_id: OrganizationId.make(organization_id), worker: "bench", request_id: "bench" }
  const key = await run(
    Effect.flatMap(
      ApiKeys,
      (keys) =>
        keys.create(
          by,
          UserId.make(user_id),
          (issuing, context) => ApiKey.create({ name: "Benchmark", scope: "admin" }, issuing, context)
        )
    )
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  progress(`${size.applications} applications, and ${size.others} other organizations: ${seconds} s`)
  const copy = () => createDatabase(server, "candor_bench", new URL(url).pathname.slice(1))
  return { url, organization_id, user_id, key: key.text, copy, drop }
}
