/** How secrets of accounts are encrypted, and where the key comes from. */
import type { OrganizationId } from "@candor/domain/Id"
import { keyOf } from "@candor/connections/KeyFile"
import { Secrets, decrypt, SecretUnreadable, encrypt, type SecretOwner } from "@candor/connections/Secrets"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { afterAll, describe, expect, test } from "bun:test"
import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"

const folder = scratchFolder("secrets")
afterAll(() => rmSync(folder, { recursive: true }))

const one = "A".repeat(43) + "="
const other = Buffer.alloc(32, 7).toString("base64")
const key = keyOf(one)!
const owner: SecretOwner = {
  organization_id: "01a11b12-60d4-7e3f-95a8-c1740b2de693" as OrganizationId,
  account: "smtp"
}
const password = Redacted.make("correct horse 🔑")

const readable = (effect: Effect.Effect<Redacted.Redacted, SecretUnreadable>) =>
  Effect.runPromise(
    Effect.match(effect, { onFailure: (failure) => failure, onSuccess: (text) => Redacted.value(text) })
  )

describe("An encrypted secret", () => {
  const encrypted = Effect.runSync(encrypt(key, owner, password))
  const flipped = (at: number) => encrypted.slice(0, at) + (encrypted[at] === "x" ? "y" : "x") + encrypted.slice(at + 1)

  test("is read with its key, and is another text each time, which tells neither", async () => {
    expect(await readable(decrypt(key, owner, encrypted))).toBe("correct horse 🔑")
    expect(Effect.runSync(encrypt(key, owner, password))).not.toBe(encrypted)
    expect(encrypted).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/)
  })

  test.each<readonly [string, () => Effect.Effect<Redacted.Redacted, SecretUnreadable>]>([
    ["another key", () => decrypt(keyOf(other)!, owner, encrypted)],
    [
      "another organization",
      () =>
        decrypt(key, { ...owner, organization_id: "01a11b12-60d4-7e3f-95a8-c1740b2de694" as OrganizationId }, encrypted)
    ],
    ["another account", () => decrypt(key, { ...owner, account: "imap" }, encrypted)],
    ["another nonce", () => decrypt(key, owner, flipped(encrypted.lastIndexOf(".") + 1))],
    ["another tag", () => decrypt(key, owner, flipped(encrypted.length - 4))],
    ["a part of it", () => decrypt(key, owner, encrypted.slice(0, 20))],
    ["no version", () => decrypt(key, owner, encrypted.slice(3))]
  ])("is not read with %s", async (_, opening) => {
    expect(await readable(opening())).toBeInstanceOf(SecretUnreadable)
  })
})

describe("The key", () => {
  const secrets = (env: Record<string, string>) =>
    Layer.fresh(Layer.orDie(Secrets.layer)).pipe(
      Layer.provide(Layer.succeed(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })))
    )
  const encryptedWith = (env: Record<string, string>) =>
    Effect.runPromise(
      Effect.provide(Effect.flatMap(Secrets, (secrets) => secrets.encrypt(owner, password)), secrets(env))
    )
  const decryptedWith = (env: Record<string, string>, encrypted: string) =>
    readable(Effect.provide(Effect.flatMap(Secrets, (secrets) => secrets.decrypt(owner, encrypted)), secrets(env)))

  test("of the environment goes before that of a file, and makes none", async () => {
    const CANDOR_DATA_DIR = join(folder, "none")
    const encrypted = await encryptedWith({ CANDOR_SECRET_KEY: one, CANDOR_DATA_DIR })
    expect(await decryptedWith({ CANDOR_SECRET_KEY: one, CANDOR_DATA_DIR }, encrypted)).toBe("correct horse 🔑")
    expect(await decryptedWith({ CANDOR_SECRET_KEY: other, CANDOR_DATA_DIR }, encrypted)).toBeInstanceOf(
      SecretUnreadable
    )
    expect(await decryptedWith({ CANDOR_DATA_DIR }, encrypted)).toBeInstanceOf(SecretUnreadable)
    expect(existsSync(CANDOR_DATA_DIR)).toBe(false)
  })

  test("that a file has is made once, by the first of many that encrypt at a time, for its user alone", async () => {
    const CANDOR_DATA_DIR = join(folder, "made")
    const children = Array.from(
      { length: 2 },
      () =>
        Bun.spawn([process.execPath, join(import.meta.dir, "encrypting.ts"), owner.organization_id], {
          env: { ...process.env, CANDOR_DATA_DIR },
          stdout: "pipe"
        })
    )
    const inThis = await Promise.all(Array.from({ length: 8 }, () => encryptedWith({ CANDOR_DATA_DIR })))
    const elsewhere = await Promise.all(children.map(({ stdout }) => new Response(stdout).text()))
    expect(await Promise.all(inThis.map((encrypted) => decryptedWith({ CANDOR_DATA_DIR }, encrypted)))).toEqual(
      Array.from({ length: 8 }, () => "correct horse 🔑")
    )
    expect(await Promise.all(elsewhere.map((encrypted) => decryptedWith({ CANDOR_DATA_DIR }, encrypted)))).toEqual([
      "horse",
      "horse"
    ])
    expect(readdirSync(CANDOR_DATA_DIR)).toEqual(["secret.key"])
    expect(statSync(join(CANDOR_DATA_DIR, "secret.key")).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(CANDOR_DATA_DIR, "secret.key"), "utf8")).toMatch(/^[\w+/]{43}=\n$/)
  })

  test("is missed in words that name the setting where no file can have it", async () => {
    expect(await encryptedWith({ CANDOR_DATA_DIR: import.meta.path }).catch(String)).toContain(
      "CANDOR_SECRET_KEY is not set, and"
    )
  })

  test.each(["short", "A".repeat(44), "!".repeat(44), ""])("has to be 32 bytes in base64: %p is none", (text) => {
    expect(keyOf(text)).toBeUndefined()
  })
})
