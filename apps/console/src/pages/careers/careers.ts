/** The careers board of the organization, as the console keeps it. */
import type { Board } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"

export type Careers = Board

export const useCareers = () => useLoaded(["careers"], async (signal) => (await candor.boards.get({ signal })).board)

/** The logo as an address of its data; undefined where there is none. */
export const useLogo = (careers: Careers | undefined): string | undefined => {
  const at = careers?.logo?.updated_at
  const { value } = useLoaded(["careers", "logo", at ?? ""], async (signal) => at === undefined ? null : (await candor.boards.logo({ signal })).logo)
  return value === null || value === undefined ? undefined : `data:${value.content_type};base64,${value.content}`
}
