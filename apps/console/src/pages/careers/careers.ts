/** The careers board of the organization, as the console keeps it. */
import type { Board } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"

export type Careers = Board

export const useCareers = () => useLoaded(["careers"], async (signal) => (await candor.boards.get({ signal })).board)

/** The logo as an address of its data; undefined where there is none. */
export const useLogo = (careers: Careers | undefined): string | undefined => {
  const at = careers?.logo?.updated_at
  const { value } = useLoaded(["careers", "logo", at ?? ""], async (signal) => at === undefined ? null : (await candor.boards.logo({ signal })).logo)
  return value === null || value === undefined ? undefined : `data:${value.content_type};base64,${value.content}`
}

/** What is told once a job is published: where the site is offline, nobody sees the job yet. */
export const publishedText = (careers: Careers | undefined): string =>
  careers?.is_open === false
    ? t("The job is published. Candidates see it once the careers site is online: “Posting” says how.")
    : t("The job is published.")
