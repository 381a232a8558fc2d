/** `Vary`: the headers of requests that a response depends on (RFC 9110, section 12.5.5). */
import type { HttpServerResponse } from "effect/http"

/** Returns the header of a response that depends on one more header of its request. */
export const varyBy = ({ headers: { vary } }: HttpServerResponse.HttpServerResponse, header: string): string =>
  vary === undefined ? header : `${vary}, ${header}`
