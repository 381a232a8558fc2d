/**
 * Tests reach the servers that they start through the proxy that validates each exchange against the OpenAPI document
 * (decision 0056).
 */
import { code, file, isTest, matches, type Rule, type SourceFile, type Violation } from "./Rule.ts"

/** Test files that start a server without the proxy, with the reason. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ["apps/api/test/conformance/planted/server.ts", "it is the planted server, which a test with the proxy starts"],
  ["apps/api/test/harness/answers.ts", "it serves routes of its own, which no document has"],
  ["apps/api/test/unread.test.ts", "it asks those, on sockets that read nothing, and measures memory"],
  ["scripts/test/deploy.test.ts", "the image's own health check is all that asks the server"],
  ["scripts/test/Shell.ts", "it names the program for a shell; readme.test.ts starts it by the proxy"],
  ["scripts/test/start.test.ts", "it times the first answer"],
  ["packages/sql/test/prepare.ts", "it builds the server, and starts none"]
])

/** The server's program, and its output when it listens. */
const starts = /\bprogram\("api"\)|\bdistribution\(\)|Listening on|"curl":/g

const proxies = /\b(?:servers|validated)\(/

/** The folders whose tests start servers. Soak runs and benchmarks kill, load and time their servers instead. */
const folders = /^(apps|packages|scripts)\//

const directly = (source: SourceFile): ReadonlyArray<Violation> =>
  proxies.test(code(source.text))
    ? []
    : matches(source, starts, ([text]) =>
      `${text}: a server without the proxy; use \`servers\` of @candor/process/testing/Servers`)

const unneeded = ({ path }: SourceFile): ReadonlyArray<Violation> => [
  { path, message: "starts no server without the proxy, and is among the exceptions of rules/src/proxied.ts" }
]

export const proxied: Rule = {
  name: "tests reach the servers that they start by the validating proxy",
  why: "what goes over the wire in a test is as the OpenAPI document says",
  check: (files) =>
    files.filter(({ path }) => folders.test(path) && isTest(path)).flatMap((source) => {
      const violations = directly(source)
      if (!exceptions.has(source.path)) return violations
      return violations.length === 0 ? unneeded(source) : []
    }),
  planted: [
    {
      files: [file("apps/cli/test/server.test.ts", `const child = start([process.execPath, await program("api")])`)],
      says: `program("api"): a server without the proxy`
    },
    {
      files: [file("apps/api/test/build.test.ts", `start([process.execPath, join(await distribution(), "api.js")])`)],
      says: "distribution(): a server without the proxy"
    },
    {
      files: [
        file("packages/client/test/Demo.ts", `const said = await child.hear(/Listening on/)\n// as servers() does`)
      ],
      says: "Listening on: a server without the proxy"
    },
    {
      files: [file("apps/console/test/signin.test.ts", `await start(["bun", "start"]).hear(/"curl":/)`)],
      says: `"curl":: a server without the proxy`
    },
    {
      files: [file("scripts/test/start.test.ts", `const { serve } = servers("start")`)],
      says: "is among the exceptions"
    }
  ]
}
