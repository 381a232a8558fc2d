/** Addresses of LinkedIn profiles, in their normal form: `https://www.linkedin.com/in/<key>`. */
import { Schema } from "effect"
import { converted } from "../Text.ts"
import { linkedInKey } from "./LinkedInKey.ts"
import { because } from "../IssueReason.ts"

const encodeKey = (key: string): string =>
  encodeURIComponent(key).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the normal form of a profile's address; empty if the text is not one. */
const normalize = (text: string): string => {
  const key = linkedInKey(text)
  return key === "" ? "" : `https://www.linkedin.com/in/${encodeKey(key)}`
}

/**
 * The address of a LinkedIn profile in a request. Decoding normalizes the forms that people copy: other hosts and
 * schemes, pages of the profile, tracking, links of mail programs, old addresses. It refuses addresses that are not a
 * person's profile.
 */
export const LinkedInUrl = converted(
  {},
  normalize,
  Schema.String.check(
    Schema.isPattern(/^https:\/\/www\.linkedin\.com\/in\/[^/?#\s]+$/, {
      expected:
        "the URL of a LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace; a page of a company, " +
        "a school or a job, and a short link (lnkd.in), are none",
      ...because("not_linked_in_profile")
    })
  )
)
