/**
 * That every statement finds its rows by an index, that the database keeps the plans of pages, since making one takes
 * longer than a small page, that it converts and deletes a prospect by indexes, that it finds candidates that are due
 * by one, and that it reads old deliveries once to delete them.
 */
import { Applications } from "@candor/domain/application/Applications"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { OrganizationId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import { nameOf } from "@candor/domain/Noun"
import { plainNouns } from "@candor/domain/nouns"
import * as ConcurrentIndexes from "@candor/sql/database/ConcurrentIndexes"
import { type Kind, writtenFor } from "@candor/sql/database/Seen"
import * as Demo from "@candor/sql/demo/Demo"
import type { SQL } from "bun"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import * as EveryStatement from "./EveryStatement.ts"
import { kinds, parametersOf } from "./Kinds.ts"
import * as MillionRows from "./MillionRows.ts"
import * as NoContents from "./NoContents.ts"
import { type LongScan, longScans } from "./Plans.ts"
import type { Statement } from "./Recorder.ts"

/** Scans that take longer the more rows there are: the methods that do so, the index or the table, and why they may. */
const longOnPurpose: ReadonlyArray<readonly [methods: RegExp, source: RegExp, why: string]> = [
  [/./, /^jobs_deleted$/, "few jobs are deleted and not yet removed"],
  [/./, /^events_unse/, "events get their sequence number within a second"],
  [/./, /^webhook_endpoints_newest$/, "an organization has few webhooks"],
  [/./, /^sequencing$/, "the table has one row"],
  [/./, /^pg_/, "a catalog of PostgreSQL"],
  [/^FailedWork\.|^QueueStatus\./, /^queue_failed$/, "failed work waits for an operator"],
  [/^Overviews\.proposals$/, /^scheduling_links_unanswered$/, "few proposals wait for an answer"],
  [/^Queue\.free$|^QueueStatus\./, /^idx_queue_take$/, "it is about the whole queue"],
  [/^AuditLog\.(page|verify)$/, /^events_/, "an operator's command, which goes through the log"],
  [/^Organizations\.list$/, /^organizations$/, "an operator's command, which lists all"],
  [
    /^Webhooks\.purge$/,
    /^queue_webhooks$/,
    "it deletes what waits for the webhooks of an organization that has none any more"
  ],
  [/^Assessments\.organizations$/, /^job_criteria_on$/, "few jobs look for criteria, and it is asked once a minute"],
  [/^Members\.modify$/, /^users_newest$/, "it looks for another admin among the members"],
  [
    /^Jobs\.(list|create)$|^Organizations\.get$|^Overviews\.(jobs|unanswered|arrived)$|^AutomaticMails\.waiting$|^Postings\.(site|texts)$/,
    /^jobs_(newest|updated)$/,
    "an organization has few jobs beside its applications"
  ],
  [
    /^AutomaticMails\.digestReaders$/,
    /^users_\w+$/,
    "once a day it goes through the members of an organization, of whom most want a digest"
  ],
  [
    /^Overviews\.sources$/,
    /^(applications_|submissions_of_application$)/,
    "it counts all applications, where no job and no period is chosen"
  ],
  [/^Attachments\.queueAllRemovals$/, /^removed_contents/, "the table has only what was deleted since the last time"],
  [
    /^RelatedRecords\.find$|^CandidateExports\.exportOf$|^Applications\.submit$|^Prospects\.convert$/,
    /^candidate_merges_undoable$/,
    "few merges can be undone"
  ],
  [
    /^Candidates\.list$/,
    /^candidates_(newest|updated)$/,
    "a list with a tag has no plan that is kept: each is planned for its tag"
  ],
  [
    /^(CandidateExports\.exportOf|Candidates\.(remove|anonymise))$/,
    /^messages_of_nobody$/,
    "an organization has at most 10,000 mails that belong to nobody"
  ],
  [/./, /^holiday_calendars/, "an organization has 50 at most, and few have any"],
  [
    /^MailRules\.occurrences$/,
    /^(events_pkey|messages_of_application)$/,
    "it goes through the last 30 days, or all letters, where an administrator asks what a rule would have sent"
  ],
  [
    /^Applications\.list$/,
    /^applications_newest$/,
    "of a page by a criterion, one assessment is looked up for each application until it is full"
  ],
  [
    /^Attachments\.isNamed$/,
    /^(submissions_quarantined|messages_of_nobody)$/,
    "it asks once for each content that is removed; few applications are held, and at most 10,000 mails belong to nobody"
  ],
  [/^AiProfiles\.input$/, /^jobs_confidential$/, "an organization has few confidential jobs"],
  [/^SchedulingLinks\.list$/, /^scheduling_links_newest$/, "a page passes over those of deleted jobs alone"],
  [/^SignIns\.hasPassword$/, /^sign_ins_/, "a start asks once whether a member of the demo has a password"],
  [
    /^ApiKeys\.(authenticate|isActive)$/,
    /^(jobs_confidential|notes_of_team|scorecards_of_application)$/,
    "one is enough to know that there are any"
  ],
  [/^Imports\.(recognize|made)$/, /./, "they have no plan that is kept: each portion is planned for its rows"],
  [
    /^(Imports\.forget|OrganizationImports\.\w+)$/,
    /^people_imports_(newest|archives)$/,
    "an organization has few imports"
  ],
  [
    /^SchedulingLinks\.create$/,
    /^scorecard_templates_/,
    "an organization has few templates"
  ],
  [/^Moves\./, /./, "it goes through all of an organization, and each page is planned for its key"],
  [/^BusyCalendars\.wake$/, /^busy_calendars_due$/, "it asks when the next calendar of an organization is due"],
  [/^Connections\.isConnectedAgain$/, /^connections_pkey$/, "an organization has few connections"],
  [/^ApiKeys\.list$/, /^api_key/, "a page at an offset reads the keys before it"],
  [
    /^ConnectedApps\.setPolicy$/,
    /^(connected_apps_live|api_keys_of_app|api_keys_active)$/,
    "a new policy looks at all apps of the organization"
  ],
  [
    /^ConnectedApps\.re(deem|fresh)$/,
    /^api_keys_of_app$/,
    "it removes what ended a day ago of a member's apps, among those of the organization"
  ]
]

/** All rows of a noun without rules of its own are listed at once: it has a limit. */
const ofPlainNouns = plainNouns.map(({ resource: { limit, noun } }): typeof longOnPurpose[number] => [
  new RegExp(`^${nameOf(noun.table)}\\.`),
  new RegExp(`^${noun.table}_(pkey|name)$`),
  `an organization has ${limit?.limit} at most`
])

/** Those of statements as they are for members who do not see all jobs. */
const longForSome: typeof longOnPurpose = [
  [/./, /^jobs_/, "an organization has few jobs, of which few are confidential"],
  [
    /^Repositories$|^Events\.encodedPage$|^CandidateExports\.exportOf$|^AuditLog\.page$/,
    /^notes_of_team$/,
    "few notes are for the team"
  ],
  [
    /\.(list|listAll|quarantined|erasures)$/,
    /_(newest|updated|quarantined|asking_erasure|ordered_by_name|by_family_form|of_nobody|by_change)$/,
    "it goes through rows in the order of the page until it is full"
  ],
  [/^Candidates\.tags$/, /^candidates_(tag_lists|with_many_tags)$/, "it counts the tags of all candidates"],
  [/\.uses$/, /_newest$/, "it counts a hundred uses of a row at most"],
  [/^Overviews\.proposals$/, /^scheduling_links_unanswered$/, "few proposals wait for an answer"],
  [/^MailRules\.all$/, /^mail_rules_name$/, "an organization has 100 at most"],
  [/^AutomaticMails\.waiting$/, /^(messages_of_nobody|notes_key)$/, "few mails and mentions wait"],
  [
    /^(Applications\.submit|Imports\.recognize|Prospects\.convert)$/,
    /^candidate_merges_undoable$/,
    "few merges can be undone"
  ]
]

const isOnPurpose = ({ method, source }: LongScan, exceptions = longOnPurpose): boolean =>
  [...ofPlainNouns, ...exceptions].some(([methods, sources]) => methods.test(method) && sources.test(source))

/** The plans that PostgreSQL keeps for statements, as texts. */
const planned = (database: SQL, statements: ReadonlyArray<Statement>): Promise<ReadonlyArray<string>> =>
  Promise.all(
    statements.map(async ({ sql }) =>
      JSON.stringify(await database.unsafe(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${sql}`).simple())
    )
  )

/** The statements as they are for these kinds of viewers, for several of whom many are the same. */
const forKinds = (statements: ReadonlyArray<Statement>, kinds: ReadonlyArray<Kind>): ReadonlyArray<Statement> => {
  const each = kinds.flatMap((kind) =>
    statements.map((one) => ({ ...one, sql: writtenFor(one.marked, parametersOf(one.marked), kind).text }))
  )
  return [...new Map(each.map((one) => [`${one.method} ${one.sql}`, one])).values()]
}

describe("with a million rows in each table", async () => {
  const { statements: all } = await EveryStatement.all()
  const statements = all.filter(({ method, sql }) => !/^(Migrations|Demo)\./.test(method) && !sql.startsWith("SET "))
  const database = await EveryStatement.database()
  await MillionRows.pretend(database)
  const empty = await MillionRows.empty(database)
  const scans = await longScans(database, statements)
  const ofTimes = await planned(database, statements.filter(({ sql }) => /lower\(t\.during\) </.test(sql)))
  const ofMember = await planned(
    database,
    statements.filter(({ method, sql }) => method === "Interviews.list" && sql.includes("interviewer_times"))
  )
  const marked = statements.filter(({ marked, sql }) => marked !== sql)
  const ofKinds = await longScans(database, forKinds(marked, kinds.filter(({ hasRoles }) => !hasRoles)))
  await database.close()

  test("every statement of every method finds its rows by an index, beyond those of its organization", () => {
    expect(statements.length).toBeGreaterThan(300)
    expect(empty).toEqual([])
    expect(scans.filter((scan) => !isOnPurpose(scan))).toEqual([])
  })

  test("so does every statement as it is for a member who does not see all jobs", () => {
    expect(ofKinds.length).toBeGreaterThan(100)
    expect(
      ofKinds.filter((scan) => !isOnPurpose(scan, [...longOnPurpose, ...longForSome])).map((
        { method, source, filter }
      ) => [method, source, filter])
    ).toEqual([])
  })

  // `interview_id < …` of a later page is in the same index.
  test("what a member is booked for at a time is found by an index of times, and a member's newest interviews without reading all of them", () => {
    expect(ofTimes.length).toBeGreaterThan(1)
    expect(ofTimes.filter((plan) => !plan.includes("interviewer_times_by_start"))).toEqual([])
    expect(ofMember.length).toBeGreaterThan(0)
    expect(
      ofMember.filter((plan) => !/"Scan Direction":"Backward","Index Name":"interviewer_times_of_member"/.test(plan))
    ).toEqual([])
  })

  test("every exception is needed", () => {
    const unneeded: Array<(typeof longOnPurpose)[number]> = longOnPurpose.filter(([methods, sources]) =>
      !scans.some(({ method, source }) => methods.test(method) && sources.test(source))
    )
    unneeded.push(
      ...longForSome.filter(([methods, sources]) =>
        !ofKinds.some(({ method, source }) => methods.test(method) && sources.test(source))
      )
    )
    expect(unneeded).toEqual([])
  })
})

describe("with a large organization among 100,000 small ones", async () => {
  const { statements } = await EveryStatement.all()
  const database = await EveryStatement.database()
  await MillionRows.pretend(database, 100_000)
  const ofKeys = statements.filter(({ method, sql }) =>
    !/^Migrations\.|^Imports\.(recognize|made)$/.test(method) && /&& ARRAY/.test(sql)
  )
  const scans = await longScans(database, [...ofKeys, ...forKinds(ofKeys, kinds)])
  const words = ConcurrentIndexes.all.flatMap(({ name, unanalyzed = 0 }) => unanalyzed > 0 ? [name] : [])
  const analyzed: ReadonlyArray<object> = await database`
    SELECT attrelid::regclass::text AS name FROM pg_attribute
    WHERE attrelid::regclass::text = ANY (${
    database.array(words, "TEXT")
  }) AND attnum > 0 AND attstattarget IS DISTINCT FROM 0`
  await database.close()

  test("the plan that is kept for addresses and numbers reads the entries with them alone, not all of the organization", () => {
    expect(scans.filter(({ source }) => /^(candidates|submissions)_/.test(source))).toEqual([])
  })

  test("no statistics are made of the words of whole texts", () => {
    expect(words.length).toBeGreaterThan(10)
    expect(analyzed).toEqual([])
  })
})

interface Prepared {
  readonly statement: string
  readonly generic_plans: number
}

/** How often each list's statement went by the plan that is kept for it, of ten pages of one on a connection. */
const kept = (organization: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const page = { limit: 1, offset: 0 }
    // By the alias of the table that a list goes through in its order.
    const lists = {
      a: Effect.asVoid((yield* Applications).list(organization, {}, page)),
      c: Effect.asVoid((yield* Candidates).list(organization, {}, page)),
      j: Effect.asVoid((yield* Jobs).list(organization, {}, page))
    }
    for (const list of Object.values(lists)) yield* Effect.repeat(list, { times: 9 })
    const prepared = yield* sql<Prepared>`
      SELECT statement, generic_plans::integer AS generic_plans FROM pg_prepared_statements WHERE statement LIKE '%OFFSET%'
    `
    return Object.keys(lists).map((alias) =>
      prepared.find(({ statement }) => new RegExp(`ORDER BY "?${alias}"?\\.created_at`).test(statement))?.generic_plans
    )
  })

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    test("pages of one row go by a plan that is kept, as soon as PostgreSQL has tried five of their own", () =>
      runOn(database)(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { organization_id } = yield* Effect.provide(Demo.load, NoContents.layer)
        yield* sql`ANALYZE`
        expect(yield* sql.withTransaction(kept(organization_id))).toEqual([5, 5, 5])
      })))
  })
}
