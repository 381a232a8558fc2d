/** Starts the command line, in a process with our options for Bun's engine. */
import { applyOptions, ofCommands } from "@candor/process/EngineOptions"

applyOptions(ofCommands)
await import("./Program.ts")
