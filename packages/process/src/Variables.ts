/**
 * The variables that Candor's programs read, and a check for other names with its prefix, which are mostly misspelled.
 */
import { ConfigProvider, Effect } from "effect"

/**
 * The names that begin with CANDOR. Every program accepts all of them, because server, workers and command line may
 * share one environment file.
 */
export const variables: ReadonlyArray<string> = [
  "CANDOR_AI_BASE_URL",
  "CANDOR_AI_DAILY_TOKENS",
  "CANDOR_AI_KEY",
  "CANDOR_AI_MODEL",
  "CANDOR_AI_TIMEOUT",
  "CANDOR_APP_PRIVATE",
  "CANDOR_APP_REGISTRATION",
  "CANDOR_CALENDAR_PRIVATE",
  "CANDOR_CORS_ORIGINS",
  "CANDOR_DATABASE_CONNECTIONS",
  "CANDOR_DATABASE_WAIT",
  "CANDOR_DATA_DIR",
  "CANDOR_DELIVERIES",
  "CANDOR_DRAIN_SECONDS",
  "CANDOR_ENRICHMENT_URL",
  "CANDOR_EVENT_RETENTION_DAYS",
  "CANDOR_EXPORT_DIR",
  "CANDOR_FILES_DIR",
  "CANDOR_GOOGLE_CLIENT_ID",
  "CANDOR_GOOGLE_CLIENT_SECRET",
  "CANDOR_MAIL",
  "CANDOR_MAIL_PRIVATE",
  "CANDOR_MICROSOFT_CLIENT_ID",
  "CANDOR_MICROSOFT_CLIENT_SECRET",
  "CANDOR_MICROSOFT_TENANT",
  "CANDOR_OCR",
  "CANDOR_OCR_LANGUAGES",
  "CANDOR_OIDC_CLIENT_ID",
  "CANDOR_OIDC_CLIENT_SECRET",
  "CANDOR_OIDC_ISSUER",
  "CANDOR_PUBLIC_URL",
  "CANDOR_RATE_LIMIT",
  "CANDOR_S3_ACCESS_KEY_ID",
  "CANDOR_S3_BUCKET",
  "CANDOR_S3_ENDPOINT",
  "CANDOR_S3_REGION",
  "CANDOR_S3_SECRET_ACCESS_KEY",
  "CANDOR_SECRET_KEY",
  "CANDOR_SESSION_RATE_LIMIT",
  "CANDOR_SHARE_PORT",
  "CANDOR_TRACES_PER_SECOND",
  "CANDOR_TRUSTED_PROXIES",
  "CANDOR_WEBHOOK_PACE",
  "CANDOR_WEBHOOK_PRIVATE",
  "CANDOR_WORKER"
]

/**
 * Settings without the prefix, to which people may add it, and names in deploy/haproxy.cfg, which may be in the same
 * environment.
 */
const unprefixed = ["DATABASE_URL", "HOST", "LOG_FORMAT", "LOG_LEVEL", "PORT", "WORKER_PORT"]
const ofProxy = /^CANDOR_(LISTEN|CERTIFICATE|SERVER(_\w+)?)$/

/**
 * Whether Kubernetes or Docker sets the variable in containers, for a service named candor, such as
 * CANDOR_PORT=tcp://10.0.0.7:3000.
 */
const isServiceLink = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_\w+$/.test(name) || /^(tcp|udp|sctp):\/\//.test(value)

/** Returns Levenshtein's distance of two texts. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1]
    for (let index = 0; index < other.length; index++) {
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + Number(character !== other[index])))
    }
    row = next
  }
  return row.at(-1)!
}

/** Returns the words of a name, without the prefix. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  name.toUpperCase().replace(/^CANDOR_/, "").split("_").filter((word) => word !== "")

/**
 * Returns the distance of two names. It is at most 1 if one is a prefix of the other, or consists of some of its words.
 */
const nameDistance = (name: string, known: string): number => {
  const [words, knownWords] = [wordsOf(name), wordsOf(known)]
  const [one, other] = [words.join(""), knownWords.join("")]
  const isBeginning = Math.min(one.length, other.length) > 3 && (one.startsWith(other) || other.startsWith(one))
  const isPart = words.length > 1 && words.every((word) => knownWords.includes(word))
  return isBeginning || isPart ? Math.min(1, distance(one, other)) : distance(one, other)
}

/** Returns the known name that is closest to an unknown one; undefined if none is close. */
const nearest = (name: string): string | undefined => {
  const [best] = [...unprefixed, ...variables]
    .map((known) => ({ known, away: nameDistance(name, known) }))
    .toSorted((one, other) => one.away - other.away)
  return best!.away <= Math.max(1, wordsOf(best!.known).join("").length / 3) ? best!.known : undefined
}

/**
 * Returns the variables of the environment whose names begin with a path, with their values. No setting has a number as
 * part of its name, so array nodes are ignored.
 */
const under = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<readonly [name: string, value: string]>, ConfigProvider.SourceError> =>
  Effect.gen(function*() {
    const node = yield* provider.load(path)
    if (node === undefined) return []
    const own = node.value === undefined ? [] : [[path.join("_"), node.value] as const]
    if (node._tag !== "Record") return own
    const parts = path.length === 0 ? [...node.keys].filter((key) => /^candor$/i.test(key)) : [...node.keys]
    return [...own, ...(yield* Effect.forEach(parts, (part) => under(provider, [...path, part]))).flat()]
  })

/** Returns a line for each variable with Candor's prefix that no program reads, with a similar known name. */
export const unknownVariables: Effect.Effect<ReadonlyArray<string>> = Effect.gen(function*() {
  const found = yield* Effect.orDie(under(yield* ConfigProvider.ConfigProvider, []))
  return found
    .filter(([name, value]) => !variables.includes(name) && !ofProxy.test(name) && !isServiceLink(name, value))
    .map(([name]) => {
      const near = nearest(name)
      return `${name}: Candor has no such setting. ${
        near === undefined ? "docs/configuration.md lists all" : `Did you mean ${near}?`
      }`
    })
})
