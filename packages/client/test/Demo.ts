/** A server as its users start it, with the demo's organization. */
import type { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import * as Prepared from "@candor/sql/testing/Prepared"
import { join } from "node:path"

export interface Demo {
  /** Scheme, host and port. */
  readonly origin: string
  /** A key that may read and write. */
  readonly apiKey: string
}

/** Starts a server, whose process ends with those of the test file. */
export const demo = async ({ folder, start }: ReturnType<typeof processes>): Promise<Demo> => {
  const data = join(folder, "data")
  await Prepared.dataDirectory(data, "demo")
  const env = { CANDOR_DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" }
  const said = await start([process.execPath, await program("api")], { env }).hear(/Listening on/)
  const { keys } = await Bun.file(join(data, "demo.json")).json()
  return { origin: /Listening on (http:\/\/[\d.:]+)/.exec(said)![1]!, apiKey: keys.write }
}
