/** The readable part of a job's public address. */

/** Latin letters that Unicode does not decompose into an ASCII letter and a mark. */
const spelledOut: { readonly [letter: string]: string } = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", þ: "th" }

/** The most characters of a slug without its number. */
const maxLength = 80

/**
 * Returns the slug of a title before it is made unique: lower case, ASCII, words joined by hyphens. `nothing` replaces
 * an empty slug.
 */
export const base = (title: string, nothing = "job"): string =>
  title
    .replace(/[ßæœøłđþ]/gi, (letter) => spelledOut[letter.toLowerCase()]!)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, maxLength)
    .replace(/-+$/, "") || nothing

/** Returns the first of `engineer`, `engineer-2`, `engineer-3`, … that is not taken. */
export const slugFor = (title: string, taken: ReadonlySet<string>, nothing?: string): string => {
  const first = base(title, nothing)
  let slug = first
  for (let n = 2; taken.has(slug); n++) slug = `${first}-${n}`
  return slug
}
