/** Finds what a file imports, and which package it belongs to. */
import { code, lineAt, type SourceFile } from "./Rule.ts"

export interface Import {
  readonly path: string
  readonly line: number
  readonly specifier: string
}

// Type-only imports count: a dependency of types is a dependency.
const statement = new RegExp(
  [
    /^\s*(?:import|export)\b[^"'`;]*?\bfrom\s*["']([^"']+)["']/,
    /^\s*import\s*["']([^"']+)["']/,
    /\b(?:import|require)\(\s*["']([^"']+)["']/
  ].map((form) => form.source).join("|"),
  "gm"
)

/** Returns all imports of a file, including `export … from`, dynamic and type-only ones. */
export const importsOf = ({ path, text }: SourceFile): ReadonlyArray<Import> => {
  const source = code(text)
  return [...source.matchAll(statement)].map((match) => ({
    path,
    line: lineAt(source, match.index + match[0].length),
    specifier: match[1] ?? match[2] ?? match[3] ?? ""
  }))
}

/** Returns the workspace folder of a file, such as packages/domain; empty for the root and its programs. */
export const workspaceOf = (path: string): string => /^((?:packages|apps)\/[^/]+)\//.exec(`${path}/`)?.[1] ?? ""

/** Returns the package of a specifier, without a path into it. */
export const packageOf = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** Returns whether a specifier is a relative path, and not a package. */
export const isRelative = (specifier: string): boolean => specifier.startsWith(".")

/** Returns whether a specifier is part of the runtime. */
export const isBuiltin = (specifier: string): boolean => /^(node:|bun(:|$))/.test(specifier)
