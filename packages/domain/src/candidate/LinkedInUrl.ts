/** Addresses of LinkedIn profiles, in one form: `https://www.linkedin.com/in/<handle>`. */
import { Schema, SchemaTransformation } from "effect"

/** Decodes a path segment to a handle in lower case; empty if it is not a handle. */
const handleOf = (segment: string): string => {
  if (/%(?![0-9a-f]{2})/i.test(segment)) return ""
  try {
    const handle = decodeURIComponent(segment).normalize("NFC").toLowerCase()
    return /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}._-]{1,100}$/u.test(handle) ? handle : ""
  } catch {
    return ""
  }
}

/** Returns the one form of a profile's address; empty if the text is not a profile's address. */
const normalize = (text: string): string => {
  // The URL parser drops control characters and replaces half surrogate pairs silently.
  if (!text.isWellFormed() || /\p{Cc}/u.test(text.trim())) return ""
  const url = URL.parse(text.trim().replace(/^(?!https?:\/\/)/i, "https://"))
  if (url === null || !/^(?:[a-z]{1,3}\.)?linkedin\.com$/.test(url.hostname)) return ""
  const handle = handleOf(/^\/in\/([^/]+)(?:\/[a-z]{2})?\/?$/i.exec(url.pathname)?.[1] ?? "")
  return handle === "" ? "" : `https://www.linkedin.com/in/${encodeURIComponent(handle)}`
}

/**
 * The address of a LinkedIn profile. Decoding converts other spellings (http, no scheme, a country's host, a trailing
 * slash, a query) to one form, and refuses addresses that are not a person's profile.
 */
export const LinkedInUrl = Schema.String.annotate({ description: "The address of a LinkedIn profile" }).pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.isMaxLength(300, { expected: "at most 300 characters" }),
      Schema.isPattern(/^https:\/\/www\.linkedin\.com\/in\/[^/?#\s]+$/, {
        expected: "the address of a LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace"
      })
    ),
    SchemaTransformation.transform({ decode: normalize, encode: (url: string) => url })
  )
)
