/** Faults that a newcomer would meet. */
import type { PlantedFault } from "./PlantedFault.ts"

export const faults: ReadonlyArray<PlantedFault> = [
  {
    breaks: "referencePage",
    says: "The scheme of the key begins with a capital",
    file: "packages/contract/src/Authorization.ts",
    find: "HttpApiSecurity.http({ scheme: \"bearer\" })",
    replace: "HttpApiSecurity.http({ scheme: \"Bearer\" })",
    tests: ["apps/api/test/conformance/openapi.test.ts"],
    pattern: "the scheme of the key is in lower case"
  },
  {
    breaks: "referencePage",
    says: "In a browser the page asks for a user and a password",
    file: "packages/contract/src/Authorization.ts",
    find: "HttpApiSecurity.http({ scheme: \"bearer\" })",
    replace: "HttpApiSecurity.http({ scheme: \"Bearer\" })",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "in a browser, /docs sends a request",
    needs: "chromium"
  },
  {
    breaks: "referencePage",
    says: "The page may ask other hosts",
    file: "apps/api/src/open/ReferencePage.ts",
    find: "\"connect-src 'self'\",",
    replace: "\"connect-src *\",",
    tests: ["apps/api/test/docs.test.ts"],
    pattern: "/docs runs its own scripts alone"
  },
  {
    breaks: "backgroundWork",
    says: "A server over a PostgreSQL server leaves background work to others",
    file: "apps/api/src/server/BackgroundWork.ts",
    find: "if ((yield* worker) === \"none\") {",
    replace: "if ((yield* worker) === \"none\" || Option.isSome(url)) {",
    tests: ["apps/api/test/background.test.ts"],
    pattern: "The server with a PostgreSQL server does background work too",
    needs: "PostgreSQL"
  },
  {
    breaks: "backgroundWork",
    says: "Readiness does not name queues that nobody works on",
    file: "packages/background/src/queue/Unattended.ts",
    find: "    yield* status.setUnattended(unattended.map(({ queue }) => queue))\n",
    replace: "",
    tests: ["packages/background/test/Unattended.test.ts"],
    pattern: "is reported after two checks"
  },
  {
    breaks: "backgroundWork",
    says: "The metric of queues that nobody works on is always 0",
    file: "packages/background/src/queue/Unattended.ts",
    find: "unattended.some((one) => one.queue === queue) ? 1 : 0",
    replace: "0",
    tests: ["packages/background/test/Unattended.test.ts"],
    pattern: "is reported after two checks"
  },
  {
    breaks: "backgroundWork",
    says: "The log does not tell of queues that nobody works on",
    file: "packages/background/src/queue/Unattended.ts",
    find: "} else if (isNew || now - warnedAt >= reminderMillis) {",
    replace: "} else if (isNew && now < 0) {",
    tests: ["packages/background/test/Unattended.test.ts"],
    pattern: "is reported after two checks"
  },
  {
    breaks: "settings",
    says: "A start names the first wrong setting alone",
    file: "packages/process/src/SettingsCheck.ts",
    find: "new SettingsRejected({ problems: [...new Set(problems)] })",
    replace: "new SettingsRejected({ problems: problems.slice(0, 1) })",
    tests: ["apps/api/test/settings.test.ts"],
    pattern: "a start names every variable that is wrong at once"
  },
  {
    breaks: "settings",
    says: "A wrong setting is described without its value",
    file: "packages/process/src/SettingsCheck.ts",
    find: "`Expected ${expected(message)}; got ${shown(name, value)}`",
    replace: "`Expected ${expected(message)}`",
    tests: ["apps/api/test/settings.test.ts"],
    pattern: "a start names every variable that is wrong at once"
  },
  {
    breaks: "settings",
    says: "A data directory that is a file is taken",
    file: "packages/sql/src/database/DataDirectory.ts",
    find: "if (!statSync(path).isDirectory()) return \"which is a file\"",
    replace: "",
    tests: ["packages/sql/test/DataDirectory.test.ts"],
    pattern: "a directory that is a file, or that cannot be made, is refused"
  },
  {
    breaks: "settings",
    says: "A server starts whatever its arguments are",
    file: "packages/process/src/Service.ts",
    find: "if (args.length === 0) {",
    replace: "if (args.length >= 0) {",
    tests: ["apps/api/test/start.test.ts"],
    pattern: "--help and --version are answered"
  },
  {
    breaks: "settings",
    says: "The text about the demo's keys stands among JSON log lines",
    file: "apps/api/src/server/FirstStart.ts",
    find: "  yield* Effect.logInfo(`The demo's keys are in ${path}. Try a request:`).pipe(",
    replace: "  console.log(`The demo's keys are in ${path}`)\n  yield* Effect.logInfo(\"Try a request:\").pipe(",
    tests: ["apps/api/test/start.test.ts"],
    pattern: "it keeps the keys, follows the new address"
  },
  {
    breaks: "documents",
    says: "The program in README.md does not define its key",
    file: "README.md",
    find: "const { keys } = await Bun.file(\".candor/demo.json\").json()\n",
    replace: "",
    tests: ["docs/readme.test.ts"],
    pattern: "the README's program prints the titles"
  },
  {
    breaks: "documents",
    says: "docs/configuration.md gives LOG_LEVEL a value that is refused",
    file: "docs/configuration.md",
    find: "`Error`, `Fatal` or `None`, in any case",
    replace: "`Error`, `Loud` or `None`, in any case",
    tests: ["apps/api/test/settings.test.ts"],
    pattern: "docs/configuration.md lists every setting"
  },
  {
    breaks: "documents",
    says: "docs/configuration.md lacks a command",
    file: "docs/configuration.md",
    find: "| `events restored` |",
    replace: "| `events rewound` |",
    tests: ["packages/commands/test/commands.test.ts"],
    pattern: "docs/configuration.md lists every command"
  },
  {
    breaks: "documents",
    says: "docs/architecture.md lacks a table without organization_id",
    file: "docs/architecture.md",
    find: "elements name theirs; `sequencing`, whose one row says which process sequences events;",
    replace: "elements name theirs;",
    tests: ["docs/architecture.test.ts"]
  }
]
