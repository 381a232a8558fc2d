/** Addresses of LinkedIn profiles, in one form: `https://www.linkedin.com/in/<handle>`. */
import { Schema, SchemaTransformation } from "effect"

/** A handle as it is in a path: percent-encoding undone, in lower case; empty where it cannot be one. */
const handleOf = (segment: string): string => {
  if (/%(?![0-9a-f]{2})/i.test(segment)) return ""
  try {
    const handle = decodeURIComponent(segment).normalize("NFC").toLowerCase()
    return /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}._-]{1,100}$/u.test(handle) ? handle : ""
  } catch {
    return ""
  }
}

/** The one form of a profile's address; empty for a text that is no such address. */
const normalize = (text: string): string => {
  // The URL parser drops control characters and replaces half surrogate pairs without a word.
  if (!text.isWellFormed() || /\p{Cc}/u.test(text.trim())) return ""
  const url = URL.parse(text.trim().replace(/^(?!https?:\/\/)/i, "https://"))
  if (url === null || !/^(?:[a-z]{1,3}\.)?linkedin\.com$/.test(url.hostname)) return ""
  const handle = handleOf(/^\/in\/([^/]+)(?:\/[a-z]{2})?\/?$/i.exec(url.pathname)?.[1] ?? "")
  return handle === "" ? "" : `https://www.linkedin.com/in/${encodeURIComponent(handle)}`
}

/**
 * A profile's address. Other spellings of it (http, no scheme, a country's host, a trailing slash, a
 * query) become the one form; anything that is no profile of a person is refused.
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
