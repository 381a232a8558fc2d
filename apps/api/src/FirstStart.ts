/**
 * The first start on an embedded database: it gets the demo, and `demo.json` in the data directory
 * gets keys for it. Only hashes of keys are stored, so where the file is missing (deleted, or the
 * process ended after the load and before the file) new keys are made. Thus after every start that
 * reaches its end, whoever owns the directory can find a key.
 */
import { Organizations } from "@candor/domain/organization/Organizations"
import { type Address, baseUrl } from "@candor/process/Address"
import * as Demo from "@candor/sql/demo/Demo"
import { Effect, Option, Schema } from "effect"
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"

const DemoFile = Schema.Struct({ base_url: Schema.String, ...Demo.Access.fields })
interface DemoFile extends Schema.Schema.Type<typeof DemoFile> {}

/** The file and what is in it. */
interface Prepared {
  readonly path: string
  readonly content: DemoFile
}

const decode = Schema.decodeOption(Schema.fromJsonString(DemoFile))

const read = (path: string): Option.Option<DemoFile> =>
  existsSync(path) ? decode(readFileSync(path, "utf8")) : Option.none()

/** Puts the content in place at once, so that nobody reads half of it. Only the owner may read it. */
const write = ({ content, path }: Prepared) =>
  Effect.sync(() => {
    const fresh = `${path}.new`
    rmSync(fresh, { force: true })
    writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(fresh, path)
  })

/** What the file says, if it speaks of an organization that is there; else new keys for the demo, if that is there. */
const recover = Effect.fnUntraced(function*(stored: Option.Option<DemoFile>) {
  if (Option.isNone(stored)) return yield* Demo.renew
  const organization = yield* Effect.option((yield* Organizations).get(stored.value.organization_id))
  return Option.isSome(organization) ? stored : yield* Demo.renew
})

const quoted = (text: string): string => /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/**
 * A request that works as it stands, and reads the key from the file. Without double quotes and backslashes, it is the same
 * in a line of JSON.
 */
const request = (path: string, base_url: string): string =>
  `curl -H 'Authorization: Bearer '$(grep '.read.:' ${quoted(path)} | grep -o 'candor_[0-9a-f]*') ${base_url}/jobs`

/** Logs where the file is, with a request that works; the key stays in the file. */
const announce = Effect.fnUntraced(function*({ content, path }: Prepared, address: Address) {
  const base_url = baseUrl(address)
  // With PORT=0 the address is known only now.
  if (base_url !== content.base_url) yield* write({ path, content: { ...content, base_url } })
  yield* Effect.logInfo(`The demo's keys are in ${path}. Try a request:`).pipe(
    Effect.annotateLogs({ demo_file: path, curl: request(path, base_url) })
  )
})

/**
 * Loads the demo into an embedded database without organizations, and has `demo.json` in `directory` say how to reach it. The
 * answer announces the demo at the address where it is served; there is none where the demo is not in the database.
 */
export const prepare = Effect.fnUntraced(function*(directory: string, address: Address) {
  const path = resolve(directory, "demo.json")
  const access = (yield* (yield* Organizations).any)
    ? yield* recover(read(path))
    : Option.some(yield* Demo.load)
  if (Option.isNone(access)) return Option.none()
  const { keys, organization_id } = access.value
  const prepared: Prepared = { path, content: { base_url: baseUrl(address), organization_id, keys } }
  yield* write(prepared)
  return Option.some((address: Address) => announce(prepared, address))
})
