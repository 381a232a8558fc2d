import { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { commands } from "./Commands.ts"

const main = await program("candor")
const { folder: scratch, start } = processes("cli")

/** Runs a command as a process. */
const spawned = (directory: string, more?: Record<string, string>) => (...args: ReadonlyArray<string>) =>
  start([process.execPath, main, ...args], { env: { CANDOR_DATA_DIR: directory, ...more } }).ended

const { candor, candorWith } = commands()

/** Returns the parsed result of a command that must succeed and print nothing to stderr. */
const result = async (args: ReadonlyArray<string>, run = candor) => {
  const { code, stderr, stdout } = await run(...args, "--json")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

/** Returns the error line of a command that must be refused and print no result. */
const refusal = async (args: ReadonlyArray<string>, run = candor) => {
  const { code, stderr, stdout } = await run(...args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  return stderr.trim()
}

const nobody = "0197f3a2-5b1c-7d4e-8f60-123456789abc"

describe("candor", () => {
  test("creates an organization and keys of its members, lists them and revokes them", async () => {
    const { id, ...organization } = await result(["organizations", "create", "--name", "Acme", "--plan", "starter"])
    expect(organization).toEqual({ name: "Acme", plan: "starter" })
    const organizations: ReadonlyArray<{ id: string }> = await result(["organizations", "list"])
    expect(organizations.filter((one) => one.id === id)).toEqual([{ id, ...organization }])

    const create = ["keys", "create", "--organization", id, "--user-email", "ada@example.com"]
    const write = await result([...create, "--scope", "write", "--name", "CI", "--expires-at", "2100-01-31"])
    expect(write).toMatchObject({ scope: "write", name: "CI", expires_at: "2100-01-31T00:00:00.000Z" })
    expect(write.key).toMatch(/^candor_[0-9a-f]{80}$/)
    const read = await result([...create, "--scope", "read"])
    expect(read.user_id).toBe(write.user_id)

    await result(["keys", "revoke", "--organization", id, read.id])
    const listed: ReadonlyArray<{ id: string; revoked_at: string | null }> = await result([
      "keys",
      "list",
      "--organization",
      id
    ])
    expect(listed.map((key) => [key.id, key.revoked_at !== null])).toEqual([[read.id, true], [write.id, false]])
    expect(JSON.stringify(listed)).not.toContain(write.key)
  })

  test("a key has at most its member's role, which members update changes, and the last active admin keeps", async () => {
    const { id } = await result(["organizations", "create", "--name", "Acme", "--plan", "free"])
    const create = (
      email: string,
      scope: string
    ) => ["keys", "create", "--organization", id, "--user-email", email, "--scope", scope]
    const { user_id: ada } = await result(create("ada@example.com", "admin"))
    const { user_id: alan } = await result(create("alan@example.com", "read"))
    expect(await refusal(create("alan@example.com", "write"))).toContain("--scope read or less, the member's role")
    const update = (
      member: string,
      ...more: ReadonlyArray<string>
    ) => ["members", "update", "--organization", id, member, ...more]
    expect(await result(update(alan, "--role", "write"))).toMatchObject({ id: alan, role: "write", status: "active" })
    await result(create("alan@example.com", "write"))
    await result(update(alan, "--status", "deactivated"))
    expect(await refusal(create("alan@example.com", "read"))).toContain("deactivated")
    for (const change of [["--role", "write"], ["--status", "deactivated"]]) {
      expect(await refusal(update(ada, ...change))).toContain(`${ada} is the organization's last active admin`)
    }
    expect(await refusal(update(nobody, "--role", "read"))).toContain(nobody)
    const { stdout } = await candor("members", "list", "--organization", id)
    expect(stdout.trimEnd().split("\n").map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
      ["ID", "ROLE", "STATUS", "EMAIL"],
      [alan, "write", "deactivated", "alan@example.com"],
      [ada, "admin", "active", "ada@example.com"]
    ])
  })

  test("makes a link by which an active member signs in, and says where to open it", async () => {
    const { id } = await result(["organizations", "create", "--name", "Acme", "--plan", "free"])
    const { user_id } = await result([
      "keys",
      "create",
      "--organization",
      id,
      "--user-email",
      "ada@example.com",
      "--scope",
      "admin"
    ])
    const link = (member: string) => ["members", "sign-in-link", "--organization", id, member]
    const { path, token } = await result(link(user_id))
    expect(token).toMatch(/^candor_link_[0-9a-f]{80}$/)
    expect(path).toBe(`/console/first#token=${token}&email=ada%40example.com`)
    expect((await candor(...link(user_id))).stdout).toMatch(
      /It works once, until .*:\nhttp:\/\/127\.0\.0\.1:3000\/console\/first#token=candor_link_\w+&email=ada%40example\.com\n$/
    )
    expect(await refusal(link(nobody))).toContain(nobody)
  })

  test("loads the demo once, with an address that follows HOST and PORT", async () => {
    const demo = await result(["demo"], candorWith({ PORT: "4321" }))
    expect(Object.keys(demo)).toEqual(["base_url", "organization_id", "keys"])
    expect(demo.base_url).toBe("http://127.0.0.1:4321/api/v1")
    expect(Object.keys(demo.keys)).toEqual(["admin", "write", "read", "other_author", "other_organization"])
    expect(await refusal(["demo"])).toContain("already")
  })

  test("says what was not found", async () => {
    const { id } = await result(["organizations", "create", "--name", "Acme", "--plan", "free"])
    expect(await refusal(["keys", "list", "--organization", nobody])).toBe(
      `There is no organization ${nobody} (see candor organizations list).`
    )
    expect(await refusal(["keys", "revoke", "--organization", id, nobody])).toContain(nobody)
    const late = ["keys", "create", "--organization", id, "--user-email", "ada@example.com", "--scope", "read"]
    expect(await refusal([...late, "--expires-at", "2020-01-01"])).toContain("--expires-at")
    expect(await result(["members", "list", "--organization", id])).toEqual([])
  })

  test("names DATABASE_URL when its server does not answer", async () => {
    const url = "postgres://postgres:secret@127.0.0.1:1/none"
    const line = await refusal(["organizations", "list"], spawned(join(scratch, "not opened"), { DATABASE_URL: url }))
    expect(line).toContain("DATABASE_URL")
    expect(line).not.toContain("secret")
  })
})
