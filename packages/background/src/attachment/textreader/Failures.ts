/** Why a reader has no text, apart from the errors of libraries. */
import type { ImportFailure } from "@candor/domain/import/ImportKind"

/** A password opens the file. */
export class Encrypted extends Error {
  override readonly name = "Encrypted"
}

/** The file is not what its type asks for. */
export class Damaged extends Error {
  override readonly name = "Damaged"
}

/** The file unpacks to more than is read. */
export class TooLarge extends Error {
  override readonly name = "TooLarge"
}

/** A table is more than is imported, or is none. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly failure: ImportFailure
  constructor(failure: ImportFailure) {
    super(failure)
    this.failure = failure
  }
}
