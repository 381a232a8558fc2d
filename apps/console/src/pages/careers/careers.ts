/** The careers board of the organization, as the console keeps it. */
import type { Board } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { brought, told } from "../../api/queries.ts"
import { type Key, useLoaded } from "../../api/useLoaded.ts"

export type Careers = Board

export const careersKey: Key = ["careers"]

export const useCareers = () => useLoaded(careersKey, async (signal) => (await candor.boards.get({ signal })).board, told)

/** The logo as an address of its data; undefined where there is none. */
export const useLogo = (careers: Careers | undefined): string | undefined => {
  const at = careers?.logo?.updated_at
  const { value } = useLoaded(["careers", "logo", at ?? ""], async (signal) => at === undefined ? null : (await candor.boards.logo({ signal })).logo, brought)
  return value === null || value === undefined ? undefined : `data:${value.content_type};base64,${value.content}`
}
