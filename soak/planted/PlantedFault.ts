/** A fault for a copy of the source, which a test has to detect. */
export interface PlantedFault {
  /** The fault in one sentence. */
  readonly says: string
  /** The path of the file that the fault changes, relative to the root of the repository. */
  readonly file: string
  /** The exact text to replace, which occurs once in the file. */
  readonly find: string
  readonly replace: string
  /** The test files; at least one of their tests has to fail. */
  readonly tests: ReadonlyArray<string>
  /** A part of the names of the tests to run; all tests of the files by default. */
  readonly pattern?: string
  /** Whether the tests need a PostgreSQL server. */
  readonly needsServer?: true
}
