/**
 * The mapping file of an import: what values of another system become with us. An import proposes what it has found.
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

/** Bytes of a mapping file, and values that one proposes of each kind, at most. */
const [maxBytes, maxValues] = [4 * 2 ** 20, 10_000]

const values = <Value extends string>(schema: Schema.Codec<Value, string>) =>
  Schema.optionalKey(Schema.Record(Schema.String, schema))

export const Mapping = Schema.Struct({
  /** Of an organization that is made; without it, the name is that of the folder. */
  organization: Schema.optionalKey(Schema.Struct({ name: Line, plan: Plan })),
  /** The zone in which interviews were agreed on. */
  time_zone: Schema.optionalKey(ZoneNameFromText),
  /** Statuses of jobs there. */
  jobs: values(JobStatus),
  /** Types of stages, by their names. */
  stages: values(StageType),
  /** Names of sources. */
  sources: values(Line),
  /** Reasons: whether we rejected, or the candidate withdrew. */
  reasons: values(Schema.Literals(["rejected", "withdrawn"])),
  /** Recommendations of scorecards. */
  ratings: values(Rating),
  /** Users by email address: the address of a member, `deactivated`, or the role of a new member. */
  members: values(Schema.String),
  /** Types of files: `taken`, or `left` where not everybody may see them who sees the candidate. */
  files: values(Schema.Literals(["taken", "left"]))
})
export type Mapping = typeof Mapping.Type

type Kind = "files" | "jobs" | "members" | "ratings" | "reasons" | "sources" | "stages"
type Value<K extends Kind> = NonNullable<Mapping[K]>[string]
type ByKind = { readonly [K in Kind]?: { readonly [value: string]: Value<K> } }

/** Answers what values become, and remembers all that it was asked. */
export class Choices {
  private readonly asked = new Map<Kind, Map<string, string>>()

  readonly given: Mapping

  constructor(given: Mapping) {
    this.given = given
  }

  /** Returns what a value becomes by the file; `otherwise` where the file does not say. */
  choose<K extends Kind>(kind: K, value: string, otherwise: Value<K>): Value<K> {
    const kinds: ByKind = this.given
    const known: ByKind[K] = kinds[kind]
    const chosen = known !== undefined && Object.hasOwn(known, value) ? known[value]! : otherwise
    const all = this.asked.get(kind) ?? new Map<string, string>()
    this.asked.set(kind, all)
    if (all.size < maxValues && !all.has(value)) all.set(value, chosen)
    return chosen
  }

  /** The mapping file that does the same. */
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

/** Reads a mapping file; fails with what is wrong with it. */
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

/** Writes a proposal where there is no file yet. Returns whether it did. */
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
