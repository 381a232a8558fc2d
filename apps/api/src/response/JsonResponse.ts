/** Responses with fields that are JSON text already. */
import { type Encoded, type Fields, objectOf } from "@candor/domain/Encoded"
import { HttpServerResponse } from "effect/http"

/** 200 with an encoded object. */
export const encodedResponse = <Body extends object>({ bytes }: Encoded<Body>): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(bytes, { contentType: "application/json" })

/**
 * 200 with an object of these fields. The contract's schemas do not encode it: fields that are text come from the
 * database as JSON, and the tests of every operation compare them with the contract.
 */
export const jsonResponse = <Body extends object>(fields: Fields<Body>): HttpServerResponse.HttpServerResponse =>
  encodedResponse(objectOf(fields))
