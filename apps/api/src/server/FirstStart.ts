/**
 * Loads the demo at the first start on an embedded database, and writes its keys to `demo.json` in the data directory.
 * Only hashes of keys are stored. So if the file is missing, because it was deleted or the process ended before writing
 * it, new keys are made: after every complete start the owner of the directory has a key. Until somebody has signed in
 * to the console, each start makes a sign-in link.
 */
import { issueLink, linkPath } from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import type { OrganizationId } from "@candor/domain/Id"
import { Members } from "@candor/domain/organization/Members"
import { Organizations } from "@candor/domain/organization/Organizations"
import { type Address, baseUrl } from "@candor/process/Address"
import { takesWrites } from "@candor/sql/database/Writability"
import * as Demo from "@candor/sql/demo/Demo"
import { Effect, Option, Schema } from "effect"
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import type { Beginning } from "./Announcement.ts"

const DemoFile = Schema.Struct({ base_url: Schema.String, ...Demo.Access.fields })
interface DemoFile extends Schema.Schema.Type<typeof DemoFile> {}

interface Prepared {
  readonly path: string
  readonly content: DemoFile
}

const decode = Schema.decodeOption(Schema.fromJsonString(DemoFile))

const read = (path: string): Option.Option<DemoFile> =>
  existsSync(path) ? decode(readFileSync(path, "utf8")) : Option.none()

/** Replaces the file atomically, so that no reader sees half of it. Only the owner may read it. */
const write = ({ content, path }: Prepared) =>
  Effect.sync(() => {
    const fresh = `${path}.new`
    rmSync(fresh, { force: true })
    writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(fresh, path)
  })

/** Returns the content of the file if its organization exists. Otherwise makes new keys, if the demo exists. */
const recover = Effect.fnUntraced(function*(stored: Option.Option<DemoFile>) {
  if (Option.isNone(stored)) return yield* Demo.renew
  const organization = yield* Effect.option((yield* Organizations).get(stored.value.organization_id))
  return Option.isSome(organization) ? stored : yield* Demo.renew
})

const quoted = (text: string): string => /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/**
 * A command that can be run as it is, and reads the key from the file. It has no double quotes and backslashes, so that
 * it looks the same in a log line in JSON.
 */
const request = (path: string, base_url: string): string =>
  `curl -H 'Authorization: Bearer '$(grep '.read.:' ${quoted(path)} | grep -o 'candor_[0-9a-f]*') ${base_url}/jobs`

/** Makes a sign-in link for the demo's administrator; none once a member of the demo has a password. */
const signInLink = Effect.fnUntraced(function*(organization_id: OrganizationId) {
  const signIns = yield* SignIns
  if (yield* signIns.hasPassword(organization_id)) return Option.none()
  const { items } = yield* (yield* Members).list(organization_id, { limit: 100, offset: 0 })
  const administrator = items.find(({ role, status }) => role === "admin" && status === "active")
  if (administrator === undefined) return Option.none()
  const by = { organization_id, worker: "start", request_id: "start" }
  return yield* Effect.option(
    Effect.map(signIns.issueLink(by, administrator.id, issueLink), ({ email, text }) => linkPath(text, email))
  )
})

/** Returns how to begin at an address. The keys stay in the file. */
const begin = Effect.fnUntraced(function*({ content, path }: Prepared, link: Option.Option<string>, address: Address) {
  const base_url = baseUrl(address)
  // With PORT=0 the address is only known now.
  if (base_url !== content.base_url) yield* write({ path, content: { ...content, base_url } })
  const beginning: Beginning = {
    link: Option.map(link, (path) => new URL(path, base_url).href),
    file: path,
    request: request(path, base_url)
  }
  return beginning
})

/**
 * Loads the demo into an embedded database without organizations, and writes `demo.json` into `directory`. Returns a
 * function that returns how to begin at the address of the server; none if the database has no demo.
 */
export const prepare = Effect.fnUntraced(function*(directory: string, address: Address) {
  const path = resolve(directory, "demo.json")
  // The disk is full: serves what there is.
  if (!(yield* Effect.orDie(takesWrites))) return Option.none()
  const access = (yield* (yield* Organizations).any)
    ? yield* recover(read(path))
    : Option.some(yield* Demo.load)
  if (Option.isNone(access)) return Option.none()
  const { keys, organization_id } = access.value
  const prepared: Prepared = { path, content: { base_url: baseUrl(address), organization_id, keys } }
  yield* write(prepared)
  const link = yield* signInLink(organization_id)
  return Option.some((address: Address) => begin(prepared, link, address))
})
