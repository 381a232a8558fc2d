/** What a file imports, and which package it is part of. */
import { code, lineAt, type SourceFile } from "./Rule.ts"

export interface Import {
  readonly path: string
  readonly line: number
  readonly specifier: string
}

// Type-only imports count: an arrow that only types follow is an arrow.
const statement = new RegExp(
  [
    /^\s*(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']/,
    /^\s*import\s*["']([^"']+)["']/,
    /\b(?:import|require)\(\s*["']([^"']+)["']/
  ].map((form) => form.source).join("|"),
  "gm"
)

/** Every import of a file, with `export … from`, dynamic and type-only ones. */
export const importsOf = ({ path, text }: SourceFile): ReadonlyArray<Import> => {
  const source = code(text)
  return [...source.matchAll(statement)].map((match) => ({
    path,
    line: lineAt(source, match.index + match[0].length),
    specifier: match[1] ?? match[2] ?? match[3] ?? ""
  }))
}

/** The folder of the workspace that a file is in, for example packages/domain; empty for the root and its programs. */
export const workspaceOf = (path: string): string => /^((?:packages|apps)\/[^/]+)\//.exec(`${path}/`)?.[1] ?? ""

/** The package that a specifier names, without a path into it. */
export const packageOf = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** Whether a specifier is a file of the importer's own, and not a package. */
export const isRelative = (specifier: string): boolean => specifier.startsWith(".")

/** Whether a specifier is part of the runtime. */
export const isBuiltin = (specifier: string): boolean => /^(node:|bun(:|$))/.test(specifier)
