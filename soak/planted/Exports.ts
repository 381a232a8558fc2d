/** Faults by which the export of a person lacks something, and looks whole. */
import type { PlantedFault } from "./PlantedFault.ts"

const tests = ["apps/api/test/rules/exports.test.ts"]

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "exports",
    says: "An export leaves out the last chunk of a content",
    file: "apps/api/src/files/ExportedContents.ts",
    find: "Stream.concat(letters, Stream.suspend(() => Stream.succeed(encoder.end())))",
    replace: "letters",
    tests,
    pattern: "has the content of each file to its last byte"
  },
  {
    breaks: "exports",
    says: "A content that ends before its size is exported as a whole one",
    file: "apps/api/src/files/ExportedContents.ts",
    find: "read === size_bytes ? Effect.void",
    replace: "read <= size_bytes ? Effect.void",
    tests,
    pattern: "ends the connection"
  },
  {
    breaks: "exports",
    says: "An export begins that lacks a content",
    file: "apps/api/src/files/ExportedContents.ts",
    find: "  yield* Effect.forEach(stored,",
    replace: "  yield* Effect.forEach(stored.slice(0, 1),",
    tests,
    pattern: "an error before anything is sent"
  },
  {
    breaks: "exports",
    says: "A tool's export has the contents of files",
    file: "apps/api/src/mcp/ToolOperations.ts",
    find: "[\"Candidates.export\", { files: \"false\" }]",
    replace: "[\"Candidates.export\", {}]",
    tests: ["apps/api/test/mcp/operations.test.ts"],
    pattern: "an export for a tool is without the contents of files"
  }
]
