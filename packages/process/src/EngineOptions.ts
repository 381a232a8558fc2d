/**
 * Options of Bun's memory allocator and JavaScript engine. Both read them from the environment when the process begins,
 * so a program that was started without them replaces itself (decision 0018).
 */

/** The options of servers and workers, as environment variables. A value that the environment has already stays. */
export const options: Readonly<Record<string, string>> = {
  // Off: returning the free memory within used blocks to the operating system whenever the process waits. The next
  // request would take it again, each page by a fault. Whole blocks are returned all the same.
  MIMALLOC_PURGE_HOLES: "0",
  // Bytes of memory that the engine takes the machine to have: a heap of more than a quarter of it grows less before
  // its garbage is collected. It is no limit.
  BUN_JSC_forceRAMSize: String(512 * 2 ** 20),
  // Compiled code stays. Else code that did not run for some seconds goes when the heap is collected, and requests
  // after a pause are slow until it is compiled again.
  BUN_JSC_forceCodeBlockLiveness: "1"
}

type Environment = Readonly<Record<string, string | undefined>>

/** The environment with the options that it lacks; undefined where it lacks none. */
export const completed = (environment: Environment): Environment | undefined =>
  Object.keys(options).every((name) => name in environment) ? undefined : { ...options, ...environment }

/**
 * Returns where this process runs with the options. Else replaces it by one that does, with the same program,
 * arguments, id and open files. Where processes cannot be replaced, as on Windows, it goes on without.
 */
export const applyOptions = (): void => {
  const environment = completed(process.env)
  if (environment === undefined || process.execve === undefined) return
  try {
    process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment)
  } catch {
    // They save processor time, and nothing depends on them.
  }
}
