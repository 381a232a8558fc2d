/** Why a reader returns no text, besides errors of libraries. */
import type { ImportFailure } from "@candor/domain/import/ImportKind"

/** The file needs a password. */
export class Encrypted extends Error {
  override readonly name = "Encrypted"
}

/** The file does not match its type. */
export class Damaged extends Error {
  override readonly name = "Damaged"
}

/** The unpacked file is larger than what is read. */
export class TooLarge extends Error {
  override readonly name = "TooLarge"
}

/** The file is no table, or has more than can be imported. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly failure: ImportFailure
  constructor(failure: ImportFailure) {
    super(failure)
    this.failure = failure
  }
}
