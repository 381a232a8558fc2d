/** Answers some of whose fields are JSON text already. */
import { type Fields, objectOf } from "@candor/domain/Encoded"
import type { HttpServerResponse } from "effect/http"
import { ofPieces } from "./LongBody.ts"

/**
 * 200 with an object of these fields. The contract's schemas do not see it: the fields that are text are what the
 * database made, which the tests of every operation compare with the contract.
 */
export const jsonAnswer = <Answer extends object>(fields: Fields<Answer>): HttpServerResponse.HttpServerResponse =>
  ofPieces(objectOf(fields).pieces, "application/json")
