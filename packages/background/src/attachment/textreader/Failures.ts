/** Why a reader has no text, apart from the errors of libraries. */

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
