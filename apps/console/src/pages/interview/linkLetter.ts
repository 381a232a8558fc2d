/** The letter with a scheduling link. */
import { candor } from "../../api/Client.ts"
import { letters } from "../../declared/linkLetters.made.ts"

type Filled = Readonly<Record<"job" | "name" | "sender" | "url", string>>

const isSpoken = (language: string): language is keyof typeof letters => language in letters

/** Returns the letter in the first of these languages that has one. */
export const letterIn = (...languages: ReadonlyArray<string | null>) =>
  letters[languages.map((language) => language?.slice(0, 2).toLowerCase() ?? "").find(isSpoken) ?? "en"]

/** Loads the letter in the language of the job or else of the organization; returns a function that fills it in. */
export const loadLinkLetter = async (id: string) => {
  const [{ job }, { organization }] = await Promise.all([candor.jobs.get(id), candor.organizations.get()])
  const { body, subject } = letterIn(job.language, organization.language)
  return (filled: Filled) => {
    const fill = (text: string) =>
      text.replaceAll(/\{(job|name|sender|url)\}/g, (_, name: keyof Filled) => filled[name])
    return { subject: fill(subject), body: fill(body) }
  }
}
