/**
 * `bun run python`: generates a Python client from docs/openapi.json, in `dist/python` or another folder (`--to=…`),
 * from which pip can install it. The generator is a Python package,
 * https://github.com/openapi-generators/openapi-python-client. `PYTHON` names the interpreter that has it; `python3` by
 * default.
 */
import { mkdirSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"

const root = join(import.meta.dir, "..")
const { values: { to } } = parseArgs({ options: { to: { type: "string", default: join(root, "dist/python") } } })
const python = process.env["PYTHON"] ?? "python3"

mkdirSync(dirname(resolve(to)), { recursive: true })
const { exitCode } = Bun.spawnSync([
  python,
  "-m",
  "openapi_python_client",
  "generate",
  "--path",
  join(root, "docs/openapi.json"),
  "--config",
  join(root, "packages/client/python/config.yaml"),
  "--output-path",
  resolve(to),
  "--overwrite"
], { stdio: ["ignore", "inherit", "inherit"] })
process.exit(exitCode)
