/** Dependencies are exact versions. */
import { file, type Rule } from "./Rule.ts"

type Versions = Record<string, string> | undefined

const groups = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] as const

const exact = /^(workspace:\*|\d+\.\d+\.\d+(-[\w.]+)?)$/

const manifest = (text: string) => [file("packages/sql/package.json", text)]

export const versions: Rule = {
  name: "dependencies are exact versions",
  why: "what one machine resolves, every machine gets",
  check: (files) =>
    files.filter(({ path }) => /(^|\/)package\.json$/.test(path)).flatMap(({ path, text }) => {
      const parsed = JSON.parse(text) as Partial<Record<(typeof groups)[number], Versions>>
      return groups.flatMap((group) => Object.entries(parsed[group] ?? {}))
        .filter(([, version]) => !exact.test(version))
        .map(([name, version]) => ({ path, message: `${name} is ${version}, not one version` }))
    }),
  planted: [
    { files: manifest(`{ "dependencies": { "effect": "^4.1.0" } }`), says: "effect is ^4.1.0" },
    { files: manifest(`{ "devDependencies": { "oxlint": "latest" } }`), says: "oxlint is latest" },
    { files: manifest(`{ "dependencies": { "effect": "4" } }`), says: "effect is 4" }
  ]
}
