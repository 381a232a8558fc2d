/**
 * The connection parameters of a PostgreSQL server, with libpq's meaning (PostgreSQL's documentation, "Database
 * Connection Control Functions"): an address with one or more hosts and parameters, and the `PG…` variables for the
 * rest. A parameter that libpq supports and Candor does not is refused by name (decision 0072).
 */
import { Duration, Redacted } from "effect"
import { isIP } from "node:net"
import { userInfo } from "node:os"
import { InvalidConnection, type Parameters, parse } from "./ConnectionUri.ts"

export const sslModes = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const
export type SslMode = typeof sslModes[number]

export const sessionAttributes = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const
export type SessionAttributes = typeof sessionAttributes[number]

const protocols = ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"] as const
type Protocol = typeof protocols[number]

/** A host of the address. Hosts are tried in their order. */
export interface Host {
  /** The host name, which the certificate must have for `verify-full`, or the directory of a Unix-domain socket. */
  readonly name: string
  /** The address to connect to: the name, unless `hostaddr` is set. */
  readonly address: string
  readonly port: number
}

/** The parameters of TLS. An undefined path means libpq's default in `~/.postgresql`, if that file exists. */
export interface TlsParameters {
  readonly mode: SslMode
  /** Whether authentication must be bound to the server's certificate. */
  readonly bindsChannel: boolean
  /** A file, or `system`. */
  readonly rootCertificate: string | undefined
  /** A file with a certificate revocation list. */
  readonly revocations: string | undefined
  readonly certificate: string | undefined
  readonly key: string | undefined
  readonly keyPassword: Redacted.Redacted | undefined
  readonly minVersion: Protocol
  readonly maxVersion: Protocol | undefined
}

/** A server, or several of which one is chosen. */
export interface Target {
  readonly hosts: ReadonlyArray<Host>
  readonly user: string
  readonly password: Redacted.Redacted | undefined
  /** The password file; undefined means libpq's default. */
  readonly passwordFile: string | undefined
  readonly database: string | undefined
  readonly tls: TlsParameters
  readonly sessionAttributes: SessionAttributes
  /** Whether the hosts are tried in random order. */
  readonly shuffled: boolean
  /** The time limit for each host. */
  readonly connectTimeout: Duration.Duration
  /** The idle time before TCP keep-alive probes; undefined if they are off. */
  readonly keepAlive: Duration.Duration | undefined
  readonly applicationName: string
  readonly options: string | undefined
}

/** The environment variables of libpq that Candor supports, with their keywords. */
const variables: Readonly<Record<string, string>> = {
  PGHOST: "host",
  PGHOSTADDR: "hostaddr",
  PGPORT: "port",
  PGDATABASE: "dbname",
  PGUSER: "user",
  PGPASSWORD: "password",
  PGSSLMODE: "sslmode",
  PGSSLROOTCERT: "sslrootcert",
  PGSSLCERT: "sslcert",
  PGSSLKEY: "sslkey",
  PGSSLCRL: "sslcrl",
  PGSSLMINPROTOCOLVERSION: "ssl_min_protocol_version",
  PGSSLMAXPROTOCOLVERSION: "ssl_max_protocol_version",
  PGTARGETSESSIONATTRS: "target_session_attrs",
  PGLOADBALANCEHOSTS: "load_balance_hosts",
  PGCONNECT_TIMEOUT: "connect_timeout",
  PGAPPNAME: "application_name",
  PGOPTIONS: "options",
  PGCLIENTENCODING: "client_encoding",
  PGCHANNELBINDING: "channel_binding",
  PGGSSENCMODE: "gssencmode",
  PGSSLNEGOTIATION: "sslnegotiation",
  PGSSLSNI: "sslsni",
  PGSSLCERTMODE: "sslcertmode",
  PGSSLCOMPRESSION: "sslcompression",
  PGMINPROTOCOLVERSION: "min_protocol_version",
  PGMAXPROTOCOLVERSION: "max_protocol_version",
  PGPASSFILE: "passfile",
  PGSERVICE: "service",
  PGSERVICEFILE: "servicefile",
  PGREQUIREAUTH: "require_auth",
  PGREQUIREPEER: "requirepeer",
  PGREQUIRESSL: "requiressl",
  PGSSLCRLDIR: "sslcrldir",
  PGKRBSRVNAME: "krbsrvname",
  PGGSSLIB: "gsslib",
  PGGSSDELEGATION: "gssdelegation",
  PGDATESTYLE: "datestyle",
  PGTZ: "timezone",
  PGGEQO: "geqo"
}

/** The variables that are read when an address is set. */
export const variableNames = Object.keys(variables)

/** Returns the parameters in the environment. */
export const fromEnvironment = (environment: Readonly<Record<string, string | undefined>>): Parameters =>
  Object.fromEntries(
    variableNames.flatMap((name) => environment[name] === undefined ? [] : [[variables[name]!, environment[name]]])
  )

/** Further parameters of an address, which have no variable. */
const others = ["fallback_application_name", "sslpassword", "keepalives", "keepalives_idle"]

/** Parameters of which Candor supports only these values. */
const fixed: Readonly<Record<string, ReadonlyArray<string>>> = {
  client_encoding: ["utf8", "utf-8", "unicode", "auto"],
  channel_binding: ["prefer", "disable", "require"],
  gssencmode: ["disable", "prefer"],
  sslnegotiation: ["postgres"],
  sslsni: ["1"],
  sslcertmode: ["allow"],
  sslcompression: ["0"],
  replication: ["false", "off", "no", "0"],
  min_protocol_version: ["3.0"],
  max_protocol_version: ["3.0"]
}

/** Parameters that Candor does not support with any value. */
const unsupported = new Set([
  "service",
  "servicefile",
  "require_auth",
  "requirepeer",
  "requiressl",
  "sslcrldir",
  "krbsrvname",
  "gsslib",
  "gssdelegation",
  "datestyle",
  "timezone",
  "geqo"
])

/** Parameters for which libpq refuses an empty value. For others it means the default. */
const neverEmpty = new Set([
  "sslmode",
  "channel_binding",
  "gssencmode",
  "sslnegotiation",
  "sslcertmode",
  "target_session_attrs",
  "load_balance_hosts",
  "connect_timeout",
  "keepalives",
  "keepalives_idle",
  "min_protocol_version",
  "max_protocol_version",
  "service"
])

const known = new Set(
  [...Object.values(variables), ...others, ...Object.keys(fixed)].filter((name) => !unsupported.has(name))
)

const listed = (values: ReadonlyArray<string>) =>
  values.length === 1 ? values[0]! : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`

const variableOf = (name: string) => Object.entries(variables).find(([, keyword]) => keyword === name)?.[0]

const titled = (name: string) => variableOf(name) === undefined ? name : `${name} (or ${variableOf(name)})`

const refuse = (name: string, accepted: string, value: string) =>
  new InvalidConnection(`Expected ${titled(name)} to be ${accepted}; got ${JSON.stringify(value)}`)

const oneOf = <const Value extends string>(name: string, values: ReadonlyArray<Value>, value: string): Value => {
  const found = values.find((one) => one === value)
  if (found === undefined) throw refuse(name, listed(values), value)
  return found
}

const seconds = (name: string, value: string): number => {
  if (!/^-?\d{1,9}$/.test(value)) throw refuse(name, "whole seconds", value)
  return Number(value)
}

const hostsOf = ({ host = "", hostaddr = "", port = "" }: Parameters): ReadonlyArray<Host> => {
  const names = host.split(",")
  const addresses = hostaddr.split(",")
  const ports = port.split(",")
  const count = host === "" ? addresses.length : names.length
  if (host !== "" && hostaddr !== "" && addresses.length !== count)
    throw refuse("hostaddr", `${count} addresses, one for each host`, hostaddr)
  if (ports.length !== 1 && ports.length !== count)
    throw refuse("port", `one port, or ${count}, one for each host`, port)
  const wrong = addresses.find((address) => address !== "" && isIP(address) === 0)
  if (wrong !== undefined) throw refuse("hostaddr", "an IP address; a name belongs in host", wrong)
  return Array.from({ length: count }, (_, at) => {
    const text = (ports.length === 1 ? ports[0]! : ports[at]!) || "5432"
    const number = Number(text)
    if (!/^\d{1,5}$/.test(text) || number < 1 || number > 65_535) throw refuse("port", "a number from 1 to 65535", text)
    const name = (host === "" ? "" : names[at]!) || addresses[at] || "localhost"
    return { name, address: (hostaddr === "" ? "" : addresses[at]!) || name, port: number }
  })
}

/** TLS protocol versions are compared without regard to case, as in libpq. */
const protocolOf = (name: string, parameters: Parameters): Protocol | undefined => {
  const value = parameters[name]
  return value === undefined
    ? undefined
    : protocols.find((one) => one.toLowerCase() === value.toLowerCase()) ?? oneOf(name, protocols, value)
}

const tlsOf = (parameters: Parameters): TlsParameters => {
  const { sslcert, sslcrl, sslkey, sslpassword, sslrootcert } = parameters
  const isSystem = sslrootcert === "system"
  const given = parameters["sslmode"] ?? (isSystem ? "verify-full" : "prefer")
  if (given === "allow")
    throw refuse("sslmode", `${listed(sslModes)}, because allow would ask for plaintext first`, given)
  const mode = oneOf("sslmode", sslModes, given)
  if (isSystem && mode !== "verify-full") throw refuse("sslmode", "verify-full with sslrootcert=system", mode)
  const minVersion = protocolOf("ssl_min_protocol_version", parameters) ?? "TLSv1.2"
  const maxVersion = protocolOf("ssl_max_protocol_version", parameters)
  if (maxVersion !== undefined && maxVersion < minVersion) {
    throw refuse("ssl_max_protocol_version", `at least ssl_min_protocol_version, ${minVersion}`, maxVersion)
  }
  const bindsChannel = parameters["channel_binding"] === "require"
  if (bindsChannel && mode === "disable")
    throw refuse("channel_binding", "prefer or disable, because sslmode is disable", "require")
  return {
    mode,
    bindsChannel,
    rootCertificate: sslrootcert,
    revocations: sslcrl,
    certificate: sslcert,
    key: sslkey,
    keyPassword: sslpassword === undefined ? undefined : Redacted.make(sslpassword),
    minVersion,
    maxVersion
  }
}

const keepAliveOf = (parameters: Parameters): Duration.Duration | undefined => {
  const isOn = oneOf("keepalives", ["1", "0"], parameters["keepalives"] ?? "1") === "1"
  const idle = seconds("keepalives_idle", parameters["keepalives_idle"] ?? "0")
  return isOn ? Duration.seconds(idle > 0 ? idle : 30) : undefined
}

/** Returns the operating system's user name, libpq's default; undefined if the process has none, as in a container. */
const ownName = (): string | undefined => {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/**
 * Returns the connection target, from the address and, for what that leaves out, from the environment. Throws
 * `InvalidConnection`.
 */
export const read = (url: string, environment: Parameters = {}): Target => {
  const parameters: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...environment, ...parse(url) })) {
    if (value === "" && (known.has(name) || unsupported.has(name)) && !neverEmpty.has(name)) continue
    const values = fixed[name]
    if (!known.has(name)) {
      throw new InvalidConnection(
        `Expected no ${titled(name)}, which Candor does not honour; got ${name === "ssl" ? `${name}=${value}` : name}`
      )
    }
    if (values !== undefined && !values.includes(value.toLowerCase())) throw refuse(name, listed(values), value)
    parameters[name] = value
  }
  const user = parameters["user"] ?? ownName()
  if (user === undefined) throw new InvalidConnection("Expected user (or PGUSER); got none")
  const timeout = seconds("connect_timeout", parameters["connect_timeout"] ?? "5")
  const password = parameters["password"]
  return {
    hosts: hostsOf(parameters),
    user,
    password: password === undefined ? undefined : Redacted.make(password),
    passwordFile: parameters["passfile"],
    database: parameters["dbname"],
    tls: tlsOf(parameters),
    sessionAttributes: oneOf("target_session_attrs", sessionAttributes, parameters["target_session_attrs"] ?? "any"),
    shuffled:
      oneOf("load_balance_hosts", ["disable", "random"], parameters["load_balance_hosts"] ?? "disable") === "random",
    connectTimeout: timeout > 0 ? Duration.seconds(timeout) : Duration.infinity,
    keepAlive: keepAliveOf(parameters),
    applicationName: parameters["application_name"] ?? parameters["fallback_application_name"] ?? "candor",
    options: parameters["options"]
  }
}
