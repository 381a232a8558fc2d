/** The careers board of the organization in the console's cache. */
import type { Board } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { feedStaleTime, partStaleTime } from "../../api/queries.ts"
import { type Key, useLoaded } from "../../api/useLoaded.ts"

export type Careers = Board

export const careersKey: Key = ["careers"]

export const useCareers = () =>
  useLoaded(careersKey, async (signal) => (await candor.boards.get({ signal })).board, feedStaleTime)

type Content = { readonly content_type: string; readonly content: string } | null

const dataUrl = (image: Content | undefined): string | undefined =>
  image === null || image === undefined ? undefined : `data:${image.content_type};base64,${image.content}`

/** Returns the logo as a data URL; undefined if there is none. */
export const useLogo = (careers: Careers | undefined): string | undefined => {
  const at = careers?.logo?.updated_at
  return dataUrl(
    useLoaded(
      ["careers", "logo", at ?? ""],
      async (signal) => at === undefined ? null : (await candor.boards.logo({ signal })).logo,
      partStaleTime
    ).value
  )
}

/** Returns the cover picture as a data URL; undefined if there is none. */
export const useCover = ({ cover }: Careers): string | undefined => {
  const at = cover?.updated_at
  return dataUrl(
    useLoaded(
      ["careers", "cover", at ?? ""],
      async (signal) => at === undefined ? null : (await candor.boards.cover({ signal })).cover,
      partStaleTime
    ).value
  )
}
