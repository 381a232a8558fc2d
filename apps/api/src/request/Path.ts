/** The path of a request's URL. */

/** Returns the path, also where the request has no valid `Host`. */
export const pathOf = (url: string): string => /^(?:[a-z]+:\/\/[^/]*)?(\/[^?#]*)/.exec(url)?.[1] ?? ""
