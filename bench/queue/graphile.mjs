/** graphile-worker, with its defaults and with the batching that its documentation proposes for speed. */
import { Logger, makeWorkerUtils, run } from "graphile-worker"
import { Pool } from "pg"
import { concurrency, enqueueAll, measured, tally, withDatabase, workers } from "./Bench.ts"

const logger = new Logger(() => () => {})

const presets = {
  "graphile-worker": {},
  "graphile-worker, batched": { worker: { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
}

for (const [name, preset] of Object.entries(presets)) {
  await withDatabase(async (connectionString) => {
    const pools = Array.from({ length: workers + 1 }, () => new Pool({ connectionString, max: 10 }))
    // Connections that are idle when the database is dropped.
    for (const pool of pools) pool.on("error", () => {})
    const utils = await makeWorkerUtils({ pgPool: pools[0], logger })
    await utils.migrate()
    await measured(`${name}: enqueue`, () => enqueueAll((n) => utils.addJob("bench", { n })))
    const { all, did } = tally()
    await measured(`${name}: process`, async () => {
      const runners = await Promise.all(pools.slice(1).map((pgPool) =>
        run({
          pgPool,
          logger,
          noHandleSignals: true,
          taskList: { bench: ({ n }) => did(n) },
          preset: { ...preset, worker: { concurrentJobs: concurrency, ...preset.worker } },
          concurrency
        })
      ))
      await all
      // Done is what has left the table.
      while ((await pools[0].query("SELECT FROM graphile_worker.jobs LIMIT 1")).rowCount > 0);
      await Promise.all(runners.map((runner) => runner.stop()))
    })
    await utils.release()
    await Promise.all(pools.map((pool) => pool.end()))
  })
}
