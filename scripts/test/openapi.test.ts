/** The committed OpenAPI document, as strangers read it. */
import { beforeAll, describe, expect, test } from "bun:test"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

const root = join(import.meta.dir, "../..")
const path = join(root, "docs/openapi.json")
const spectralFolder = join(root, ".ci/spectral")

/** Runs a linter, and returns what it wrote as JSON. */
const run = async <Found>(args: ReadonlyArray<string>): Promise<Found> => {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: root,
    // Without the last stage of the compiler, Spectral takes a quarter less of a processor.
    env: {
      PATH: process.env["PATH"],
      BUN_JSC_useFTLJIT: "0",
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore"
  })
  const text = await new Response(child.stdout).text()
  return JSON.parse(text.slice(0, text.search(/[\]}][^\]}]*$/) + 1))
}

/** What a linter finds in each of the files. */
type Lint = (files: ReadonlyArray<string>) => Promise<ReadonlyArray<ReadonlyArray<string>>>

/** What Redocly finds by its recommended rules. It asks no other host. */
const redocly: Lint = (files) =>
  Promise.all(files.map(async (file) => {
    const { problems } = await run<
      { readonly problems: ReadonlyArray<{ readonly ruleId: string; readonly message: string }> }
    >(
      [join(root, "node_modules/@redocly/cli/bin/cli.js"), "lint", file, "--extends", "recommended", "--format", "json"]
    )
    return problems.map(({ message, ruleId }) => `${ruleId}: ${message}`)
  }))

/**
 * What Spectral finds by its own rules, all files in one process, which takes long to start. It is installed from its
 * own lockfile: it has four times the packages of Candor. One of them would tell its makers of the installation.
 */
const spectral: Lint = async (files) => {
  const install = ["install", "--frozen-lockfile", "--ignore-scripts", "--silent"]
  const installed = Bun.spawnSync([process.execPath, ...install], { cwd: spectralFolder })
  expect(installed.exitCode, installed.stderr.toString()).toBe(0)
  const problems = await run<
    ReadonlyArray<{ readonly code: string; readonly message: string; readonly source: string }>
  >([
    join(spectralFolder, "node_modules/@stoplight/spectral-cli/dist/index.js"),
    "lint",
    ...files,
    "--ruleset",
    join(spectralFolder, "ruleset.yaml"),
    "--format",
    "json"
  ])
  expect(problems.filter(({ source }) => !files.includes(source))).toEqual([])
  return files.map((file) =>
    problems.filter(({ source }) => source === file).map(({ code, message }) => `${code}: ${message}`)
  )
}

/** A document with something missing that each linter misses. */
const worse = {
  openapi: "3.1.0",
  info: { title: "Worse", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
  tags: [{ name: "Jobs" }],
  paths: {
    "/jobs": {
      get: {
        operationId: "Jobs.list",
        summary: "List jobs",
        tags: ["Jobs"],
        responses: { 200: { description: "Jobs" } }
      }
    }
  }
}

describe.each(
  [
    ["Redocly's recommended rules", redocly, ["no-empty-servers", "tag-description", "operation-4xx-response"]],
    ["Spectral's rules for OpenAPI", spectral, ["oas3-api-servers", "operation-description", "info-contact"]]
  ] as const
)("%s", (_, lint, missed) => {
  let found: ReadonlyArray<ReadonlyArray<string>> = []

  beforeAll(async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "candor-openapi-")))
    const other = join(folder, "worse.json")
    await Bun.write(other, JSON.stringify(worse))
    found = await lint([path, other])
    rmSync(folder, { recursive: true })
  })

  test("find nothing in the document", () => {
    // Ids are UUIDs, and `by-external-id` is none.
    expect(found[0]!.filter((problem) => !/^no-ambiguous-paths: .*\/by-external-id\//.test(problem))).toEqual([])
  })

  test("find what is missing in another one", () => {
    for (const rule of missed) expect(found[1]).toContainEqual(expect.stringContaining(`${rule}:`))
  })
})

test("the document has at most 192 KiB over the wire", async () => {
  const text = JSON.stringify(await Bun.file(path).json())
  // The level of FixedDocument.ts, which serves it.
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(192 * 1024)
})
