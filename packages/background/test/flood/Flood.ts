/** A flood of machine-written applications among those of people, and the share of each that is detected in groups. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationId } from "@candor/domain/Id"
import type { Job } from "@candor/domain/job/Job"
import { minGroup } from "@candor/domain/signal/Signal"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { process } from "../../src/signal/Signals.ts"
import { choices } from "./Choices.ts"
import { honestTexts } from "./Honest.ts"
import { honestElsewhere, rephrasedTexts } from "./Rephrased.ts"
import { spunTexts } from "./Spun.ts"

/** One applicant's submission. */
interface Sent {
  readonly cover_letter: string | null
  readonly resume: string | null
  readonly phone?: string | null
  readonly answers?: ReadonlyArray<string>
  readonly isSpun: boolean
}

/** Stores applications as after the extraction of their files' texts. Returns their ids in the given order. */
const stored = Effect.fnUntraced(
  function*({ organization_id }: Actor, { id: job_id, stages }: Job, sent: ReadonlyArray<Sent>) {
    const sql = yield* SqlClient.SqlClient
    const stage = stages[0]!
    const rows = sent.map(({ answers = [], cover_letter, phone = null, resume }, at) => ({
      // The ids ascend, like those of UUID version 7.
      id: `01a10c60-0000-7000-8000-${at.toString(16).padStart(12, "0")}`,
      candidate_id: crypto.randomUUID(),
      name: `First${at} Last${at}`,
      email: `person${at}@example.com`,
      phones: phone === null ? [] : [{ number: phone }],
      texts: [...(cover_letter === null ? [] : [cover_letter]), ...answers],
      resume
    }))
    const given = sql`jsonb_to_recordset(${
      JSON.stringify(rows)
    }::text::jsonb) AS x (id uuid, candidate_id uuid, name text, email text, phones jsonb, texts jsonb, resume text)`
    yield* sql`
    INSERT INTO candidates (organization_id, id, full_name, primary_email, phone_numbers, created_at, updated_at, version)
    SELECT ${organization_id}::uuid, x.candidate_id, x.name, x.email, x.phones, now(), now(), 1 FROM ${given}`
    yield* sql`
    INSERT INTO applications (organization_id, id, job_id, candidate_id, stage_id, source_type, created_at, updated_at, version)
    SELECT ${organization_id}::uuid, x.id, ${job_id}::uuid, x.candidate_id, ${stage.id}::uuid, 'api', now(), now(), 1 FROM ${given}`
    yield* sql`
    INSERT INTO application_history (organization_id, id, application_id, change, stage_id, stage_name, status, entered_at)
    SELECT ${organization_id}::uuid, gen_random_uuid(), x.id, 'applied', ${stage.id}::uuid, ${stage.name}::text, 'active', now() FROM ${given}`
    yield* sql`
    INSERT INTO application_answers (organization_id, id, application_id, question_text, answer_text, order_index)
    SELECT ${organization_id}::uuid, gen_random_uuid(), x.id, 'Question', answer.value, answer.ordinality
    FROM ${given}, jsonb_array_elements_text(x.texts) WITH ORDINALITY AS answer`
    yield* sql`
    INSERT INTO attachments (organization_id, id, application_id, file_type, original_filename, text, text_status, created_at)
    SELECT ${organization_id}::uuid, gen_random_uuid(), x.id, 'resume', 'resume.pdf', x.resume, 'extracted', now() FROM ${given}
    WHERE x.resume IS NOT NULL`
    return rows.map(({ id }) => ApplicationId.make(id))
  }
)

/** The writers of a flood's texts, and of people's. */
const writers = {
  spun: [spunTexts, honestTexts],
  rephrased: [rephrasedTexts, honestElsewhere]
} as const
export type Writer = keyof typeof writers

/**
 * Floods a job with this many applications in random order, looks for signals of each as it arrives, and returns the
 * shares in groups.
 */
export const flooded = Effect.fnUntraced(function*(
  actor: Actor,
  job: Job,
  seed: number,
  { letters, people, spun, writer = "spun" }: {
    readonly letters?: number
    readonly people: number
    readonly spun: number
    readonly writer?: Writer
  }
) {
  const sql = yield* SqlClient.SqlClient
  const random = choices(seed)
  const [machine, person] = writers[writer]
  const sent = random.shuffled<Sent>([
    ...Array.from({ length: spun }, () => ({ ...machine(random, letters), isSpun: true })),
    ...Array.from({ length: people }, (_, at) => ({ ...person(random, at), isSpun: false }))
  ])
  const ids = yield* stored(actor, job, sent)
  const begin = globalThis.process.cpuUsage()
  yield* Effect.forEach(
    ids,
    (application_id) => process({ organization_id: actor.organization_id, application_id, request_id: "flood" }),
    { discard: true }
  )
  const { system, user } = globalThis.process.cpuUsage(begin)
  const grouped = yield* sql<{ readonly application_id: string }>`
    SELECT s.application_id FROM signals s WHERE s.organization_id = ${actor.organization_id} AND s.kind = 'similar_text' AND (
      SELECT count(*) FROM signals o WHERE o.organization_id = ${actor.organization_id} AND o.group_id = s.group_id
    ) >= ${minGroup}`
  const inGroups = new Set(grouped.map(({ application_id }) => application_id))
  const share = (isSpun: boolean) => {
    const some = ids.filter((_, at) => sent[at]!.isSpun === isSpun)
    return some.filter((id) => inGroups.has(id)).length / some.length
  }
  return { ofSpun: share(true), ofPeople: share(false), processorMillis: (system + user) / 1000 / ids.length }
})
