import { changesOf, firstYear, type Zone, type ZoneData } from "@candor/domain/time/Zone"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packData, packNames as groups, packVersion, zonesOf } from "@candor/domain/time/Zones"
import { dataIn, versionOf, zonesIn } from "@candor/files/ZoneFiles"
import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const system = "/usr/share/zoneinfo"
const version = versionOf(system)

/**
 * `zdump` prints the seconds before and after each change: `Europe/Berlin  Sun Mar 29 00:59:59 2026 UT = …
 * gmtoff=3600`.
 */
const printed = /^(\S+) +\w+ (\w+) +(\d+) ([\d:]+) (\d+) UTC? = .* gmtoff=(-?\d+)$/gm
const zdump = Bun.which("zdump")

/** `zdump` looks at every half day: half of the years that are known take it seconds. */
const until = 2051

/** Instants with the offsets that `zdump` tells, in seconds, by zone. */
const oracle = (): ReadonlyMap<string, ReadonlyArray<readonly [number, number]>> => {
  const { stdout } = Bun.spawnSync([zdump!, "-v", "-c", `${firstYear},${until}`, ...groups.map(([first]) => first!)])
  const found = new Map<string, Array<readonly [number, number]>>()
  for (const [, name = "", month, day, time, year, offset] of stdout.toString().matchAll(printed)) {
    const points = found.get(name) ?? []
    points.push([Date.parse(`${day} ${month} ${year} ${time} UTC`) / 1000, Number(offset)])
    found.set(name, points)
  }
  return found
}

/** What differs from `zdump`: offsets, ways back, and the changes from one second to the next. */
const differences = (zone: Zone, points: ReadonlyArray<readonly [number, number]>): ReadonlyArray<string> => {
  const changes = points.flatMap(([instant, offset], index) => {
    const before = points[index - 1]
    return before !== undefined && before[0] === instant - 1 && before[1] !== offset ? [instant * 1000] : []
  })
  const own: Array<number> = []
  for (
    let at = zone.nextChange(Date.UTC(firstYear, 0));
    at !== undefined && at < Date.UTC(until, 0);
    at = zone.nextChange(at)
  ) own.push(at)
  const wrong = points.filter(([instant, offset]) =>
    zone.offsetAt(instant * 1000) !== offset * 1000 ||
    !zone.instantsOf((instant + offset) * 1000).includes(instant * 1000)
  )
  return [
    ...wrong.map(([instant, offset]) =>
      `${zone.name} at ${instant}: ${zone.offsetAt(instant * 1000) / 1000}, not ${offset}`
    ),
    ...JSON.stringify(changes) === JSON.stringify(own) ? [] : [`${zone.name} changes at ${own}, not at ${changes}`]
  ]
}

describe("zones of the system", () => {
  // Alpine and macOS have no `zdump` that tells offsets, or no version: what is there is compared.
  const absent = zdump === null ? "there is no zdump" : version === undefined ? `${system} says no version` : undefined
  const older = absent ?? (version === packVersion ? undefined : `the system has ${version}, the pack ${packVersion}`)
  const points = absent === undefined ? oracle() : new Map()
  const said = (why: string | undefined) => why === undefined ? "" : `: not compared, ${why}`

  test(`are read as zdump reads them${said(absent)}`, () => {
    const { zone } = zonesOf(version ?? "", dataIn(system))
    expect(
      groups.flatMap(([name]) =>
        absent === undefined ? differences(zone(ZoneName.make(name!)), points.get(name!) ?? []) : []
      )
    ).toEqual([])
    expect(points.size >= (absent === undefined ? 150 : 0)).toBe(true)
  })

  test(`are those of the pack${said(older)}`, () => {
    const changes = (data: ZoneData | undefined) => data === undefined ? undefined : changesOf(data)
    const differing = groups.flat().filter((name) =>
      !Bun.deepEquals(changes(dataIn(system)(name)), changes(packData(ZoneName.make(name))))
    )
    expect(older === undefined ? differing : []).toEqual([])
  })
})

describe("a directory of zones", () => {
  const folder = mkdtempSync(join(tmpdir(), "zones-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** A TZif file without changes, whose second block has this rule. */
  const file = (rule: string, offset: number): Uint8Array => {
    const block = (footer: string) => {
      const bytes = new Uint8Array(44 + 6 + 4)
      const view = new DataView(bytes.buffer)
      bytes.set(new TextEncoder().encode("TZif2"))
      view.setUint32(36, 1)
      view.setUint32(40, 4)
      view.setInt32(44, offset)
      return [...bytes, ...new TextEncoder().encode(footer)]
    }
    return new Uint8Array([...block(""), ...block(`\n${rule}\n`)])
  }

  const made = async (name: string, files: Readonly<Record<string, string | Uint8Array>>) => {
    const directory = join(folder, name)
    mkdirSync(directory)
    await Promise.all(Object.entries(files).map(([path, content]) => Bun.write(join(directory, path), content)))
    return directory
  }

  const newer = {
    "tzdata.zi": "# version 2099z\n# more",
    "Europe/Berlin": file("<+05>-5", 18_000),
    "Europe/Paris": "TZif, but cut off",
    "Asia/Tokyo": ""
  }
  const hoursIn = (directory: string, name: string) =>
    zonesIn(directory).zone(ZoneName.make(name)).offsetAt(Date.UTC(2026, 11)) / 3_600_000

  test.each([
    ["a newer one is used", newer, "2099z", 5],
    ["one of macOS says its version, too", { ...newer, "tzdata.zi": "", "+VERSION": "2099a" }, "2099a", 5],
    ["an older one is not", { ...newer, "tzdata.zi": "# version 2001a\n" }, packVersion, 1],
    ["one of the pack's version is not", { ...newer, "tzdata.zi": `# version ${packVersion}\n` }, packVersion, 1],
    ["one without a version is not", { "Europe/Berlin": newer["Europe/Berlin"] }, packVersion, 1],
    ["one that says something else is not", { ...newer, "tzdata.zi": "# version unknown\n" }, packVersion, 1],
    ["an empty one is not", {}, packVersion, 1]
  ])("%s", async (name, files, expected, hours) => {
    const directory = await made(name, files)
    expect([zonesIn(directory).version, hoursIn(directory, "Europe/Berlin")]).toEqual([expected, hours])
  })

  test("a name without a file of its own is the zone that it stands for", async () => {
    const directory = await made("links", {
      ...newer,
      "tzdata.zi": "# version 2099z\nL Europe/Berlin Europe/Zurich\nL Europe/Gone Europe/Rome\n"
    })
    expect(["Europe/Zurich", "Europe/Rome", "Europe/Vienna"].map((name) => hoursIn(directory, name))).toEqual([5, 1, 1])
  })

  test("a file that is missing or cannot be read gives way to the pack's zone", async () => {
    const directory = await made("gaps", newer)
    expect(["Europe/Paris", "Asia/Tokyo", "Asia/Kathmandu"].map((name) => hoursIn(directory, name))).toEqual([
      1,
      9,
      5.75
    ])
  })

  test("one that is not there gives the pack", () => {
    expect(zonesIn(join(folder, "none")).version).toBe(packVersion)
  })
})
