/**
 * TLS to a server with certificates of its own authority: each mode does what libpq does, on the sessions of every
 * pool.
 */
import { authority, encryptedKey, hasOpenssl, revocations, signed } from "@candor/process/testing/Certificates"
import { bin, clusters } from "@candor/process/testing/PostgresClusters"
import { run } from "@candor/process/testing/PostgresPrograms"
import { beforeAll, expect, test } from "bun:test"
import { X509Certificate } from "node:crypto"
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as Net from "node:net"
import { join } from "node:path"
import * as Tls from "node:tls"
import { endPoint } from "../src/database/ChannelBinding.ts"
import { read } from "../src/database/ConnectionParameters.ts"
import { connect } from "../src/database/ServerStream.ts"
import { encryption, sessions } from "./Sessions.ts"

const { create, folder, give } = clusters("tls")
const ca = join(folder, "ours")
const other = join(folder, "other")
const client = join(folder, "client")
const mayRun = bin !== undefined && hasOpenssl
const cluster = mayRun
  ? await create("server", {
    settings:
      "ssl = on\nssl_ca_file = 'root.crt'\nssl_min_protocol_version = 'TLSv1'\nssl_ciphers = 'ALL:@SECLEVEL=0'\n",
    access: "hostssl certified all all cert\nhostssl encrypted all all trust\nhostnossl encrypted all all reject\n" +
      "hostssl hashed all all scram-sha-256\nhostssl spoken all all password"
  })
  : undefined

beforeAll(async () => {
  if (cluster === undefined) return
  authority(folder, "ours")
  authority(folder, "other")
  signed(ca, join(folder, "localhost"), "localhost")
  signed(ca, client, "postgres")
  signed(other, join(folder, "stranger"), "postgres")
  for (
    const [from, to] of [["ours.crt", "root.crt"], ["localhost.crt", "server.crt"], [
      "localhost.key",
      "server.key"
    ]] as const
  ) {
    cpSync(join(folder, from), join(cluster.data, to))
    chmodSync(join(cluster.data, to), 0o600)
    give(join(cluster.data, to))
  }
  await cluster.start()
  for (const database of ["certified", "encrypted", "hashed", "spoken"])
    await cluster.ask(`CREATE DATABASE ${database}`)
  await cluster.ask("CREATE ROLE ada LOGIN PASSWORD 'geheim'")
  revocations(ca, join(folder, "none"), [])
  revocations(ca, join(folder, "revoked"), [`${join(folder, "localhost")}.crt`])
})

/** The same of libpq, as PostgreSQL's own client has it. */
const ofLibpq = async (url: string, home = folder): Promise<string> => {
  const psql = Bun.spawn([join(bin!, "psql"), "--no-psqlrc", "-Atc", encryption, url], {
    env: { HOME: home },
    stdout: "pipe",
    stderr: "pipe"
  })
  const [code, said, why] = await Promise.all([
    psql.exited,
    new Response(psql.stdout).text(),
    new Response(psql.stderr).text()
  ])
  if (code !== 0) return why
  return said.trim() === "t" ? "TLS" : "plaintext"
}

const ours = `sslrootcert=${ca}.crt`
const theirs = `sslrootcert=${other}.crt`
const identity = `sslcert=${client}.crt&sslkey=${client}.key`

/** A host and its parameters, with what becomes of them. */
type Row = readonly [host: string, database: string, query: string, outcome: RegExp | "TLS" | "plaintext"]

const unknown = /self.signed certificate|unable to (?:verify|get)/i
const misnamed = /does not match certificate/

const withTls: ReadonlyArray<Row> = [
  ["localhost", "postgres", "", "TLS"],
  ["localhost", "postgres", "sslmode=disable", "plaintext"],
  ["127.0.0.1", "postgres", `sslmode=disable&${theirs}`, "plaintext"],
  ["localhost", "postgres", "sslmode=prefer", "TLS"],
  ["127.0.0.1", "postgres", `sslmode=prefer&${ours}`, "TLS"],
  ["localhost", "postgres", "sslmode=require", "TLS"],
  ["localhost", "postgres", "ssl=true", "TLS"],
  ["127.0.0.1", "postgres", `sslmode=require&${ours}`, "TLS"],
  ["localhost", "postgres", `sslmode=require&${theirs}`, unknown],
  ["localhost", "postgres", `sslmode=verify-ca&${ours}`, "TLS"],
  ["127.0.0.1", "postgres", `sslmode=verify-ca&${ours}`, "TLS"],
  ["localhost", "postgres", `sslmode=verify-ca&${theirs}`, unknown],
  ["localhost", "postgres", "sslmode=verify-ca", /sslrootcert .* because sslmode is verify-ca/],
  ["localhost", "postgres", `sslmode=verify-full&${ours}`, "TLS"],
  ["127.0.0.1", "postgres", `sslmode=verify-full&${ours}`, misnamed],
  ["localhost", "postgres", `sslmode=verify-full&${ours}&hostaddr=127.0.0.1`, "TLS"],
  ["localhost", "postgres", `sslmode=verify-full&${theirs}`, unknown],
  ["localhost", "postgres", "sslmode=verify-full&sslrootcert=/nowhere.crt", /sslrootcert .* "\/nowhere.crt", ENOENT/],
  ["localhost", "postgres", `sslmode=verify-full&${ours}&ssl_min_protocol_version=TLSv1.3`, "TLS"],
  // A client's certificate that is demanded, and not.
  ["localhost", "certified", `sslmode=require&${identity}`, "TLS"],
  ["localhost", "certified", `sslmode=verify-full&${ours}&${identity}`, "TLS"],
  ["localhost", "certified", "sslmode=require", /connection requires a valid client certificate/],
  [
    "localhost",
    "certified",
    `sslmode=require&sslcert=${join(folder, "stranger")}.crt&sslkey=${join(folder, "stranger")}.key`,
    /UNKNOWN_CA/
  ],
  [
    "localhost",
    "certified",
    `sslmode=require&sslcert=${client}.crt&sslkey=${client}.encrypted.key&sslpassword=geheim`,
    "TLS"
  ],
  [
    "localhost",
    "certified",
    `sslmode=require&sslcert=${client}.crt&sslkey=${client}.encrypted.key&sslpassword=falsch`,
    /sslpassword/
  ],
  [
    "localhost",
    "certified",
    `sslmode=require&sslcert=${client}.crt&sslkey=${client}.encrypted.key`,
    /sslpassword|pass ?phrase/
  ],
  [
    "localhost",
    "certified",
    `sslmode=require&sslcert=${client}.crt&sslkey=${ca}.key`,
    /certificates and a key that fit/
  ],
  ["localhost", "certified", `sslmode=require&sslcert=${client}.crt&sslkey=/nowhere.key`, /sslkey .* ENOENT/],
  [
    "localhost",
    "certified",
    `sslmode=require&sslcert=${client}.crt&sslkey=${client}.open.key`,
    /only its user may read/
  ],
  // Revoked certificates.
  ["localhost", "postgres", `sslmode=verify-full&${ours}&sslcrl=${join(folder, "none")}.crl`, "TLS"],
  ["localhost", "postgres", `sslmode=require&${ours}&sslcrl=${join(folder, "revoked")}.crl`, /revoked/],
  // Authentication that is bound to the certificate, or cannot be.
  ["localhost", "hashed", "user=ada&password=geheim", "TLS"],
  ["localhost", "hashed", "user=ada&password=geheim&sslmode=require&channel_binding=require", "TLS"],
  ["localhost", "hashed", "user=ada&password=falsch&channel_binding=require", /password authentication failed/],
  ["localhost", "hashed", "user=ada&channel_binding=require", /password/],
  ["localhost", "spoken", "user=ada&password=geheim&channel_binding=require", /without channel binding/],
  ["localhost", "encrypted", "channel_binding=require", /without channel binding/],
  ["localhost", "postgres", "sslmode=disable&channel_binding=require", /channel_binding .* sslmode is disable/],
  // A server that takes no plaintext, from those who prefer TLS and those who do not.
  ["localhost", "encrypted", "", "TLS"],
  ["localhost", "encrypted", "sslmode=disable", /no encryption/]
]

const withoutTls: ReadonlyArray<Row> = [
  ["localhost", "postgres", "", "plaintext"],
  ["localhost", "postgres", "sslmode=disable", "plaintext"],
  ["localhost", "postgres", `sslmode=prefer&${ours}`, "plaintext"],
  ["localhost", "postgres", "channel_binding=require", /has no TLS, and channel_binding is require/],
  ["localhost", "postgres", "sslmode=require", /has no TLS, and sslmode is require/],
  ["localhost", "postgres", "ssl=true", /has no TLS/],
  ["localhost", "postgres", `sslmode=verify-ca&${ours}`, /has no TLS/],
  ["localhost", "postgres", `sslmode=verify-full&${ours}`, /has no TLS/]
]

for (const server of cluster === undefined ? [] : [cluster]) {
  const outcomes = (rows: ReadonlyArray<Row>) =>
    Promise.all(rows.map(async ([host, database, query, outcome]) => {
      const url = `postgres://postgres@${host}:${server.port}/${database}?${query}`
      const [found, libpq] = [await sessions(url), await ofLibpq(url)]
      const isAsLibpq = libpq === found || (outcome instanceof RegExp && libpq !== "TLS" && libpq !== "plaintext")
      const isRight = outcome instanceof RegExp ? outcome.test(found) : found === outcome
      return isRight && isAsLibpq ? undefined : { url, found, libpq }
    })).then((found) => found.filter((one) => one !== undefined))

  test("with TLS on the server, each mode encrypts, verifies and refuses as libpq does", async () => {
    encryptedKey(client, "geheim")
    cpSync(`${client}.key`, `${client}.open.key`)
    chmodSync(`${client}.open.key`, 0o644)
    expect(await outcomes(withTls)).toEqual([])
  })

  test("prefer does not go on in plaintext where the server's certificate is not signed by the authority that is named", async () => {
    expect(await sessions(`postgres://postgres@localhost:${server.port}/postgres?sslmode=prefer&${theirs}`)).toMatch(
      unknown
    )
  })

  test("versions below TLS 1.2 are spoken where they are asked for", async () => {
    const versions = "ssl_min_protocol_version=tlsv1&ssl_max_protocol_version=TLSv1.1"
    expect(await sessions(`postgres://postgres@localhost:${server.port}/encrypted?${versions}`)).toBe("TLS")
  })

  test("what is in the home directory is read, as libpq reads it: a password, and authorities with what they have revoked", async () => {
    const home = (name: string, files: Readonly<Record<string, string>>) => {
      const path = join(folder, name)
      mkdirSync(join(path, ".postgresql"), { recursive: true })
      for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text, { mode: 0o600 })
      return path
    }
    const text = (name: string) => readFileSync(join(folder, name), "utf8")
    const full = `postgres://postgres@localhost:${server.port}/postgres?sslmode=verify-full`
    const hashed = `postgres://ada@localhost:${server.port}/hashed?channel_binding=require`
    const trusting = home("trusting", { ".postgresql/root.crt": text("ours.crt") })
    const revoking = home("revoking", {
      ".postgresql/root.crt": text("ours.crt"),
      ".postgresql/root.crl": text("revoked.crl")
    })
    const knowing = home("knowing", { ".pgpass": `localhost:${server.port}:hashed:ada:geheim\n` })
    for (
      const [home, url, expected] of [
        [trusting, full, /^TLS\n/],
        [revoking, full, /revoked|certificate verify failed/],
        [knowing, hashed, /^TLS\n/],
        [trusting, hashed, /password/]
      ] as const
    ) {
      const here = Bun.spawn([process.execPath, join(import.meta.dir, "Sessions.ts"), url], {
        env: { HOME: home },
        stdout: "pipe",
        stderr: "inherit"
      })
      expect(await new Response(here.stdout).text()).toMatch(expected)
      expect(`${await ofLibpq(url, home)}\n`).toMatch(expected)
    }
  })

  test("somebody in between with a certificate of their own gets a session without channel binding, and none with it", async () => {
    const target = read(`postgres://ada@localhost:${server.port}/hashed?sslmode=require`)
    const key = readFileSync(join(folder, "stranger.key"))
    const inside = Tls.createServer({ key, cert: readFileSync(join(folder, "stranger.crt")) }, async (client) => {
      const upstream = await connect(target, target.hosts[0]!, new AbortController().signal)
      client.on("error", () => {}).pipe(upstream).on("error", () => {}).pipe(client)
    })
    const portOf = async (server: Net.Server) => {
      await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
      return (server.address() as Net.AddressInfo).port
    }
    const port = await portOf(inside)
    const between = Net.createServer((client) => {
      client.on("error", () => {}).once("data", () => {
        client.pause()
        client.write("S")
        const secured = Net.connect(port, "127.0.0.1")
        client.pipe(secured).on("error", () => {}).pipe(client)
      })
    })
    const url = `postgres://ada:geheim@127.0.0.1:${await portOf(between)}/hashed?sslmode=require`
    expect(await sessions(url)).toBe("TLS")
    expect(await sessions(`${url}&channel_binding=require`)).toMatch(/channel binding/)
    between.close()
    inside.close()
  })

  test("a certificate is hashed as its signature is, and at least with SHA-256", () => {
    for (
      const [signature, hash] of [["sha1", "sha256"], ["sha256", "sha256"], ["sha384", "sha384"], [
        "sha512",
        "sha512"
      ]] as const
    ) {
      const path = join(folder, signature)
      run(
        "openssl",
        "req",
        "-x509",
        `-${signature}`,
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-subj",
        "/CN=x",
        "-keyout",
        `${path}.key`,
        "-out",
        `${path}.crt`
      )
      const certificate = new X509Certificate(readFileSync(`${path}.crt`))
      expect(endPoint(certificate).toString("hex")).toBe(
        new Bun.CryptoHasher(hash).update(certificate.raw).digest("hex")
      )
    }
  })

  test("without TLS on the server, only prefer and disable have sessions", async () => {
    await server.ask("ALTER SYSTEM SET ssl = off")
    await server.ask("SELECT pg_reload_conf()")
    expect(await outcomes(withoutTls)).toEqual([])
  })
}
