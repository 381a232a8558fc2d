/** The largest answers that limits allow, with the texts that take the most bytes. */
import { maxFeedback, maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import { maxProfiles } from "@candor/domain/candidate/AiProfile"
import { maxProfileBytes } from "@candor/domain/candidate/Extraction"
import { Feedback } from "@candor/domain/feedback/Feedback"
import { Jobs } from "@candor/domain/job/Jobs"
import { Notes } from "@candor/domain/note/Notes"
import { maxProspectBytes, maxProspects } from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { SearchId } from "@candor/domain/Id"
import { maxNameBytes, maxStages } from "@candor/domain/job/Stage"
import { jsonBytes } from "@candor/domain/Text"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { insertApplication } from "./ApplicationRow.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const run = runOn(forFile(databases[0]!))

const maxBytes = 4 * 1024 * 1024

/** A text of so many bytes as JSON, whose characters take six each. */
const escaped = (bytes: number) => "\u0001".repeat(Math.floor((bytes - 2) / 6))

test("the largest answers have at most 4 MiB: an application, also moved, its notes and feedback, a search's prospects, a page of jobs", () =>
  run(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { actor } = yield* World.organization({ name: "Acme" })
    const { organization_id, user_id } = actor
    const { candidate_id, id, stage_id } = yield* insertApplication(organization_id)
    const times = sql`now(), now()`
    const answers = 1024 * 1024
    yield* sql`
      INSERT INTO application_answers (organization_id, application_id, id, question_text, answer_text, order_index)
      SELECT ${organization_id}, ${id}, gen_random_uuid(), '?', ${
      escaped(answers / 100)
    }, n FROM generate_series(1, 100) n`
    const each = Math.floor((maxTextBytes.limit - answers) / (maxNotes.limit + maxFeedback.limit))
    yield* sql`
      INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
      SELECT ${organization_id}, ${id}, gen_random_uuid(), ${user_id}, ${escaped(each)}, 1, ${times}
      FROM generate_series(1, ${maxNotes.limit}::integer)`
    yield* sql`
      INSERT INTO interview_feedback (organization_id, application_id, id, author_id, interview_type, rating, body, version,
        created_at, submitted_at, updated_at)
      SELECT ${organization_id}, ${id}, gen_random_uuid(), ${user_id}, 'x', 'strong_yes', ${
      escaped(each - 3)
    }, 1, ${times}, now()
      FROM generate_series(1, ${maxFeedback.limit}::integer)`
    // Provenance stands beside the facts.
    const facts = {
      skills: [escaped(maxProfileBytes - 2000)],
      provider: escaped(500),
      model: escaped(1000),
      input_hash: "0".repeat(64)
    }
    yield* sql`
      INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, summary, extracted_json, created_at, updated_at)
      SELECT ${organization_id}, gen_random_uuid(), ${candidate_id}, 'completed', 'x', ${escaped(2000)}, ${
      JSON.stringify(facts)
    }::jsonb,
        ${times} FROM generate_series(1, ${maxProfiles.limit}::integer)`
    const { bytes: application } = yield* (yield* Applications).get(organization_id, id)
    expect(application.length).toBeWithin(maxBytes * 0.85, maxBytes)
    const { bytes: moved } = yield* (yield* Applications).move(
      actor,
      id,
      stage_id,
      (application, requested, context) => Lifecycle.move(application, requested, { stage_id }, context)
    )
    expect(moved.length).toBe(application.length)
    const { bytes: notes } = yield* (yield* Notes).list(organization_id, { application_id: id })
    const { bytes: feedback } = yield* (yield* Feedback).list(organization_id, { application_id: id })
    expect(notes.length + feedback.length).toBeWithin(maxTextBytes.limit - answers, application.length - answers)

    const search = SearchId.make(crypto.randomUUID())
    yield* sql`INSERT INTO sourcing_searches (organization_id, id, name, created_at) VALUES (${organization_id}, ${search}, 'x', now())`
    yield* sql`
      INSERT INTO prospects (organization_id, id, search_id, full_name, email, years_experience, summary, status, pipeline_stage,
        candidate_id, application_id, version, created_at, updated_at)
      SELECT ${organization_id}, gen_random_uuid(), ${search}, 'Ada', ${"a".repeat(254)}, 100,
        ${
      escaped(maxProspectBytes.limit / maxProspects.limit - jsonBytes(["Ada", null, null, null, null]))
    }, 'shortlisted',
        'not_interested', ${candidate_id}, ${id}, 1, ${times} FROM generate_series(1, ${maxProspects.limit}::integer)`
    const { bytes: prospects } = yield* (yield* Prospects).list(organization_id, search, {})
    expect(prospects.length).toBeWithin(maxBytes * 0.85, maxBytes)

    const line = escaped(200 * 6 + 2)
    yield* sql`
      INSERT INTO jobs (organization_id, id, title, status, department, location, show_salary, public_slug, version, created_at, updated_at)
      SELECT ${organization_id}, gen_random_uuid(), ${line}, 'published', ${line}, ${line}, true, ${
      "s".repeat(60)
    } || n, 1, ${times}
      FROM generate_series(1, 100) n`
    yield* sql`
      INSERT INTO stages (organization_id, job_id, id, name, order_index)
      SELECT j.organization_id, j.id, gen_random_uuid(), ${escaped(maxNameBytes.limit / maxStages)}, n
      FROM jobs j, generate_series(1, ${maxStages}::integer) n WHERE j.public_slug IS NOT NULL AND j.organization_id = ${organization_id}`
    const jobs = yield* (yield* Jobs).list(organization_id, {}, { limit: 100, offset: 0 })
    expect(jsonBytes(jobs.items)).toBeWithin(maxBytes * 0.5, maxBytes)
  })))
