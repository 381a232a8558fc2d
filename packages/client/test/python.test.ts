/** The client for Python, generated and used where its generator is installed. */
import { servers } from "@candor/process/testing/Servers"
import { expect, test } from "bun:test"
import { join } from "node:path"
import { demo } from "./Demo.ts"

const root = join(import.meta.dir, "../../..")
const python = process.env["PYTHON"] ?? "python3"
const own = servers("python")

/** Whether there is a Python with the generator, whose needs are those of the generated client and more. */
const isThere = Bun.which(python) !== null &&
  Bun.spawnSync([python, "-c", "import openapi_python_client"]).exitCode === 0

if (!isThere) {
  test("NOT SHOWN HERE, because no Python has openapi-python-client: a client for Python lists, creates and follows the feed", () => {
    console.log(`${python} has no openapi-python-client: python3 -m pip install openapi-python-client==0.29.0`)
  })
} else {
  test("a client for Python, which openapi-python-client made of the document, lists, creates and follows the feed", async () => {
    const made = join(own.folder, "made")
    const generating = await own.start([process.execPath, join(root, "scripts/python.ts"), `--to=${made}`], {
      cwd: root,
      env: { PYTHON: python }
    }).ended
    expect(generating).toMatchObject({ code: 0 })
    const { apiKey, origin } = await demo(own)
    const program = join(root, "packages/client/python/program.py")
    const { code, stderr, stdout } = await own.start([python, program, origin, apiKey], { env: { PYTHONPATH: made } })
      .ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(JSON.parse(stdout)).toEqual({
      is_same_job: true,
      is_newest: true,
      is_typed: "not_found",
      has_request_id: true
    })
  })
}
