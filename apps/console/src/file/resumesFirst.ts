/** The order in which files are shown. */

interface Typed {
  readonly file: { readonly file_type: string }
}

const rank = ({ file }: Typed): number => Number(file.file_type !== "resume")

/** Résumés first, which a phone shows without scrolling; the rest stays in its order. */
export const resumesFirst = <File extends Typed>(files: ReadonlyArray<File>): ReadonlyArray<File> =>
  files.toSorted((one, other) => rank(one) - rank(other))
