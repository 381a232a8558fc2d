/** The letter with a scheduling link. */
import { candor } from "../../api/Client.ts"
import { letters } from "../../declared/linkLetters.made.ts"

type Filled = Readonly<Record<"job" | "name" | "sender" | "url", string>>

/** Returns the letter in the language of the job, or else of the organization. */
export const linkLetter = async (job: string, filled: Filled) => {
  const language = (await candor.jobs.get(job)).job.language ?? (await candor.organizations.get()).organization.language
  const { body, subject } = letters[language?.slice(0, 2).toLowerCase() === "de" ? "de" : "en"]
  const fill = (text: string) => text.replaceAll(/\{(job|name|sender|url)\}/g, (_, name: keyof Filled) => filled[name])
  return { subject: fill(subject), body: fill(body) }
}
