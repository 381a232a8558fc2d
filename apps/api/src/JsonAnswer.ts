/** Answers some of whose fields are JSON text already. */
import { Json } from "@candor/domain/Json"
import { HttpServerResponse } from "effect/http"

/** The fields of an answer, each as it is or as JSON text. */
type Fields<Answer> = { readonly [Name in keyof Answer]: Answer[Name] | Json<Answer[Name]> }

/**
 * 200 with an object of these fields. The contract's schemas do not see it: the fields that are text are what the
 * database made, which the tests of every operation compare with the contract.
 */
export const jsonAnswer = <Answer extends object>(fields: Fields<Answer>): HttpServerResponse.HttpServerResponse => {
  const members = Object.entries(fields).filter(([, value]) => value !== undefined).flatMap(([name, value], n) => [
    Buffer.from(`${n === 0 ? "{" : ","}${JSON.stringify(name)}:`),
    value instanceof Json ? value.bytes : Buffer.from(JSON.stringify(value))
  ])
  return HttpServerResponse.uint8Array(Buffer.concat([...members, Buffer.from("}")]), { contentType: "application/json" })
}
