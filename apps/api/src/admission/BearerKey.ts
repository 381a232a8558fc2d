/** Returns the API key of an `Authorization` header (RFC 6750, section 2.1). */
export const bearerKey = (header: string | undefined): string | undefined => header?.match(/^bearer +(\S+)$/i)?.[1]
