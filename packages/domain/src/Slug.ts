/** The readable part of a job's public address. */

/** The slug of a title before it is made unique: lower case, ASCII, words joined by hyphens. */
export const base = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80)
    .replace(/-+$/, "") || "job"

/** The first of `engineer`, `engineer-2`, `engineer-3`, … that is not taken. */
export const slugFor = (title: string, taken: ReadonlySet<string>): string => {
  const first = base(title)
  let slug = first
  for (let n = 2; taken.has(slug); n++) slug = `${first}-${n}`
  return slug
}
