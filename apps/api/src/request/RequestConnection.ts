/** Decides whether the connection of a request closes after its response. */
import * as Errors from "@candor/contract/Errors"
import type { Headers } from "effect/http"

const option = /(?:^|,)\s*close\s*(?:,|$)/i

/**
 * Whether the `Host` of a request is invalid. Several `Host` headers arrive as one with a comma. Probes of proxies have
 * none.
 */
export const hasBadHost = ({ host }: Headers.Headers): boolean =>
  host !== undefined && host !== "" && (/[,@/?#\\]/.test(host) || !URL.canParse(`http://${host}`))

/**
 * Whether the connection has to close after the response.
 *
 * - The client asks for it. A proxy that does not see the header would reuse the connection (RFC 9112, section 9.6).
 * - The body was chunked. If trailers follow it, Bun 1.4.5 sends a second response, which a proxy that reuses the
 *   connection would give to another client (decision 0025).
 * - The body did not arrive in time: the rest of it must not be read as a request.
 * - There are several hosts, or an invalid one: another server may read a different request.
 */
export const mustClose = (headers: Headers.Headers, status: number): boolean =>
  headers["transfer-encoding"] !== undefined || option.test(headers["connection"] ?? "") ||
  status === Errors.status.RequestTimeout || hasBadHost(headers)
