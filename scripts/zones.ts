/**
 * `bun run zones`: writes the time zones of a directory of TZif files, such as Debian's /usr/share/zoneinfo, into the
 * data file that is part of Candor. IANA's sources are not compiled directly, because `zic` of glibc 2.36 makes a file
 * that `zdump` reads differently.
 */
import { changesOf, type ZoneData } from "@candor/domain/time/Zone"
import { dataIn, versionOf } from "@candor/files/ZoneFiles"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"

const pack = join(import.meta.dir, "../packages/domain/src/time/zonePack.ts")
const { values: { from: directory } } = parseArgs({
  options: { from: { type: "string", default: "/usr/share/zoneinfo" } }
})
const version = versionOf(directory)
if (version === undefined) throw new Error(`${directory} does not say the version of its time zones`)

/** Returns the data from 2000 on, without the last changes that follow from the rule. */
const shortened = (data: ZoneData): ZoneData => {
  const all = changesOf(data)
  const wanted = JSON.stringify(all)
  const isEnough = (count: number) =>
    JSON.stringify(changesOf({ ...all, changes: all.changes.slice(0, count), rule: data.rule })) === wanted
  let count = data.changes.filter(([instant]) => instant >= (all.changes[0]?.[0] ?? Infinity)).length
  while (count > 0 && isEnough(count - 1)) count--
  return { ...all, changes: all.changes.slice(0, count), rule: data.rule }
}

// Left out: duplicates of all zones with or without leap seconds, the machine's own choice, and a zone for "none".
const left = /^(posix|right|posixrules|localtime|Factory)(\/|$)/
const names = new Map<string, Array<string>>()
for (const entry of readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted()) {
  const data = left.test(entry) ? undefined : dataIn(directory)(entry)
  if (data === undefined) continue
  const { changes, offset, rule } = shortened(data)
  const text = JSON.stringify({ offset, changes: changes.map((change) => change.join(":")).join(" "), rule })
  names.set(text, [...names.get(text) ?? [], entry])
}
const zones = [...names].map(([data, names]) =>
  `    { "names": ${JSON.stringify(names.join(" "))}, ${data.slice(1, -1)} }`
)
const [before = ""] = (await Bun.file(pack).text()).split("= {\n", 1)
await Bun.write(pack, `${before}= {\n  "version": "${version}",\n  "zones": [\n${zones.join(",\n")}\n  ]\n}\n`)
console.log(`${version}: ${[...names.values()].flat().length} names`)
