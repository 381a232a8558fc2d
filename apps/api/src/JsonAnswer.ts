/** Answers some of whose fields are JSON text already. */
import { type Fields, objectOf } from "@candor/domain/Encoded"
import { HttpServerResponse } from "effect/http"

/**
 * 200 with an object of these fields. The contract's schemas do not see it: the fields that are text are what the
 * database made, which the tests of every operation compare with the contract.
 */
export const jsonAnswer = <Answer extends object>(fields: Fields<Answer>): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(objectOf(fields).bytes, { contentType: "application/json" })
