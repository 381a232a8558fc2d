/** TLS to a PostgreSQL server with libpq's modes (PostgreSQL's documentation, "SSL Support"). */
import { Redacted } from "effect"
import { existsSync, readFileSync, statSync } from "node:fs"
import { isIP } from "node:net"
import { homedir } from "node:os"
import { join } from "node:path"
import * as Tls from "node:tls"
import type { Host, TlsParameters } from "./ConnectionParameters.ts"
import { InvalidConnection } from "./ConnectionUri.ts"

/** The server answers, but no connection to it would be as safe as `sslmode` and `channel_binding` require. */
export class NotSafe extends Error {}

/** Reads a file that a parameter names. */
export const read = (parameter: string, path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new InvalidConnection(
      `Expected ${parameter} to be a file that can be read; got ${JSON.stringify(path)}, ${
        (error as NodeJS.ErrnoException).code
      }`
    )
  }
}

const inHome = (name: string) => join(homedir(), ".postgresql", name)

/** Returns the given path, or else libpq's default, if that file exists. */
const found = (path: string | undefined, name: string): string | undefined =>
  path ?? (existsSync(inHome(name)) ? inHome(name) : undefined)

/** Refuses a private key that others may read, as libpq does. A key of root may be readable by its group. */
const assertPrivate = (path: string): void => {
  const { mode, uid } = statSync(path)
  if ((mode & (uid === 0 ? 0o037 : 0o077)) !== 0) {
    throw new InvalidConnection(
      `Expected sslkey to be a file that only its user may read (0600); got ${JSON.stringify(path)}, 0${
        (mode & 0o777).toString(8)
      }`
    )
  }
}

/** Returns the client's certificate and key; empty if there is none. */
const identity = ({ certificate, key, keyPassword }: TlsParameters): Tls.SecureContextOptions => {
  const path = found(certificate, "postgresql.crt")
  if (path === undefined) return {}
  const cert = read("sslcert", path)
  const keyPath = key ?? inHome("postgresql.key")
  const secret = read("sslkey", keyPath)
  assertPrivate(keyPath)
  return { cert, key: secret, ...(keyPassword === undefined ? {} : { passphrase: Redacted.value(keyPassword) }) }
}

/**
 * Returns the trusted authorities and their revocation lists; undefined if no authority is known, so that none is
 * verified.
 */
const authorities = ({ mode, revocations, rootCertificate }: TlsParameters): Tls.SecureContextOptions | undefined => {
  const path = rootCertificate === "system" ? undefined : found(rootCertificate, "root.crt")
  if (path !== undefined) {
    const list = found(revocations, "root.crl")
    return { ca: read("sslrootcert", path), ...(list === undefined ? {} : { crl: read("sslcrl", list) }) }
  }
  if (revocations !== undefined) {
    throw new InvalidConnection(
      `Expected sslcrl (or PGSSLCRL) with a file of certificates as sslrootcert; got ${JSON.stringify(revocations)}`
    )
  }
  if (rootCertificate === "system") return { ca: Tls.getCACertificates("system") }
  if (mode !== "verify-ca" && mode !== "verify-full") return undefined
  throw new InvalidConnection(
    `Expected sslrootcert (or PGSSLROOTCERT) to be a file of certificates or system, because sslmode is ${mode}; got none`
  )
}

/**
 * Returns the TLS options of a connection to a host; undefined if it has no TLS. Reads the files each time, because
 * they may have changed; throws `InvalidConnection` if they cannot be used. As with libpq, `require` verifies the
 * authority if one is known, and a Unix-domain socket has no TLS.
 */
export const options = (parameters: TlsParameters, host: Host): Tls.ConnectionOptions | undefined => {
  if (parameters.mode === "disable") return undefined
  if (host.address.startsWith("/")) {
    if (!parameters.bindsChannel) return undefined
    throw new InvalidConnection(
      `Expected channel_binding (or PGCHANNELBINDING) to be prefer or disable, because ${host.name} has no TLS; got "require"`
    )
  }
  const known = authorities(parameters)
  const context: Tls.SecureContextOptions = {
    ...known,
    ...identity(parameters),
    minVersion: parameters.minVersion,
    ...(parameters.maxVersion === undefined ? {} : { maxVersion: parameters.maxVersion })
  }
  try {
    Tls.createSecureContext(context)
  } catch (error) {
    // OpenSSL's message contains no part of a key.
    throw new InvalidConnection(
      `Expected certificates and a key that fit, in PEM (sslcrl too), and sslpassword where it is encrypted; got ${
        JSON.stringify((error as Error).message)
      }`
    )
  }
  return {
    ...context,
    host: host.name,
    ...(isIP(host.name) === 0 ? { servername: host.name } : {}),
    rejectUnauthorized: known !== undefined,
    ...(parameters.mode === "verify-full" ? {} : { checkServerIdentity: () => undefined })
  }
}
