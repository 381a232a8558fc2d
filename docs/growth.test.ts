/** The growth of every read is measured: whatever can be read has a row on the page of benchmarks, or a reason for none. */
import { reads, withoutRow } from "../bench/Reads.ts"
import { expect, test } from "bun:test"
import { join } from "node:path"
import type { Document } from "./src/Nouns.ts"

const document: Document = await Bun.file(join(import.meta.dir, "openapi.json")).json()

/** The paths that have a GET, below `/api/v1`. */
const readable = Object.entries(document.paths)
  .filter(([path, methods]) => "get" in methods && path.startsWith("/api/v1/"))
  .map(([path]) => path.slice("/api/v1".length))

test("bun run bench:scale measures every read, or says why not", () => {
  const listed = [...reads.map(({ operation }) => operation), ...withoutRow.map(([operation]) => operation)]
  expect(readable.length).toBeGreaterThan(30)
  expect([...new Set(listed)].toSorted()).toEqual(readable.toSorted())
})

test("every read that is measured has a name of its own", () => {
  const names = reads.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
