/** Addresses of servers, read as libpq reads them: what is honoured, and what is refused by name. */
import { expect, test } from "bun:test"
import { Duration, Redacted } from "effect"
import { fromEnvironment, read, type Target } from "../src/database/ConnectionParameters.ts"
import { InvalidConnection } from "../src/database/ConnectionUri.ts"

type Environment = Readonly<Record<string, string>>

const target = (url: string, environment: Environment = {}): Target => read(url, fromEnvironment(environment))

const refusal = (url: string, environment: Environment = {}): string => {
  try {
    return JSON.stringify(target(url, environment))
  } catch (error) {
    if (error instanceof InvalidConnection) return error.message
    throw error
  }
}

/** The hosts, as name, address and port. */
const hosts = (url: string, environment: Environment = {}) =>
  target(url, environment).hosts.map(({ address, name, port }) =>
    `${name} ${address === name ? "" : `at ${address} `}${port}`
  )

test.each<[url: string, environment: Environment, hosts: ReadonlyArray<string>]>([
  ["postgres://candor@db.example/candor", {}, ["db.example 5432"]],
  ["postgresql://candor:p@ss@db.example:5433/candor", {}, ["db.example 5433"]],
  ["postgres://candor@[2001:db8::1]:5433/candor", {}, ["2001:db8::1 5433"]],
  ["postgres://candor@a:5432,b:5433/candor", {}, ["a 5432", "b 5433"]],
  ["postgres://candor@a,b/candor?port=6000", {}, ["a 6000", "b 6000"]],
  ["postgres://candor@a,[::1]:7000,c/candor", {}, ["a 5432", "::1 7000", "c 5432"]],
  ["postgres:///candor?host=/var/run/postgresql&user=candor", {}, ["/var/run/postgresql 5432"]],
  ["postgres://candor@%2Fvar%2Frun%2Fpostgresql/candor", {}, ["/var/run/postgresql 5432"]],
  ["postgres://candor@localhost/candor?host=/var/run/postgresql", {}, ["/var/run/postgresql 5432"]],
  ["postgres://candor@db.example/candor?hostaddr=10.0.0.7", {}, ["db.example at 10.0.0.7 5432"]],
  ["postgres://candor@/candor", { PGHOST: "a,b", PGPORT: "1,2" }, ["a 1", "b 2"]],
  ["postgres://candor@db.example/candor", { PGHOST: "a", PGPORT: "1" }, ["db.example 1"]],
  ["postgres://candor@/candor", { PGHOST: "" }, ["localhost 5432"]]
])("%s with %j has the hosts %j", (url, environment, expected) => {
  expect(hosts(url, environment)).toEqual([...expected])
})

test("what the address says holds before what the environment says, and both are honoured", () => {
  const environment = {
    PGUSER: "other",
    PGPASSWORD: "secret",
    PGDATABASE: "other",
    PGSSLMODE: "verify-full",
    PGSSLROOTCERT: "/root.crt",
    PGSSLCERT: "/c.crt",
    PGSSLKEY: "/c.key",
    PGTARGETSESSIONATTRS: "primary",
    PGCONNECT_TIMEOUT: "3",
    PGAPPNAME: "ours",
    PGOPTIONS: "-c search_path=x"
  }
  const found = target(
    "postgres://candor@a,b/?sslmode=verify-ca&keepalives_idle=9&sslpassword=geheim&load_balance_hosts=random",
    environment
  )
  expect(found).toMatchObject({
    user: "candor",
    database: "other",
    sessionAttributes: "primary",
    applicationName: "ours",
    options: "-c search_path=x",
    shuffled: true,
    connectTimeout: Duration.seconds(3),
    keepAlive: Duration.seconds(9),
    tls: { mode: "verify-ca", rootCertificate: "/root.crt", certificate: "/c.crt", key: "/c.key" }
  })
  expect(Redacted.value(found.password!)).toBe("secret")
  expect(Redacted.value(found.tls.keyPassword!)).toBe("geheim")
  expect(JSON.stringify(found)).not.toMatch(/secret|geheim/)
})

test.each<[query: string, environment: Environment, expected: Partial<Target>]>([
  ["", {}, { applicationName: "candor", connectTimeout: Duration.seconds(5), keepAlive: Duration.seconds(30) }],
  ["connect_timeout=0", {}, { connectTimeout: Duration.infinity }],
  ["keepalives=0", {}, { keepAlive: undefined }],
  ["fallback_application_name=x", {}, { applicationName: "x" }],
  ["fallback_application_name=x&application_name=y", {}, { applicationName: "y" }],
  ["options=-c%20work_mem%3D8MB", {}, { options: "-c work_mem=8MB" }],
  ["client_encoding=UTF8&channel_binding=prefer&gssencmode=disable&sslsni=1", { PGCLIENTENCODING: "utf8" }, {}],
  ["sslrootcert=system", {}, { tls: expect.objectContaining({ mode: "verify-full" }) }],
  ["ssl=true", {}, { tls: expect.objectContaining({ mode: "require" }) }],
  ["", { PGSSLMODE: "require" }, { tls: expect.objectContaining({ mode: "require" }) }],
  ["sslmode=require&channel_binding=require", {}, {
    tls: expect.objectContaining({ mode: "require", bindsChannel: true })
  }],
  ["", { PGCHANNELBINDING: "require" }, { tls: expect.objectContaining({ bindsChannel: true }) }],
  ["ssl_min_protocol_version=tlsv1.3", { PGSSLMAXPROTOCOLVERSION: "TLSv1.3" }, {
    tls: expect.objectContaining({ minVersion: "TLSv1.3", maxVersion: "TLSv1.3" })
  }],
  ["", { PGSSLCRL: "/crl", PGPASSFILE: "/pass" }, {
    passwordFile: "/pass",
    tls: expect.objectContaining({ revocations: "/crl" })
  }],
  // Empty, where libpq has a default.
  [
    "hostaddr=&port=&user=&password=&sslrootcert=&sslcrl=&passfile=&ssl_max_protocol_version=&client_encoding=&options=",
    { PGREQUIREAUTH: "", PGHOSTADDR: "10.0.0.7", PGPASSFILE: "/pass", PGSSLMINPROTOCOLVERSION: "" },
    { hosts: [{ name: "db.example", address: "db.example", port: 5432 }], passwordFile: undefined }
  ]
])("?%s with %j is honoured", (query, environment, expected) => {
  expect(target(`postgres://candor@db.example/candor?${query}`, environment)).toMatchObject(expected)
})

test.each<[query: string, environment: Environment, message: RegExp]>([
  ["ssl=false", {}, /^Expected no ssl, .*; got ssl=false$/],
  ["sslmode=allow", {}, /^Expected sslmode \(or PGSSLMODE\) to be disable, prefer, .*; got "allow"$/],
  ["sslmode=verify_full", {}, /got "verify_full"$/],
  ["", { PGSSLMODE: "on" }, /PGSSLMODE.*; got "on"$/],
  ["", { PGSSLMODE: "" }, /PGSSLMODE.*; got ""$/],
  ["", { PGCHANNELBINDING: "" }, /PGCHANNELBINDING.*; got ""$/],
  ["sslmode=require&sslrootcert=system", {}, /verify-full with sslrootcert=system; got "require"$/],
  ["sslcrldir=/crl", {}, /^Expected no sslcrldir \(or PGSSLCRLDIR\), which Candor does not honour/],
  [
    "channel_binding=always",
    {},
    /channel_binding \(or PGCHANNELBINDING\) to be prefer, disable or require; got "always"$/
  ],
  [
    "channel_binding=require",
    { PGSSLMODE: "disable" },
    /^Expected channel_binding .* because sslmode is disable; got "require"$/
  ],
  [
    "ssl_min_protocol_version=SSLv3",
    {},
    /ssl_min_protocol_version \(or PGSSLMINPROTOCOLVERSION\) to be TLSv1, .*; got "SSLv3"$/
  ],
  [
    "ssl_min_protocol_version=TLSv1.3&ssl_max_protocol_version=TLSv1.2",
    {},
    /^Expected ssl_max_protocol_version .* at least .*, TLSv1.3; got "TLSv1.2"$/
  ],
  ["", { PGSSLMAXPROTOCOLVERSION: "TLSv1.1" }, /PGSSLMAXPROTOCOLVERSION.* TLSv1.2; got "TLSv1.1"$/],
  [
    "hostaddr=db.internal",
    {},
    /^Expected hostaddr \(or PGHOSTADDR\) to be an IP address; a name belongs in host; got "db.internal"$/
  ],
  ["host=a,b", { PGHOSTADDR: "10.0.0.7,b" }, /PGHOSTADDR.* got "b"$/],
  ["gssencmode=require", {}, /gssencmode/],
  ["sslnegotiation=direct", {}, /sslnegotiation/],
  ["sslcertmode=require", {}, /sslcertmode/],
  ["require_auth=scram-sha-256", {}, /require_auth/],
  ["requirepeer=postgres", {}, /requirepeer/],
  ["service=candor", {}, /service/],
  ["", { PGSERVICE: "candor" }, /PGSERVICE/],
  ["", { PGSERVICEFILE: "/services" }, /PGSERVICEFILE/],
  ["replication=database", {}, /replication/],
  ["client_encoding=latin1", {}, /client_encoding/],
  ["tcp_user_timeout=1000", {}, /tcp_user_timeout/],
  ["keepalives_count=3", {}, /keepalives_count/],
  ["pgbouncer=true", {}, /pgbouncer/],
  ["schema=public", {}, /schema/],
  ["SSLMODE=require", {}, /SSLMODE/],
  [
    "target_session_attrs=master",
    {},
    /target_session_attrs .* any, read-write, read-only, primary, standby or prefer-standby; got "master"$/
  ],
  ["connect_timeout=5s", {}, /connect_timeout .* whole seconds; got "5s"$/],
  ["port=0", {}, /from 1 to 65535; got "0"$/],
  ["host=a,b&port=1,2,3", {}, /one port, or 2/],
  ["host=a,b&hostaddr=1.2.3.4", {}, /2 addresses/],
  ["sslmode", {}, /^postgres:/]
])("?%s with %j is refused by name", (query, environment, message) => {
  const found = refusal(`postgres://candor:hush@db.example/candor?${query}`, environment)
  expect(found).toMatch(message)
  expect(found).not.toContain("hush")
})

test.each([
  "sslmode",
  "channel_binding",
  "gssencmode",
  "target_session_attrs",
  "connect_timeout",
  "keepalives",
  "keepalives_idle",
  "load_balance_hosts",
  "sslnegotiation",
  "sslcertmode",
  "service"
])("an empty %s is refused, as by libpq", (name) => {
  expect(refusal(`postgres://candor@db.example/candor?${name}=`)).toMatch(new RegExp(`^Expected (no )?${name}\\b`))
})

test.each([
  "mysql://candor:hush@db.example/candor",
  "postgres://candor:hu/sh@db.example/candor",
  "postgres://candor:x?hush=1@db.example/candor",
  "postgres://candor:%zhush@db.example/candor",
  "db.example:5432",
  "postgres://candor:hush@db:port/candor"
])("%s has another form", (url) => {
  expect(refusal(url)).toMatch(/^postgres:\/\/user:password@host:5432\/database, .* %40 /)
})
