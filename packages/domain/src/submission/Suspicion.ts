/** Reasons for quarantining a submission. */
import type { Suspicion } from "../application/ReceivedEvents.ts"

/** Data about other submissions when one arrives. Counting stops at the limits. */
export interface Signs {
  /** The number of submissions from its address in `burstMinutes`. */
  readonly of_address: number
  /** The bytes of files from its address in `bytesHours`. */
  readonly bytes_of_address: number
  /** The number of other addresses that sent the same text in `textHours`. */
  readonly of_text: number
  /** The number of submissions to the organization in `floodMinutes`. */
  readonly of_board: number
}

/** The number of submissions to an organization in this many minutes that is a flood. */
export const [maxOfBoard, floodMinutes] = [300, 5]

/**
 * The most submissions from one address in this many minutes. A school or an employment office sends many people's
 * applications from one address.
 */
export const [maxOfAddress, burstMinutes] = [60, 10]

/**
 * The most bytes of files from one address in this many hours. A person sends some megabytes; a proof of work does not
 * lift this limit.
 */
export const [maxBytesOfAddress, bytesHours] = [1024 ** 3, 24]

/** Tells whether an address has used up its bytes. */
export const isOverBudget = ({ bytes_of_address }: Pick<Signs, "bytes_of_address">): boolean =>
  bytes_of_address >= maxBytesOfAddress

/** The most addresses that may send the same text in this many hours: people use templates. */
export const [maxOfText, textHours] = [9, 24]

/** The least length of a compared text: shorter ones are equal by chance. */
export const minText = 80

/** The least milliseconds in which a person fills in a form. */
const minMillis = 2000

/** Tells whether there is a flood, during which a proof of work is expected. */
export const isFlooded = ({ of_board }: Pick<Signs, "of_board">): boolean => of_board >= maxOfBoard

/** Signs in the submission itself. */
export interface Conduct {
  /**
   * Whether the trap is filled in with something that is in no other field: autofill fills it with data of the person.
   */
  readonly honeypot: boolean
  /** Milliseconds from loading the form to submitting it; null if unknown. */
  readonly millis: number | null
  /** Whether it has an unused proof of work. */
  readonly proven: boolean
}

const compared = (value: unknown): string =>
  typeof value === "string"
    ? value.trim().toLowerCase().replace(/^https?:\/\//, "").replace(/^www\./, "").replace(/\/$/, "")
    : ""

/** The fields of a form that browsers fill in automatically. */
const filledByBrowsers = ["full_name", "email", "primary_email", "phone", "linkedin_url", "website_url"]

/**
 * Tells whether the trap of a form, `website`, has a text that is in none of these fields: autofill repeats known data
 * of the person.
 */
export const isTrapped = (fields: Readonly<Record<string, unknown>>): boolean => {
  const filled = compared(fields["website"])
  return filled !== "" && filledByBrowsers.every((name) => compared(fields[name]) !== filled)
}

/**
 * Returns the reasons for suspicion. A proof of work, made by the page's script in a browser, dispels those about the
 * number of submissions, the time of the form, and the trap, which autofill may fill in. It does not dispel those about
 * texts and bytes.
 */
export const suspicionsOf = ({ honeypot, millis, proven }: Conduct, signs: Signs): ReadonlyArray<Suspicion> => [
  ...(!proven && honeypot ? ["honeypot" as const] : []),
  ...(!proven && millis !== null && millis >= 0 && millis < minMillis ? ["too_fast" as const] : []),
  ...(!proven && isFlooded(signs) ? ["no_proof" as const] : []),
  ...(signs.of_text >= maxOfText ? ["same_text" as const] : []),
  ...(isOverBudget(signs) || (!proven && signs.of_address >= maxOfAddress) ? ["burst" as const] : [])
]
