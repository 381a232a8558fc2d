/** Texts for signals: the names of the kinds, and the findings. */
import type { Signal } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { partStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Marked, msg, t } from "../../language/text.tsx"

export type Kind = Signal["kind"]

/** The kinds, with their names. */
export const kinds: { readonly [K in Kind]: Marked } = {
  similar_text: msg("Nearly the same text"),
  same_file: msg("Same file"),
  shared_phone: msg("Same phone number"),
  shared_network: msg("Same network"),
  fast_form: msg("Sent very fast"),
  throwaway_email: msg("Short-lived email address"),
  model_instructions: msg("Instructions to an AI")
}

/** Descriptions of the kinds, for the choice of signals. */
export const meanings: { readonly [K in Kind]: Marked } = {
  similar_text: msg("The letter, long answers or the résumé are nearly those of other people."),
  same_file: msg("A file is the same as that of another person."),
  shared_phone: msg("Another person gave the same phone number."),
  shared_network: msg("Several other people applied from the same range of IP addresses within a day."),
  fast_form: msg("The form was sent sooner than it can be read."),
  throwaway_email: msg("The email address belongs to a service for short-lived addresses."),
  model_instructions: msg("A file or an answer tells an AI what to say, or has text that people can't see.")
}

export const kindsInOrder = Object.keys(kinds) as ReadonlyArray<Kind>

/** Describes what was found. */
export const saidOf = ({ kind, reason }: Pick<Signal, "kind" | "reason">): string => {
  const {
    domain = "",
    filename = "",
    part,
    percent_shared = 0,
    phone = "",
    quote = "",
    reading_seconds = 0,
    seconds = 0
  } = reason
  switch (kind) {
    case "similar_text":
      return part === "resume"
        ? t("About {percent}% of the résumé's wording is the same as in the nearest other one.", {
          percent: percent_shared
        })
        : t("About {percent}% of the letter's wording is the same as in the nearest other one.", {
          percent: percent_shared
        })
    case "same_file":
      return t("{name} is the same file that someone else sent.", { name: filename })
    case "shared_phone":
      return t("Someone else also gave {phone}.", { phone })
    case "shared_network":
      return t("Several other people applied from the same range of IP addresses within a day.")
    case "fast_form":
      return t(
        "Sent {seconds, plural, one {# second} other {# seconds}} after the first input. Skimming the form takes about {least}.",
        { seconds, least: reading_seconds }
      )
    case "throwaway_email":
      return t("{domain} is a service for short-lived email addresses.", { domain })
    case "model_instructions":
      return reason.is_hidden === true
        ? t("{name} has text that people can't see: “{quote}”", { name: filename, quote })
        : t("Reads like instructions to an AI: “{quote}”", { quote })
  }
}

/** Joins the names of kinds. */
export const namesOf = (some: ReadonlyArray<Kind>): string => some.map((kind) => t(kinds[kind])).join(", ")

/** Loads the signals of an application. */
export const useSignals = (application: string) =>
  useLoaded(
    ["application", application, "signals"],
    async (signal) => (await candor.signals.ofApplication(application, { signal })).signals,
    partStaleTime
  )

/** Loads the signals of a held application. */
export const useHeldSignals = (submission: string) =>
  useLoaded(
    ["submission", submission, "signals"],
    async (signal) => (await candor.signals.ofSubmission(submission, { signal })).signals
  )
