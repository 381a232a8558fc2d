/** How much a stream reads of the feed at a time. */
import { Events } from "@candor/domain/event/Events"
import * as Timestamp from "@candor/domain/Timestamp"
import { databases, runOn } from "@candor/sql/testing/Databases"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Stream } from "effect"
import type { HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { asServerSentEvents } from "../../src/streams/EventStream.ts"

const streamOf = ({ body }: HttpServerResponse.HttpServerResponse) => body._tag === "Stream" ? body.stream : Stream.die("no stream")

/** What the database counts for an event besides its data. */
const envelope = 400

for (const database of databases) {
  test(`on ${database.name} a stream reads 64 KiB of events at a time, and one event at least`, () =>
    runOn(database)(Effect.gen(function*() {
      const { organization: { id } } = yield* World.organization({ name: "Acme" })
      const sql = yield* SqlClient.SqlClient
      const half = 32_768 - envelope
      yield* sql`INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at, sequence, digest, hash)
        SELECT ${id}::uuid, gen_random_uuid(), 'job.created', gen_random_uuid(), '{}', bytes, 'test', 'test', now(), sequence, '', ''
        FROM unnest(${[half, half, half, half + 1, 100_000]}::integer[]) WITH ORDINALITY AS measured (bytes, sequence)`
      yield* sql`INSERT INTO event_heads (organization_id, sequence, hash) VALUES (${id}, 5, '')`
      const request = { after: 0, types: undefined, limit: 100, since: Timestamp.fromMillis(0) }
      const response = yield* asServerSentEvents(yield* Events, id, { ended: Effect.never, request: Effect.succeed(request), turn: Effect.void })
      const chunks = yield* Stream.runCollect(Stream.take(streamOf(response), 5))
      const sequences = [...chunks].map((chunk) =>
        [...new TextDecoder().decode(chunk).matchAll(/"sequence":(\d+)/g)].map((match) => Number(match[1])))
      // The two with a byte more are read one by one, after what says that the stream is open.
      expect(sequences).toEqual([[], [1, 2], [3], [4], [5]])
    })))
}
