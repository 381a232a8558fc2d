/** The committed OpenAPI document, as strangers read it. */
import { describe, expect, test } from "bun:test"
import { join } from "node:path"

const root = join(import.meta.dir, "..")
const path = join(root, "docs/openapi.json")

interface Problem {
  readonly ruleId: string
  readonly severity: string
  readonly message: string
}

/** What Redocly finds by its recommended rules. It asks no other host. */
const lint = async (file: string): Promise<ReadonlyArray<string>> => {
  const child = Bun.spawn(
    [process.execPath, join(root, "node_modules/@redocly/cli/bin/cli.js"), "lint", file, "--extends", "recommended", "--format", "json"],
    {
      cwd: root,
      env: { PATH: process.env["PATH"], REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore"
    }
  )
  const { problems }: { readonly problems: ReadonlyArray<Problem> } = JSON.parse(await new Response(child.stdout).text())
  return problems.map(({ message, ruleId, severity }) => `${severity} ${ruleId}: ${message}`)
}

describe("Redocly's recommended rules", () => {
  test("find nothing in the document", async () => {
    expect(await lint(path)).toEqual([])
  })

  test("find what is missing", async () => {
    const { servers: _, ...document } = await Bun.file(path).json()
    const worse = join(process.env["TMPDIR"] ?? "/tmp", `openapi-${crypto.randomUUID()}.json`)
    await Bun.write(worse, JSON.stringify({ ...document, tags: [{ name: "Jobs" }] }))
    const found = await lint(worse)
    await Bun.file(worse).delete()
    expect(found).toContainEqual(expect.stringMatching(/^error no-empty-servers/))
    expect(found).toContainEqual(expect.stringMatching(/^warn tag-description/))
  })
})

test("nothing that operations have in common is written out twice: the document has under 160 lines for each", async () => {
  const text = await Bun.file(path).text()
  const { paths }: { readonly paths: Readonly<Record<string, object>> } = JSON.parse(text)
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods))
  expect(text.split("\n").length).toBeLessThan(160 * operations.length)
})
