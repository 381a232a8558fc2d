/** The embedded database of a history: the PostgreSQL that its server starts, which can be killed. */
import * as PostmasterFile from "@candor/sql/database/embedded/PostmasterFile"
import { clusterIn } from "@candor/sql/database/DataDirectory"
import { killTree } from "../Processor.ts"
import { type Cluster, lostMillis, type Window } from "./Cluster.ts"

/** Makes the part of a cluster for the faults of a database in a data directory. */
export const of = (directory: string): Pick<Cluster, "uncounted" | "readOnly" | "serverKilled" | "crash"> => {
  const uncounted: Array<Window> = []
  return {
    uncounted,
    readOnly: [],
    serverKilled: () => {},
    crash: async () => {
      uncounted.push({ from: performance.now() - lostMillis, to: performance.now() })
      const running = PostmasterFile.read(clusterIn(directory))
      if (running !== undefined) killTree(running.pid)
    }
  }
}
