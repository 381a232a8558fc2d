/** The keys J and K focus the next and the previous row of a page's lists, as on a board. */
import { usePageKey } from "../parts/usePageKey.ts"

const go = (by: number) => {
  const links = [...document.querySelectorAll<HTMLElement>("main :is(.row-link, .list-link, .table th a)")]
  const at = links.findIndex((link) => link.closest(":is(li,tr)")?.contains(document.activeElement))
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus()
}

export const useRowKeys = (): void => {
  usePageKey("j", () => go(1))
  usePageKey("k", () => go(-1))
}
