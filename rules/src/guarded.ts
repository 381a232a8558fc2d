/** A single module connects to servers whose addresses members type in. */
import { importsOf } from "./Imports.ts"
import { file, isCode, isTest, type Rule } from "./Rule.ts"

const room = "packages/connections/src/guarded/"

/**
 * Modules that connect to any address, including private ones. Connections to addresses from operators use
 * `BoundedFetch`.
 */
const modules = /^node:(https?|http2)$/

export const guarded: Rule = {
  name: "requests to addresses that members type in go through one guard",
  why: "a webhook or a calendar of a private address would show what is there (GuardedRequest, Exchange)",
  check: (files) =>
    files.filter((source) =>
      isCode(source) && /^(packages|apps)\/[^/]+\/src\//.test(source.path) && !isTest(source.path) &&
      !source.path.startsWith(room)
    ).flatMap((source) =>
      importsOf(source).filter(({ specifier }) => modules.test(specifier)).map(({ line, path, specifier }) => ({
        path,
        line,
        message: `imports ${specifier}, which connects to any address: ${room}Exchange.ts does it`
      }))
    ),
  planted: [
    {
      files: [file("packages/background/src/One.ts", `import * as https from "node:https"`)],
      says: "imports node:https"
    },
    { files: [file("apps/api/src/One.ts", `const { request } = await import("node:http")`)], says: "imports node:http" }
  ]
}
