/** Starts the server, as `bun start` does, in a process that runs with our options of Bun's engine. */
import { applyOptions, ofServers } from "@candor/process/EngineOptions"

applyOptions(ofServers)
await import("./Program.ts")
