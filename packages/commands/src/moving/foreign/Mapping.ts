/**
 * The mapping file of an import: which values here the other system's values become. An import proposes one with all
 * values found.
 */
import { Rating } from "@candor/domain/feedback/Rating"
import { StageType } from "@candor/domain/job/StageType"
import { JobStatus } from "@candor/domain/job/JobStatus"
import { Plan } from "@candor/domain/organization/Plan"
import { Line } from "@candor/domain/Text"
import { ZoneNameFromText } from "@candor/domain/time/ZoneName"
import { Effect, Exit, Option, Schema } from "effect"
import { readFile, stat, writeFile } from "node:fs/promises"
import { CommandRefused } from "../../Output.ts"

/** The most bytes of a mapping file, and values of each kind in a proposal. */
const [maxBytes, maxValues] = [4 * 2 ** 20, 10_000]

const values = <Value extends string>(schema: Schema.Codec<Value, string>) =>
  Schema.optionalKey(Schema.Record(Schema.String, schema))

export const Mapping = Schema.Struct({
  /** The organization to create. Without it, the name is that of the folder. */
  organization: Schema.optionalKey(Schema.Struct({ name: Line, plan: Plan })),
  /** The time zone in which interviews were agreed. */
  time_zone: Schema.optionalKey(ZoneNameFromText),
  /** The other system's job statuses. */
  jobs: values(JobStatus),
  /** Types of stages, by the names of the stages. */
  stages: values(StageType),
  /** Names of sources. */
  sources: values(Line),
  /** For each reason: whether it is a rejection by us, or a withdrawal by the candidate. */
  reasons: values(Schema.Literals(["rejected", "withdrawn"])),
  /** Recommendations of scorecards. */
  ratings: values(Rating),
  /** Users by email address: the address of a member, `deactivated`, or the role of a new member. */
  members: values(Schema.String),
  /** Types of files: `taken`, or `left` for types that not everybody who sees the candidate may see. */
  files: values(Schema.Literals(["taken", "left"]))
})
export type Mapping = typeof Mapping.Type

type Kind = "files" | "jobs" | "members" | "ratings" | "reasons" | "sources" | "stages"
type Value<K extends Kind> = NonNullable<Mapping[K]>[string]
type ByKind = { readonly [K in Kind]?: { readonly [value: string]: Value<K> } }

/** Looks values up in the mapping, and remembers all requested values. */
export class Choices {
  private readonly asked = new Map<Kind, Map<string, string>>()

  readonly given: Mapping

  constructor(given: Mapping) {
    this.given = given
  }

  /** Returns what a value becomes by the file, or `otherwise` if the file does not say. */
  choose<K extends Kind>(kind: K, value: string, otherwise: Value<K>): Value<K> {
    const kinds: ByKind = this.given
    const known: ByKind[K] = kinds[kind]
    const chosen = known !== undefined && Object.hasOwn(known, value) ? known[value]! : otherwise
    const all = this.asked.get(kind) ?? new Map<string, string>()
    this.asked.set(kind, all)
    if (all.size < maxValues && !all.has(value)) all.set(value, chosen)
    return chosen
  }

  /** Makes the mapping file that has the same result. */
  proposal(organization: NonNullable<Mapping["organization"]>): object {
    const kinds: ReadonlyArray<Kind> = ["jobs", "stages", "sources", "reasons", "ratings", "members", "files"]
    return {
      organization,
      time_zone: this.given.time_zone ?? "UTC",
      ...Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries([...this.asked.get(kind) ?? []].toSorted())]))
    }
  }
}

const decode = Schema.decodeUnknownExit(Schema.fromJsonString(Mapping), { errors: "all", onExcessProperty: "error" })

/** Reads a mapping file; fails with its problems. */
export const read = Effect.fnUntraced(function*(path: string) {
  const text = yield* Effect.tryPromise({
    try: async () => {
      if ((await stat(path)).size > maxBytes) throw new Error("it is too large")
      return readFile(path, "utf8")
    },
    catch: (cause) =>
      new CommandRefused({
        message: `${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
      })
  })
  const exit = decode(text)
  if (Exit.isSuccess(exit)) return exit.value
  const reason = Option.match(Exit.findErrorOption(exit), {
    onNone: () => "it cannot be read",
    onSome: ({ message }) => message
  })
  return yield* new CommandRefused({ message: `${path} is no mapping: ${reason}` })
})

/** Writes a proposal unless the file exists. Returns whether it did. */
export const propose = (path: string, proposal: object) =>
  Effect.promise(() =>
    writeFile(path, `${JSON.stringify(proposal, null, 2)}\n`, { flag: "wx", mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return false
        throw error
      }
    )
  )
