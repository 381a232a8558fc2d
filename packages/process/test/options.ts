/** A program that says who it is, and with what it runs, once its options apply. */
import { applyOptions, options } from "@candor/process/EngineOptions"

applyOptions()
const { argv, env, execArgv, pid } = process
const found = Object.fromEntries(Object.keys(options).map((name) => [name, env[name]]))
console.log(JSON.stringify({ pid, args: argv.slice(2), flags: execArgv, kept: env["KEPT"], options: found }))
