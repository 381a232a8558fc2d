/** Starts the worker, in a process that runs with our options of Bun's engine. */
import { applyOptions } from "@candor/process/EngineOptions"

applyOptions()
await import("./Program.ts")
