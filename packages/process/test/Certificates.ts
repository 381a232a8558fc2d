/** Certificates of a test authority, made by openssl. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./PostgresPrograms.ts"

export const hasOpenssl = Bun.which("openssl") !== null

/** Makes an authority in a folder: `<name>.crt` and its key. */
export const authority = (folder: string, name: string): string => {
  const path = join(folder, name)
  run(
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    `${path}.key`,
    "-out",
    `${path}.crt`,
    "-days",
    "2",
    "-subj",
    `/CN=${name}`,
    "-addext",
    "basicConstraints=critical,CA:TRUE"
  )
  return path
}

/** Signs a certificate for a name by the authority: `<name>.crt` with `<name>.key` in its folder. */
export const signed = (authority: string, path: string, name: string): string => {
  run(
    "openssl",
    "req",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    `${path}.key`,
    "-out",
    `${path}.csr`,
    "-subj",
    `/CN=${name}`,
    "-addext",
    `subjectAltName=DNS:${name}`
  )
  run(
    "openssl",
    "x509",
    "-req",
    "-in",
    `${path}.csr`,
    "-CA",
    `${authority}.crt`,
    "-CAkey",
    `${authority}.key`,
    "-CAcreateserial",
    "-copy_extensions",
    "copy",
    "-days",
    "2",
    "-out",
    `${path}.crt`
  )
  return path
}

/** Encrypts a key with a password. */
export const encryptedKey = (path: string, password: string): string => {
  run(
    "openssl",
    "rsa",
    "-aes256",
    "-passout",
    `pass:${password}`,
    "-in",
    `${path}.key`,
    "-out",
    `${path}.encrypted.key`
  )
  return `${path}.encrypted.key`
}

/** Makes the authority's list of revoked certificates, `<path>.crl`. */
export const revocations = (authority: string, path: string, revoked: ReadonlyArray<string>): string => {
  writeFileSync(`${path}.index`, "")
  writeFileSync(
    `${path}.conf`,
    `[ca]\ndefault_ca = only\n[only]\ndatabase = ${path}.index\ndefault_md = sha256\ndefault_crl_days = 2\n`
  )
  const flags = ["ca", "-config", `${path}.conf`, "-cert", `${authority}.crt`, "-keyfile", `${authority}.key`]
  for (const certificate of revoked) run("openssl", ...flags, "-revoke", certificate)
  run("openssl", ...flags, "-gencrl", "-out", `${path}.crl`)
  return `${path}.crl`
}
