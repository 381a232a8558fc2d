/** `candor queue …` */
import { type OrganizationDeadLetter, FailedWork } from "@candor/domain/queue/FailedWork"
import { WorkId } from "@candor/domain/Id"
import { queueNames } from "@candor/sql/queue/QueueNames"
import * as QueueStatus from "@candor/sql/queue/QueueStatus"
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { Argument, Command, Flag } from "effect/cli"
import { CommandRefused, json, print, table } from "./Output.ts"

const named = Flag.String("queue").pipe(Flag.withDescription("Only this queue, for example profiles"), Flag.optional)

/** Returns the requested queue. Fails if no program uses the queue and it has no work. */
const existing = Effect.fnUntraced(function*(requested: Option.Option<string>) {
  if (Option.isNone(requested)) return undefined
  const used = (yield* Effect.orDie(QueueStatus.all)).map(({ queue }) => queue)
  const queues = [...new Set([...queueNames, ...used])].toSorted()
  return queues.includes(requested.value) ? requested.value : yield* new CommandRefused({
    message: `There is no queue ${requested.value}. There are ${queues.slice(0, -1).join(", ")} and ${queues.at(-1)}.`
  })
})

/** Returns all dead letters of a queue or with these ids, newest first. */
const letters = Effect.fnUntraced(function*(
  filter: { readonly queue: string | undefined; readonly ids?: ReadonlyArray<WorkId> | undefined }
) {
  const work = yield* FailedWork
  const found: Array<OrganizationDeadLetter> = []
  for (;;) {
    const page = yield* work.all({ ...filter, after: found.at(-1) })
    if (page.length === 0) return found
    found.push(...page)
  }
})

const status = Command.make(
  "status",
  { json },
  Effect.fnUntraced(function*(options) {
    const queues = yield* Effect.orDie(QueueStatus.all)
    const rows = queues.map((one) =>
      [one.queue, one.waiting, one.due, Math.round(one.oldest_due_seconds), one.taken, one.dead_letters].map(String)
    )
    const lines = table(["QUEUE", "WAITING", "DUE", "OLDEST DUE, S", "WITH WORKERS", "FAILED"], rows)
    yield* print(options, queues, ...(queues.length === 0 ? ["Nothing waits, and nothing has failed."] : lines))
  })
).pipe(Command.withDescription("Show the status of the queues"))

const failed = Command.make(
  "failed",
  { queue: named, json },
  Effect.fnUntraced(function*({ queue, ...options }) {
    const failures = yield* letters({ queue: yield* existing(queue) })
    const rows = failures.map((
      { failed_at, id, last_failure, organization_id, queue }
    ) => [id, queue, failed_at, organization_id, last_failure?.split("\n", 1)[0] ?? ""])
    const lines = table(["ID", "QUEUE", "FAILED", "ORGANIZATION", "REASON"], rows)
    yield* print(options, failures, ...(failures.length === 0 ? ["Nothing has failed."] : lines))
  })
).pipe(Command.withDescription("List work that used up its attempts, newest first"))

/** Returns the dead letters to requeue. Fails if an id is not a dead letter. */
const selected = Effect.fnUntraced(function*(
  { all, ids, queue }: {
    readonly all: boolean
    readonly ids: ReadonlyArray<WorkId>
    readonly queue: string | undefined
  }
) {
  if (all === ids.length > 0) {
    return yield* new CommandRefused({
      message: "Expected either ids of failed work or --all (see candor queue failed)."
    })
  }
  if (all) return yield* letters({ queue })
  const found = yield* letters({ queue, ids })
  const existing = new Set(found.map(({ id }) => id))
  const unknown = ids.filter((id) => !existing.has(id))
  if (unknown.length > 0) {
    return yield* new CommandRefused({ message: `There is no failed work ${unknown.join(", ")}.` })
  }
  return found
})

const requeue = Command.make(
  "requeue",
  {
    ids: Argument.String("id").pipe(
      Argument.withDescription("The failed work's ids"),
      Argument.withSchema(WorkId),
      Argument.variadic()
    ),
    all: Flag.Boolean("all").pipe(Flag.withDescription("All failed work"), Flag.withDefault(false)),
    queue: named,
    json
  },
  Effect.fnUntraced(function*({ all, ids, queue, ...options }) {
    const work = yield* FailedWork
    const failures = yield* selected({ all, ids, queue: yield* existing(queue) })
    const request_id = `candor-${yield* (yield* SecureRandom.SecureRandom).uuidV7()}`
    const requeued = yield* Effect.forEach(
      failures,
      ({ id, organization_id }) =>
        work.requeue({ organization_id, worker: "candor queue requeue", request_id }, id).pipe(
          Effect.as([id]),
          Effect.catchTag("WorkNotFound", () => Effect.succeed([]))
        ),
      { concurrency: 4 }
    )
    const done = requeued.flat()
    const others = failures.length - done.length
    yield* print(
      options,
      { requeued: done },
      `Made ${done.length} due again.`,
      ...(others === 0 ? [] : [`${others} had been requeued or removed already.`])
    )
  }, Effect.provide(SecureRandom.layerWebCrypto))
).pipe(
  Command.withDescription("Retry a failed task, with all its attempts"),
  Command.withExamples([{ command: "candor queue requeue --all --queue profiles" }])
)

export const queue = Command.make("queue").pipe(
  Command.withDescription("Operate background work"),
  Command.withSubcommands([status, failed, requeue])
)
