/** A program that reports its process and engine options after they are applied. */
import { applyOptions, ofServers } from "@candor/process/EngineOptions"

applyOptions(ofServers)
const { argv, env, execArgv, pid } = process
const found = Object.fromEntries(Object.keys(ofServers).map((name) => [name, env[name]]))
console.log(JSON.stringify({ pid, args: argv.slice(2), flags: execArgv, kept: env["KEPT"], options: found }))
