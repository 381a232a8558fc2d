/** The display order of files. */

interface Typed {
  readonly file: { readonly file_type: string }
}

const rank = ({ file }: Typed): number => Number(file.file_type !== "resume")

/** Returns the files with résumés first, so that a phone shows them without scrolling; the others keep their order. */
export const resumesFirst = <File extends Typed>(files: ReadonlyArray<File>): ReadonlyArray<File> =>
  files.toSorted((one, other) => rank(one) - rank(other))
