/** Answers some of whose fields are JSON text already. */
import { Json } from "@candor/domain/Json"
import type { HttpServerResponse } from "effect/http"
import { ofPieces } from "./LongBody.ts"

/** The fields of an answer, each as it is or as JSON text. */
type Fields<Answer> = { readonly [Name in keyof Answer]: Answer[Name] | Json<Answer[Name]> }

/**
 * 200 with an object of these fields. The contract's schemas do not see it: the fields that are text are what the
 * database made, which the tests of every operation compare with the contract.
 */
export const jsonAnswer = <Answer extends object>(fields: Fields<Answer>): HttpServerResponse.HttpServerResponse => {
  const pieces: Array<Uint8Array> = []
  let text = "{"
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    text += `${text === "{" ? "" : ","}${JSON.stringify(name)}:`
    if (value instanceof Json) {
      pieces.push(Buffer.from(text), ...value.pieces)
      text = ""
    } else text += JSON.stringify(value)
  }
  pieces.push(Buffer.from(`${text}}`))
  return ofPieces(pieces, "application/json")
}
