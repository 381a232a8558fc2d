/**
 * An architecture rule: a pure function from source files to what is wrong with them, and planted
 * violations that show it can catch something.
 */

/** A file of the repository; the path is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** One thing that is wrong, and where; `line` counts from 1. */
export interface Violation {
  readonly path: string
  readonly line?: number
  readonly message: string
}

/** Files that break a rule, and a part of the message that it answers with. */
export interface Planted {
  readonly files: ReadonlyArray<SourceFile>
  readonly says: string
}

export interface Rule {
  readonly name: string
  /** What goes wrong without it. */
  readonly why: string
  readonly check: (files: ReadonlyArray<SourceFile>) => ReadonlyArray<Violation>
  /** At least one for every way in which the rule can be broken. */
  readonly planted: readonly [Planted, ...ReadonlyArray<Planted>]
}

/** A file of a planted violation. */
export const file = (path: string, text: string): SourceFile => ({ path, text })

/** A violation as a line of text. */
export const format = ({ line, message, path }: Violation): string =>
  `${path}${line === undefined ? "" : `:${line}`} ${message}`

/** The line that an index of a text is on. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

const blank = (comment: string) => comment.replace(/[^\n]/g, " ")

/** A TypeScript text with its comments blanked, so that rules do not trip over prose. Lines stay where they are. */
export const code = (text: string): string =>
  text.replace(/(?<=^|\s)\/\*[\s\S]*?\*\//g, blank).replace(/(?<=^|\s)\/\/.*$/gm, blank)

/** A violation for every match of a pattern in the code of a file. */
export const matches = (
  { path, text }: SourceFile,
  pattern: RegExp,
  message: (match: RegExpExecArray) => string
): ReadonlyArray<Violation> => {
  const source = code(text)
  return [...source.matchAll(pattern)].map((match) => ({
    path,
    line: lineAt(source, match.index),
    message: message(match)
  }))
}

/** Whether a file is a test or stands beside tests, and so is no part of what runs. */
export const isTest = (path: string): boolean => /(^|\/)test\/|\.test\.ts$/.test(path)

/** Whether a file is TypeScript. */
export const isCode = ({ path }: SourceFile): boolean => /\.tsx?$/.test(path)
