/**
 * Secrets of accounts at other services, such as passwords and tokens, encrypted with AES-256-GCM (NIST SP 800-38D).
 * The organization and the account are authenticated with them, so that an encrypted secret is of no use in another
 * row.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Config, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto"
import { keyFile, keyOf } from "./KeyFile.ts"

/** The owner of a secret. */
export interface SecretOwner {
  readonly organization_id: OrganizationId
  /** The account's use, such as `smtp`. It is authenticated, so stored secrets can be decrypted with this name only. */
  readonly account: string
}

/** The secret was encrypted with another key or for another owner, or was changed. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {}) {}

const algorithm = "aes-256-gcm"
const version = "v1"
const nonceBytes = 12
const tagBytes = 16

type SecretKey = Redacted.Redacted<Uint8Array>

/** Returns an id of a key that does not reveal the key. */
const idOf = (key: SecretKey): string =>
  createHash("sha256").update("candor mail secrets").update(Redacted.value(key)).digest("base64url").slice(0, 8)

const associatedData = ({ account, organization_id }: SecretOwner, prefix: string) =>
  Buffer.from(`${prefix} ${organization_id} ${account}`)

/** Encrypts a text: `v1.<id of the key>.<nonce, encrypted text and tag in base64url>`. */
export const encrypt = (key: SecretKey, owner: SecretOwner, text: Redacted.Redacted): Effect.Effect<string> =>
  Effect.sync(() => {
    const prefix = `${version}.${idOf(key)}`
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, Redacted.value(key), nonce, { authTagLength: tagBytes }).setAAD(
      associatedData(owner, prefix)
    )
    const encrypted = Buffer.concat([cipher.update(Redacted.value(text), "utf8"), cipher.final()])
    return `${prefix}.${Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url")}`
  })

/** Decrypts a text. */
export const decrypt = (
  key: SecretKey,
  owner: SecretOwner,
  encrypted: string
): Effect.Effect<Redacted.Redacted, SecretUnreadable> =>
  Effect.try({
    try: () => {
      const prefix = `${version}.${idOf(key)}`
      if (!encrypted.startsWith(`${prefix}.`)) throw new SecretUnreadable()
      const bytes = Buffer.from(encrypted.slice(prefix.length + 1), "base64url")
      const [nonce, content, tag] = [
        bytes.subarray(0, nonceBytes),
        bytes.subarray(nonceBytes, -tagBytes),
        bytes.subarray(-tagBytes)
      ]
      const decipher = createDecipheriv(algorithm, Redacted.value(key), nonce, { authTagLength: tagBytes }).setAAD(
        associatedData(owner, prefix)
      )
      decipher.setAuthTag(tag)
      return Redacted.make(Buffer.concat([decipher.update(content), decipher.final()]).toString("utf8"))
    },
    catch: () => new SecretUnreadable()
  })

const Key = Schema.String.check(Schema.makeFilter(
  (text) => keyOf(text) !== undefined,
  { expected: "32 bytes in base64, for example of openssl rand -base64 32" }
))

/** `CANDOR_SECRET_KEY`: the key. Without it, the key is in a file in `CANDOR_DATA_DIR`. */
const secretKey = Config.option(Config.map(Config.schema(Key, "CANDOR_SECRET_KEY"), (text) => keyOf(text)!))

const directory = Config.String("CANDOR_DATA_DIR").pipe(Config.withDefault(".candor"))

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [secretKey]

/** Encrypts and decrypts secrets of accounts. */
export class Secrets extends Context.Service<Secrets, {
  readonly encrypt: (owner: SecretOwner, text: Redacted.Redacted) => Effect.Effect<string>
  readonly decrypt: (owner: SecretOwner, encrypted: string) => Effect.Effect<Redacted.Redacted, SecretUnreadable>
  /** Derives a key for message authentication codes of one purpose. It reveals nothing about the original key. */
  readonly keyFor: (purpose: string) => Effect.Effect<string>
}>()("@candor/connections/Secrets") {
  /**
   * Uses the environment's key, or the one in `secret.key` in the data directory, which is created for the first
   * secret.
   */
  static readonly layer = Layer.effect(
    Secrets,
    Effect.gen(function*() {
      const given = Option.getOrUndefined(yield* secretKey)
      const file = keyFile(yield* directory)
      const [found, made] = given === undefined
        ? [file.found, file.made]
        : [Effect.succeed(given), Effect.succeed(given)]
      return {
        encrypt: (owner, text) => Effect.flatMap(made, (key) => encrypt(key, owner, text)),
        decrypt: (owner, encrypted) =>
          Effect.flatMap(
            found,
            (key) => key === undefined ? Effect.fail(new SecretUnreadable()) : decrypt(key, owner, encrypted)
          ),
        keyFor: (purpose) =>
          Effect.map(made, (key) => createHmac("sha256", Redacted.value(key)).update(purpose).digest("base64url"))
      }
    })
  )
}
