/** A fault for a copy of the source: the reverse of one mend, which a test has to notice. */
import type { PromiseName } from "./Promises.ts"

/** A server or program that a test needs, and that a machine may not have. */
export type Need = "PostgreSQL" | "chromium" | "haproxy" | "mount" | "promtool"

export interface PlantedFault {
  /** The promise that the fault breaks. */
  readonly breaks: PromiseName
  /** The fault in one sentence. */
  readonly says: string
  /** The file that the fault changes, from the root of the repository. */
  readonly file: string
  /** The exact text that it replaces, which the file has once. */
  readonly find: string
  readonly replace: string
  /** Test files, one of whose tests has to fail. */
  readonly tests: ReadonlyArray<string>
  /** A part of the names of the tests to run; all tests of the files if it is left out. */
  readonly pattern?: string
  /** What the tests need besides Bun. */
  readonly needs?: Need
}
