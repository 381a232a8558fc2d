/** A fault for a copy of the source, which a test has to notice. */
export interface PlantedFault {
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
  /** Whether the tests need a PostgreSQL server. */
  readonly needsServer?: true
}
