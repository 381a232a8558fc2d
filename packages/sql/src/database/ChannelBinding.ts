/**
 * Authentication by SCRAM-SHA-256-PLUS (RFC 5802), because the driver has no channel binding. The client's proof is
 * valid only for the certificate that this connection has seen, so that a man in the middle cannot pass it on (RFC
 * 5929, `tls-server-end-point`).
 */
import { PgProtocol } from "@effect/sql-pg"
import { Redacted } from "effect"
import { createHash, createHmac, pbkdf2Sync, randomBytes, X509Certificate } from "node:crypto"
import type { TLSSocket } from "node:tls"
import type { Target } from "./ConnectionParameters.ts"
import { InvalidConnection } from "./ConnectionUri.ts"
import { NotSafe } from "./ServerTls.ts"

const mechanism = "SCRAM-SHA-256-PLUS"

/** The client's choice of channel binding (RFC 5802, section 7, "gs2-header"). */
const header = "p=tls-server-end-point,,"

/** The kinds of authentication messages (PostgreSQL, "Message Formats"). */
const [ok, sasl, saslContinue, saslFinal] = [0, 10, 11, 12]

/** The longest message of a server before the session is authenticated. */
const maxMessageBytes = 65_536

/** The same limit as the driver's: the server chooses the number of iterations, and this process pays for them. */
const maxIterations = 1_000_000

/**
 * Returns the hash of a certificate, with the hash function of its signature, at least SHA-256 (RFC 5929, section 4.1).
 */
export const endPoint = ({ raw, signatureAlgorithm = "" }: X509Certificate): Buffer => {
  const [hash] = /md5|sha\d+/i.exec(signatureAlgorithm) ?? []
  if (hash === undefined)
    throw new NotSafe(
      `channel_binding is require, and the server's certificate is signed with ${signatureAlgorithm}, which has no hash for it`
    )
  return createHash(/^(md5|sha1)$/i.test(hash) ? "sha256" : hash.toLowerCase()).update(raw).digest()
}

const hmac = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

const attributesOf = (text: Buffer): Readonly<Record<string, string>> =>
  Object.fromEntries(text.toString().split(",").map((one) => [one.slice(0, 1), one.slice(2)]))

/**
 * Yields the messages of the client, each in answer to one of the server. Ends once the server, too, has proven that it
 * knows the password.
 */
const exchange = function*(password: string, binding: Buffer): Generator<Uint8Array, void, Buffer> {
  const nonce = randomBytes(18).toString("base64")
  const first = `n=,r=${nonce}`
  const challenge = yield PgProtocol.encodeSASLInitialResponse({
    mechanism,
    initialResponse: Buffer.from(header + first)
  })
  const { i: iterations = "", r: both = "", s: salt = "" } = attributesOf(challenge)
  if (
    !both.startsWith(nonce) || both === nonce || salt === "" || !/^[1-9]\d*$/.test(iterations) ||
    Number(iterations) > maxIterations
  ) {
    throw new NotSafe("The server's challenge is not one of SCRAM")
  }
  const salted = pbkdf2Sync(password, Buffer.from(salt, "base64"), Number(iterations), 32, "sha256")
  const final = `c=${Buffer.concat([Buffer.from(header), binding]).toString("base64")},r=${both}`
  const all = `${first},${challenge.toString()},${final}`
  const key = hmac(salted, "Client Key")
  const signature = hmac(createHash("sha256").update(key).digest(), all)
  const proof = key.map((byte, at) => byte ^ signature[at]!)
  const { v } = attributesOf(
    yield PgProtocol.encodeSASLResponse({ data: Buffer.from(`${final},p=${Buffer.from(proof).toString("base64")}`) })
  )
  if (v !== hmac(hmac(salted, "Server Key"), all).toString("base64"))
    throw new NotSafe("The server does not prove that it knows the password")
}

/**
 * Makes a filter for the bytes from the server to the driver: it answers and removes the messages of authentication,
 * and passes on the rest. Throws `NotSafe` if the server authenticates in another way.
 */
export const over = (socket: TLSSocket, { password }: Target) => {
  let pending: Buffer = Buffer.alloc(0)
  let messages: Generator<Uint8Array, void, Buffer> | undefined
  let expected: number | undefined = sasl
  const respond = (kind: number, data: Buffer) => {
    if (kind !== expected || (kind === sasl && !data.toString().split("\0").includes(mechanism))) {
      throw new NotSafe("The server authenticates without channel binding, and channel_binding is require")
    }
    if (kind === sasl) {
      if (password === undefined)
        throw new InvalidConnection("Expected password (or PGPASSWORD), because channel_binding is require; got none")
      messages = exchange(Redacted.value(password), endPoint(new X509Certificate(socket.getPeerCertificate().raw)))
    }
    const next = messages!.next(data)
    if (!next.done) socket.write(next.value)
    expected = ({ [sasl]: saslContinue, [saslContinue]: saslFinal, [saslFinal]: ok } as const)[kind]
  }
  return (bytes: Buffer): Buffer => {
    if (expected === undefined) return bytes
    pending = Buffer.concat([pending, bytes])
    const passed: Array<Buffer> = []
    while (expected !== undefined && pending.length >= 5) {
      const length = 1 + pending.readUInt32BE(1)
      if (length > maxMessageBytes) throw new NotSafe("The server does not authenticate as PostgreSQL does")
      if (pending.length < length) break
      const message = pending.subarray(0, length)
      pending = pending.subarray(length)
      if (message[0] !== 0x52) passed.push(message)
      else {
        const kind = message.readUInt32BE(5)
        if (kind === ok && expected === ok) {
          expected = undefined
          passed.push(message, pending)
          pending = Buffer.alloc(0)
        } else respond(kind, message.subarray(9))
      }
    }
    return Buffer.concat(passed)
  }
}
