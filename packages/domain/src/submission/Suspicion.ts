/** What is odd about a submission, by which it goes to the quarantine. */
import type { Suspicion } from "../application/ReceivedEvents.ts"

/** What is known of other submissions when one arrives. Numbers are counted as far as they matter. */
export interface Signs {
  /** Submissions from its address in `burstMinutes`. */
  readonly of_address: number
  /** Bytes of files from its address in `bytesHours`. */
  readonly bytes_of_address: number
  /** Other addresses that sent its text in `textHours`. */
  readonly of_text: number
  /** Submissions to the organization in `floodMinutes`. */
  readonly of_board: number
}

/** A flood begins at this many submissions to an organization in this many minutes. */
export const [maxOfBoard, floodMinutes] = [300, 5]

/** A school or an employment office sends many people's applications from one address. */
export const [maxOfAddress, burstMinutes] = [60, 10]

/**
 * Bytes of files from one address in this many hours. A person has some megabytes, and a proof of work does not allow
 * more.
 */
export const [maxBytesOfAddress, bytesHours] = [1024 ** 3, 24]

/** Whether an address has sent as much as it may. */
export const isOverBudget = ({ bytes_of_address }: Pick<Signs, "bytes_of_address">): boolean =>
  bytes_of_address >= maxBytesOfAddress

/** Addresses that may send the same text in this many hours: people use templates. */
export const [maxOfText, textHours] = [9, 24]

/** Shorter texts are the same by chance. */
export const minText = 80

/** A person takes longer to fill a form, in milliseconds. */
const minMillis = 2000

/** Whether a flood is on, in which a proof of work is expected. */
export const isFlooded = ({ of_board }: Pick<Signs, "of_board">): boolean => of_board >= maxOfBoard

/** What a submission itself says. */
export interface Conduct {
  /**
   * Whether the trap is filled in, with something that no other field has: autofill gives it what is known of the
   * person.
   */
  readonly honeypot: boolean
  /** Milliseconds from the form to its submission; null where that is not known. */
  readonly millis: number | null
  /** Whether it has a proof of work that was not used before. */
  readonly proven: boolean
}

const compared = (value: unknown): string =>
  typeof value === "string"
    ? value.trim().toLowerCase().replace(/^https?:\/\//, "").replace(/^www\./, "").replace(/\/$/, "")
    : ""

/** The fields of a form that browsers fill in. */
const filledByBrowsers = ["full_name", "email", "primary_email", "phone", "linkedin_url", "website_url"]

/**
 * Whether the trap of a form, `website`, has a text that none of these has: autofill repeats what is known of the
 * person.
 */
export const isTrapped = (fields: Readonly<Record<string, unknown>>): boolean => {
  const filled = compared(fields["website"])
  return filled !== "" && filledByBrowsers.every((name) => compared(fields[name]) !== filled)
}

/**
 * Returns what is odd about a submission. A proof of work is made by the page's script in a browser: it stands for the
 * number of submissions, the time of the form, and the trap, which a browser's autofill is quick to fill in. It does
 * not stand for the texts and the bytes.
 */
export const suspicionsOf = ({ honeypot, millis, proven }: Conduct, signs: Signs): ReadonlyArray<Suspicion> => [
  ...(!proven && honeypot ? ["honeypot" as const] : []),
  ...(!proven && millis !== null && millis >= 0 && millis < minMillis ? ["too_fast" as const] : []),
  ...(!proven && isFlooded(signs) ? ["no_proof" as const] : []),
  ...(signs.of_text >= maxOfText ? ["same_text" as const] : []),
  ...(isOverBudget(signs) || (!proven && signs.of_address >= maxOfAddress) ? ["burst" as const] : [])
]
