/** The key in a file of the data directory, for when the environment sets none. */
import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { link, mkdir, open, readFile, rm } from "node:fs/promises"
import { join, resolve } from "node:path"

const fileName = "secret.key"

/** Decodes a key in base64; undefined if the text is not one. */
export const keyOf = (text: string): Redacted.Redacted<Uint8Array> | undefined => {
  const bytes = /^[\w+/-]+={0,2}$/.test(text) ? new Uint8Array(Buffer.from(text, "base64")) : undefined
  return bytes?.length === 32 ? Redacted.make(bytes, { label: "CANDOR_SECRET_KEY" }) : undefined
}

const isAbsent = (cause: unknown) => cause instanceof Error && "code" in cause && cause.code === "ENOENT"
const isThere = (cause: unknown) => cause instanceof Error && "code" in cause && cause.code === "EEXIST"

const read = async (path: string): Promise<Redacted.Redacted<Uint8Array> | undefined> => {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    if (isAbsent(cause)) return undefined
    throw cause
  })
  if (text === undefined) return undefined
  const key = keyOf(text.trim())
  if (key === undefined) throw new Error(`${path} has no key of 32 bytes in base64`)
  return key
}

/**
 * Writes a new key to a file of its own, and links it to the final name unless that exists, so that only one of several
 * processes creates the key.
 */
const write = async (directory: string, path: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBytes(6).toString("hex")}`
  const file = await open(temporary, "wx", 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString("base64")}\n`)
    await file.sync()
    await link(temporary, path)
  } catch (cause) {
    if (!isThere(cause)) throw cause
  } finally {
    await file.close()
    await rm(temporary)
  }
  const folder = await open(directory, "r")
  await folder.sync().finally(() => folder.close())
}

/**
 * Returns functions for the key of a data directory: `found` reads it, undefined if there is none; `made` also creates
 * it. Failing to read or create it is a defect.
 */
export const keyFile = (directory: string) => {
  const folder = resolve(directory)
  const path = join(folder, fileName)
  const attempt = <A>(run: () => Promise<A>) =>
    Effect.orDie(Effect.tryPromise({
      try: run,
      catch: (cause) => new Error(`CANDOR_SECRET_KEY is not set, and ${path} cannot have a key`, { cause })
    }))
  return {
    found: attempt(() => read(path)),
    made: attempt(async () => {
      const found = await read(path)
      if (found !== undefined) return found
      await write(folder, path)
      return (await read(path))!
    })
  }
}
