/**
 * An architecture rule: a pure function from source files to violations, with planted violations that prove that it can
 * detect something.
 */

/** A file of the repository; the path is relative to its root, with forward slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A violation and its place; `line` counts from 1. */
export interface Violation {
  readonly path: string
  readonly line?: number
  readonly message: string
}

/** Files that violate a rule, and a part of the expected message. */
export interface Planted {
  readonly files: ReadonlyArray<SourceFile>
  readonly says: string
}

export interface Rule {
  readonly name: string
  /** What goes wrong without the rule. */
  readonly why: string
  readonly check: (files: ReadonlyArray<SourceFile>) => ReadonlyArray<Violation>
  /** At least one for every way to violate the rule. */
  readonly planted: readonly [Planted, ...ReadonlyArray<Planted>]
}

/** Makes a file of a planted violation. */
export const file = (path: string, text: string): SourceFile => ({ path, text })

/** Formats a violation as a line of text. */
export const format = ({ line, message, path }: Violation): string =>
  `${path}${line === undefined ? "" : `:${line}`} ${message}`

/** Returns the line of an index in a text. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

const blank = (comment: string) => comment.replace(/[^\n]/g, " ")

/**
 * Returns a TypeScript text with its comments blanked, so that rules do not match prose. Line numbers stay the same.
 */
export const code = (text: string): string =>
  text.replace(/(?<=^|\s)\/\*[\s\S]*?\*\//g, blank).replace(/(?<=^|\s)\/\/.*$/gm, blank)

/** Returns a violation for every match of a pattern in the code of a file. */
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

/** Returns whether a file is a test or its harness, and so not part of a program. */
export const isTest = (path: string): boolean => /(^|\/)test\/|\.test\.ts$/.test(path)

/** Returns whether a file is TypeScript. */
export const isCode = ({ path }: SourceFile): boolean => /\.tsx?$/.test(path)
