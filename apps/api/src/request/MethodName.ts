/** The method of a request as metrics and traces name it, which have few names. */

const methods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"])

/** Returns the method; `_OTHER` for one that no route has (OpenTelemetry, "Semantic Conventions for HTTP Spans"). */
export const methodName = (method: string): string => methods.has(method) ? method : "_OTHER"
