/** Starts the worker, in a process with our options for Bun's engine. */
import { applyOptions } from "@candor/process/EngineOptions"

applyOptions()
await import("./Program.ts")
