/** `Vary`: the request headers that a response depends on (RFC 9110, section 12.5.5). */
import type { HttpServerResponse } from "effect/http"

/** Returns `Vary` with one more request header. */
export const varyBy = ({ headers: { vary } }: HttpServerResponse.HttpServerResponse, header: string): string =>
  vary === undefined ? header : `${vary}, ${header}`
