/** Passwords of a file, found as libpq finds them; and files that are refused. */
import { afterAll, expect, test } from "bun:test"
import { Redacted } from "effect"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { read } from "../src/database/ConnectionParameters.ts"
import * as PasswordFile from "../src/database/PasswordFile.ts"

const folder = mkdtempSync(join(tmpdir(), "candor-passfile-"))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, "pgpass")

/** The password of an address with this file. */
const found = (url: string, text: string, mode = 0o600): string | undefined => {
  rmSync(path, { force: true })
  writeFileSync(path, text)
  // Whatever the umask of the process is.
  chmodSync(path, mode)
  const { password } = PasswordFile.applied(read(url, { passfile: path }))
  return password && Redacted.value(password)
}

const address = "postgres://ada@db.example/candor"

test.each<[what: string, url: string, text: string, password: string | undefined]>([
  ["each field", address, "db.example:5432:candor:ada:geheim\n", "geheim"],
  ["any", address, "*:*:*:*:geheim", "geheim"],
  [
    "the first line that fits",
    address,
    "other:*:*:*:a\n*:5433:*:*:b\n*:*:other:*:c\n*:*:*:eve:d\n*:*:*:*:e\n*:*:*:*:f\n",
    "e"
  ],
  ["none that fits", address, "db.exampl:*:*:*:a\ndb.example.:*:*:*:b\n*x:*:*:*:c\n:*:*:*:d\n", undefined],
  ["escaped colons and backslashes", "postgres://a%3Ab%5C@db.example/candor", "*:*:*:a\\:b\\\\:x\\:y\\\\z\n", "x:y\\z"],
  ["what follows a further colon is no part of it", address, "*:*:*:*:geheim:x\n", "geheim"],
  ["a backslash at the end is itself", address, "*:*:*:*:geheim\\", "geheim\\"],
  ["comments, empty and broken lines", address, "#*:*:*:*:a\n\n*:*:*\n*:*:*:*:geheim\r\n", "geheim"],
  ["an empty password", address, "*:*:*:*:\n*:*:*:*:x\n", ""],
  ["the user's database where none is named", "postgres://ada@db.example", "*:*:ada:ada:geheim\n", "geheim"],
  [
    "the default directory of sockets",
    "postgres://ada@%2Fvar%2Frun%2Fpostgresql/candor",
    "localhost:5432:*:*:geheim\n",
    "geheim"
  ],
  ["another one", "postgres://ada@%2Fsockets/candor", "localhost:*:*:*:a\n/sockets:*:*:*:geheim\n", "geheim"],
  [
    "the name, and not the address",
    `${address}?hostaddr=10.0.0.7`,
    "10.0.0.7:*:*:*:a\ndb.example:*:*:*:geheim\n",
    "geheim"
  ],
  [
    "the address where there is no name",
    "postgres://ada@/candor?hostaddr=10.0.0.7",
    "10.0.0.7:*:*:*:geheim\n",
    "geheim"
  ],
  [
    "several hosts with one password",
    "postgres://ada@a,b:5433/candor",
    "a:5432:*:*:geheim\nb:5433:*:*:geheim\n",
    "geheim"
  ],
  ["a password of the address", "postgres://ada:own@db.example/candor", "*:*:*:*:geheim\n", "own"]
])("%s", (_, url, text, password) => {
  expect(found(url, text)).toBe(password)
})

test("a file that others may read, that is none, or with several passwords for one address is refused by name", () => {
  expect(() => found(address, "*:*:*:*:geheim\n", 0o640)).toThrow(
    /^Expected passfile \(or PGPASSFILE\) .* \(0600\); got ".*pgpass", 0640$/
  )
  expect(() => found("postgres://ada@a,b/candor", "a:*:*:*:geheim\nb:*:*:*:hush\n")).toThrow(
    /^Expected passfile [^g]* one password for all hosts; got several/
  )
  expect(() => PasswordFile.applied(read(`${address}?passfile=/nowhere`))).toThrow(
    /^Expected passfile .* "\/nowhere", ENOENT$/
  )
  expect(() => PasswordFile.applied(read(address, { passfile: folder }))).toThrow(/^Expected passfile .* EISDIR$/)
  expect(found("postgres://ada:own@db.example/candor", "", 0o644)).toBe("own")
})
