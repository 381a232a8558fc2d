/** Starts the worker, in a process with our options for Bun's engine. */
import { applyOptions, ofServers } from "@candor/process/EngineOptions"

applyOptions(ofServers)
await import("./Program.ts")
