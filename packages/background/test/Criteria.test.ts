/** Criteria with a model that lies, obeys what applicants write, stalls, refuses and sends too much. */
import { assess, maxAttempts, process } from "@candor/background/criteria/Assessing"
import { queueDue } from "@candor/background/criteria/Assessments"
import { Model } from "@candor/background/model/Model"
import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import { type AssessmentResult, decide } from "@candor/domain/criteria/Assessment"
import { Assessments } from "@candor/domain/screening/Assessments"
import { Criteria } from "@candor/domain/criteria/Criteria"
import { replace } from "@candor/domain/criteria/JobCriteria"
import type { ApplicationId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import * as AssessmentWork from "@candor/sql/queue/AssessmentWork"
import { attached, extracted } from "@candor/sql/testing/AttachmentCalls"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { ConfigProvider, Effect, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { injections } from "./Injections.ts"
import { completion, type Request, serve, status } from "./OpenAiServer.ts"

const asked = ["Has led a team", "Speaks German"]

/** A job with criteria that are looked for. */
const criticalJob = Effect.fnUntraced(function*(actor: Actor, texts: ReadonlyArray<string> = asked) {
  const job = yield* (yield* Jobs).create(
    actor,
    "Engineer",
    (taken, context) => Job.create({ title: "Engineer" }, taken, context)
  )
  yield* (yield* Criteria).modify(
    actor,
    job.id,
    (criteria, context) => replace(criteria, { is_on: true, criteria: texts.map((text) => ({ text })) }, context)
  )
  return job
})

/** Applies with this answer. */
const applied = Effect.fnUntraced(function*(actor: Actor, job: Job.JobState, answer_text: string) {
  const draft: Application.ApplicationDraft = {
    job_id: job.id,
    candidate: { full_name: "Maya Okafor", primary_email: `${crypto.randomUUID()}@example.com` },
    answers: [{ question_text: "What did you do?", answer_text }]
  }
  const { id } = yield* (yield* Applications).submit(
    actor,
    draft,
    (submission, context) => Submission.submit(draft, submission, context)
  )
  return id
})

/** Assesses an application with the model of a server. */
const assessed = (
  { base_url }: { readonly base_url: string },
  { organization_id }: Actor,
  id: ApplicationId,
  env: Readonly<Record<string, string>> = {},
  isLast = false
) =>
  assess({ organization_id, worker: "assessments", request_id: "test" }, id, isLast).pipe(
    Effect.provide(Model.layer.pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({
        CANDOR_AI_BASE_URL: base_url,
        CANDOR_AI_MODEL: "test-model",
        ...env
      })))
    ))
  )

const resultsOf = ({ organization_id }: Actor, id: ApplicationId) =>
  Effect.map(
    Effect.flatMap(Assessments, (assessments) => assessments.get(organization_id, id)),
    ({ criteria }) => criteria.flatMap(({ result }) => result ?? [])
  )

const outcomes = (results: ReadonlyArray<AssessmentResult>) =>
  results.map(({ quotation, reason, verdict }) => [verdict, reason ?? quotation])

interface Answer {
  readonly criterion: number
  readonly verdict: string
  readonly quotation: string | null
}

const answers = (...list: ReadonlyArray<Answer>) => completion(JSON.stringify({ answers: list }), { tokens: 100 })

/** The texts and the criteria that a request has. */
const dataOf = ({ body: { messages } }: Request): {
  readonly criteria: ReadonlyArray<{ readonly number: number }>
  readonly texts: ReadonlyArray<{ readonly text: string }>
} => JSON.parse(messages[1]!.content.replace(/^<data>\n|\n<\/data>$/g, ""))

/** A server that does what the last text of a request says: each criterion is met, and the text is the reason. */
const obeying = Effect.gen(function*() {
  const server: { readonly requests: ReadonlyArray<Request> } & { readonly base_url: string } = yield* serve(() => {
    const { criteria, texts } = dataOf(server.requests.at(-1)!)
    return answers(
      ...criteria.map(({ number }) => ({ criterion: number, verdict: "meets", quotation: texts.at(-1)!.text }))
    )
  })
  return server
})

/** What nobody but people may change. */
const statusesOf = ({ organization_id }: Actor) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{ readonly status: string; readonly stages: number; readonly changes: number }>`
      SELECT a.status, count(DISTINCT a.stage_id)::integer AS stages, sum(a.version)::integer AS changes
      FROM applications a WHERE a.organization_id = ${organization_id} GROUP BY a.status`
  )

const used = ({ organization_id }: Actor) =>
  Effect.map(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql<{ readonly tokens: number }>`SELECT tokens FROM extraction_usage WHERE organization_id = ${organization_id}`),
    ([row]) =>
      row?.tokens ?? 0
  )

for (const database of databases) {
  const runHere = runOn(forFile(database))
  // What goes wrong on purpose need not be told.
  const run: ReturnType<typeof runOn> = (effect) =>
    runHere(Effect.provideService(effect, References.MinimumLogLevel, "None"))

  describe(`Criteria on ${database.name}`, () => {
    test("thirty texts that speak to the model, which obeys: no verdict is stored, and no application changes", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* criticalJob(actor)
        const ids = yield* Effect.forEach(injections, (text) => applied(actor, job, text))
        const before = yield* statusesOf(actor)
        const server = yield* obeying
        for (const id of ids) yield* assessed(server, actor, id)
        const found = yield* Effect.forEach(ids, (id) => resultsOf(actor, id))
        expect(found.map((results, at) => [injections[at], ...outcomes(results).map(([verdict]) => verdict)])).toEqual(
          injections.map((text) => [text, "not_answered", "not_answered"])
        )
        expect(yield* statusesOf(actor)).toEqual(before)
        expect(server.requests.every(({ body }) => !body.messages[1]!.content.slice(6, -7).includes("<"))).toBe(true)
      }))))

    test.each<[string, ReadonlyArray<Answer>, ReadonlyArray<readonly [string, string | null]>]>([
      [
        "true quotations, whose white space and form differ",
        [
          { criterion: 1, verdict: "meets", quotation: "led  the\nteam of Zoe\u0308" },
          { criterion: 2, verdict: "does_not", quotation: "no German" }
        ],
        [["meets", "led the team of Zo\u00eb"], ["does_not", "no German"]]
      ],
      [
        "invented quotations",
        [
          { criterion: 1, verdict: "meets", quotation: "led forty engineers" },
          { criterion: 2, verdict: "does_not", quotation: "speaks no German at all" }
        ],
        [["not_answered", "quotation_not_found"], ["not_answered", "quotation_not_found"]]
      ],
      [
        "parts of words, and nothing at all",
        [
          { criterion: 1, verdict: "meets", quotation: "eam of Zo\u00eb" },
          { criterion: 2, verdict: "meets", quotation: null }
        ],
        [["not_answered", "quotation_not_found"], ["not_answered", "no_quotation"]]
      ],
      [
        "answers about others, and two that contradict each other",
        [
          { criterion: 99, verdict: "meets", quotation: "led the team" },
          { criterion: -1, verdict: "meets", quotation: "led the team" },
          { criterion: 2, verdict: "meets", quotation: "no German" },
          { criterion: 2, verdict: "does_not", quotation: "no German" }
        ],
        [["not_answered", "left_out"], ["not_answered", "contradicted"]]
      ],
      [
        "what is not said, with a quotation that is dropped",
        [
          { criterion: 1, verdict: "not_said", quotation: "invented" },
          { criterion: 2, verdict: "not_said", quotation: null }
        ],
        [["not_said", null], ["not_said", null]]
      ]
    ])("%s", (_, given, expected) =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const id = yield* applied(actor, yield* criticalJob(actor), "I led the team of Zo\u00eb;\u00a0no German.")
        const server = yield* serve(() => answers(...given))
        yield* assessed(server, actor, id)
        expect(outcomes(yield* resultsOf(actor, id))).toEqual(expected.map((one) => [...one]))
      }))))

    const nothingStored = (
      answer: () => Response | Promise<Response>,
      failure: string,
      env: Readonly<Record<string, string>> = {}
    ) =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const id = yield* applied(actor, yield* criticalJob(actor), "I led the team.")
        const server = yield* serve(answer)
        expect((yield* Effect.flip(assessed(server, actor, id, env)))._tag).toBe(failure)
        expect(yield* resultsOf(actor, id)).toEqual([])
        expect(server.requests.length).toBeLessThanOrEqual(3)
        expect(yield* used(actor)).toBeLessThanOrEqual(3 * 6000)
      })))

    test.each<[string, () => Response | Promise<Response>, string]>([
      [
        "a verdict that there is not",
        () => answers({ criterion: 1, verdict: "reject", quotation: "team" }),
        "InvalidOutput"
      ],
      ["no JSON", () => completion("Sure! The candidate is great."), "InvalidOutput"],
      ["more than was asked for", () => completion("{\"answers\":[],\"status\":\"rejected\"}"), "InvalidOutput"],
      ["429", () => status(429, { "retry-after": "120" }), "ExtractorUnavailable"],
      ["429 without a time", () => status(429), "ExtractorUnavailable"],
      ["500", () => status(500), "ExtractorUnavailable"],
      [
        "100 MB",
        () => {
          const chunk = new Uint8Array(1024 * 1024).fill(32)
          let left = 100
          return new Response(
            new ReadableStream({
              pull: (controller) => left-- > 0 ? controller.enqueue(chunk) : controller.close()
            }),
            { headers: { "content-type": "application/json" } }
          )
        },
        "ExtractorUnavailable"
      ]
    ])(
      "the model answers %s: nothing is stored, and three calls at most are paid",
      (_, answer, failure) => nothingStored(answer, failure)
    )

    test("the model answers nothing, for ever: nothing is stored, and three calls at most are paid", () =>
      nothingStored(() => new Promise<Response>(() => {}), "ExtractorUnavailable", { CANDOR_AI_TIMEOUT: "300 millis" }))

    test("the same input is not asked again, a changed criterion is, and a day's tokens end the questions", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* criticalJob(actor)
        const id = yield* applied(actor, job, "I led the team.")
        const server = yield* serve(() => answers({ criterion: 1, verdict: "meets", quotation: "led the team" }))
        for (let n = 0; n < 3; n++) yield* assessed(server, actor, id)
        expect(server.requests).toHaveLength(1)
        const criteria = yield* Criteria
        const [first, second] = (yield* criteria.get(actor.organization_id, job.id)).criteria
        yield* criteria.modify(
          actor,
          job.id,
          (stored, context) =>
            replace(stored, { is_on: true, criteria: [second!, { ...first!, text: "Led people" }] }, context)
        )
        yield* assessed(server, actor, id)
        expect(server.requests.map((request) => dataOf(request).criteria.length)).toEqual([2, 1])
        expect(outcomes(yield* resultsOf(actor, id))).toEqual([["not_answered", "left_out"], ["meets", "led the team"]])
        const others = yield* Effect.forEach([1, 2, 3], () => applied(actor, job, "I led the team."))
        const dear = yield* serve(() => completion("{\"answers\":[]}", { tokens: 3000 }))
        const env = { CANDOR_AI_DAILY_TOKENS: "9000" }
        const tags = yield* Effect.forEach(
          others,
          (one) =>
            Effect.match(assessed(dear, actor, one, env), { onFailure: ({ _tag }) => _tag, onSuccess: () => "asked" })
        )
        expect(tags).toEqual(["asked", "asked", "BudgetExhausted"])
        expect(dear.requests).toHaveLength(2)
        expect(yield* used(actor)).toBe(6200)
      }))))

    test.each<[string, () => Response, string]>([
      ["a refusal", () => completion("", { refusal: "no" }), "refused"],
      ["no JSON at the last attempt", () => completion("Sure!"), "invalid"]
    ])(
      "%s is kept with its reason, and the same is not asked and paid again",
      (_, answer, reason) =>
        run(Effect.scoped(Effect.gen(function*() {
          const { actor } = yield* World.organization({ name: "Acme" })
          const id = yield* applied(actor, yield* criticalJob(actor), "I led the team.")
          const server = yield* serve(answer)
          yield* assessed(server, actor, id, {}, true)
          yield* assessed(server, actor, id, {}, true)
          expect(server.requests).toHaveLength(1)
          expect(outcomes(yield* resultsOf(actor, id))).toEqual([["not_answered", reason], ["not_answered", reason]])
        })))
    )

    test("a verdict that was confirmed does not count for a criterion that got another text, which is asked about", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* criticalJob(actor, ["Has led a team"])
        const id = yield* applied(actor, job, "I led the team.")
        const server = yield* serve(() => answers({ criterion: 1, verdict: "meets", quotation: "led the team" }))
        yield* assessed(server, actor, id)
        const [result] = yield* resultsOf(actor, id)
        const [assessments, criteria] = [yield* Assessments, yield* Criteria]
        const confirm = assessments.decide(
          actor,
          id,
          (assessment, context) => decide(assessment, result!.criterion_id, { decision: "confirmed" }, context)
        )
        yield* confirm
        yield* criteria.modify(
          actor,
          job.id,
          (stored, context) =>
            replace(
              stored,
              { is_on: true, criteria: [{ id: result!.criterion_id, text: "Is a licensed surgeon" }] },
              context
            )
        )
        expect(yield* resultsOf(actor, id)).toEqual([])
        expect(yield* Effect.flip(confirm)).toMatchObject({ _tag: "AssessmentNotFound" })
        expect((yield* criteria.audit(actor.organization_id, job.id)).counts).toEqual([])
        const silent = yield* serve(() => answers({ criterion: 1, verdict: "not_said", quotation: null }))
        yield* assessed(silent, actor, id)
        expect(silent.requests).toHaveLength(1)
        expect(yield* resultsOf(actor, id)).toMatchObject([
          { criterion: "Is a licensed surgeon", verdict: "not_said", decision: null }
        ])
      }))))

    test("files that members attach are not read but a résumé, which is first; a quotation goes with its file", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const id = yield* applied(actor, yield* criticalJob(actor, ["Has led a team"]), "See my file.")
        const owner = { application_id: id }
        const add = Effect.fnUntraced(function*(file_type: string, text: string) {
          const file = yield* attached(actor, owner, { file_type })
          yield* extracted(actor, file.id, text)
          return file.id
        })
        const resume = yield* add("resume", "I led the team.")
        yield* add("cover_letter", "I would like to.")
        yield* add("reference check", "Was fired for theft.")
        const server = yield* serve(() => answers({ criterion: 1, verdict: "meets", quotation: "led the team" }))
        yield* assessed(server, actor, id)
        expect(dataOf(server.requests[0]!).texts.map(({ text }) => text)).toEqual([
          "I led the team.",
          "I would like to.",
          "See my file."
        ])
        const [result] = yield* resultsOf(actor, id)
        expect(result!.attachment_id).toBe(resume)
        const assessments = yield* Assessments
        yield* assessments.decide(
          actor,
          id,
          (assessment, context) => decide(assessment, result!.criterion_id, { decision: "confirmed" }, context)
        )
        yield* (yield* Attachments).remove(actor, owner, resume, Attachment.remove)
        expect(yield* resultsOf(actor, id)).toEqual([])
        expect(yield* assessments.get(actor.organization_id, id)).toMatchObject({ is_pending: true })
      }))))

    test("a person's decision stays when the texts are asked about again; without a text nobody is asked", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor, user } = yield* World.organization({ name: "Acme" })
        const job = yield* criticalJob(actor)
        const id = yield* applied(actor, job, "I led the team.")
        const server = yield* serve(() => answers({ criterion: 1, verdict: "meets", quotation: "led the team" }))
        yield* assessed(server, actor, id)
        const [result] = yield* resultsOf(actor, id)
        const assessments = yield* Assessments
        yield* assessments.decide(
          actor,
          id,
          (assessment, context) => decide(assessment, result!.criterion_id, { decision: "overruled" }, context)
        )
        yield* assessed(server, actor, id, { CANDOR_AI_MODEL: "another-model" })
        expect(server.requests.map((request) => dataOf(request).criteria.length)).toEqual([2, 1])
        expect(yield* resultsOf(actor, id)).toMatchObject([
          { verdict: "meets", decision: "overruled", decided_by: user.id, model: "test-model" },
          { verdict: "meets", quotation: "led the team", decision: null, model: "another-model" }
        ])
        const silent = yield* applied(actor, job, "")
        yield* assessed(server, actor, silent)
        expect(server.requests).toHaveLength(2)
        expect(outcomes(yield* resultsOf(actor, silent))).toEqual([["not_answered", "no_text"], [
          "not_answered",
          "no_text"
        ]])
      }))))

    test("applications of jobs whose switch is on are queued once, until they or the criteria change", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [on, off] = [yield* criticalJob(actor), yield* criticalJob(actor)]
        const criteria = yield* Criteria
        yield* criteria.modify(
          actor,
          off.id,
          (stored, context) => replace(stored, { is_on: false, criteria: stored.criteria }, context)
        )
        const id = yield* applied(actor, on, "I led the team.")
        yield* applied(actor, off, "I led the team.")
        const sql = yield* SqlClient.SqlClient
        const queued = Effect.map(
          sql<{ readonly element: string }>`
            SELECT element FROM queue WHERE queue_name = ${AssessmentWork.queue}
              AND element::jsonb ->> 'organization_id' = ${actor.organization_id}`,
          (rows) => rows.map(({ element }): string => JSON.parse(element).application_id)
        )
        yield* queueDue
        yield* queueDue
        expect(yield* queued).toEqual([id])
        yield* criteria.modify(
          actor,
          on.id,
          (stored, context) => replace(stored, { is_on: true, criteria: [{ text: "Speaks Dutch" }] }, context)
        )
        yield* queueDue
        expect(yield* queued).toEqual([id, id])
        expect(maxAttempts).toBeLessThanOrEqual(5)
      })))

    test("work of an application that is gone, or of a job that was switched off, ends without a question", () =>
      run(Effect.scoped(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* criticalJob(actor)
        const id = yield* applied(actor, job, "I led the team.")
        const server = yield* obeying
        yield* (yield* Criteria).modify(
          actor,
          job.id,
          (stored, context) => replace(stored, { is_on: false, criteria: stored.criteria }, context)
        )
        yield* assessed(server, actor, id)
        const gone = { organization_id: actor.organization_id, application_id: job.id as never, request_id: "test" }
        yield* Effect.provide(process(gone, { attempts: 1 }), Model.layer)
        expect(server.requests).toEqual([])
        expect(yield* resultsOf(actor, id)).toEqual([])
      }))))
  })
}
