/**
 * Options of Bun's memory allocator and JavaScript engine. Both read them from the environment when the process starts,
 * so a program that was started without them replaces itself (decision 0018).
 */

/** Options, as environment variables. Values that the environment already has stay. */
export type Options = Readonly<Record<string, string>>

/** The options of servers and workers. */
export const ofServers: Options = {
  // Off: whenever the process waits, the allocator would return the free memory within used blocks to the operating
  // system, and the next request would get it back by page faults. Whole blocks are returned all the same.
  MIMALLOC_PURGE_HOLES: "0",
  // Bytes of memory that the engine assumes the machine has. When the heap exceeds a quarter of it, it grows less
  // between garbage collections. It is not a limit.
  BUN_JSC_forceRAMSize: String(512 * 2 ** 20)
}

/**
 * The options of commands. An import of 1.8 million rows is checked with 240 MiB in place of 340, in the same processor
 * time.
 */
export const ofCommands: Options = { BUN_JSC_forceRAMSize: String(256 * 2 ** 20) }

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the environment with the missing options; undefined if none is missing. */
export const completed = (environment: Environment, options: Options): Environment | undefined =>
  Object.keys(options).every((name) => name in environment) ? undefined : { ...options, ...environment }

/**
 * Returns if this process runs with the options. Otherwise replaces it by a process that does, with the same program,
 * arguments, id and open files. Where that is impossible, as on Windows, continues without them.
 */
export const applyOptions = (options: Options): void => {
  const environment = completed(process.env, options)
  if (environment === undefined || process.execve === undefined) return
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment)
  } catch {
    // The options only save processor time and memory; nothing depends on them.
  }
}
