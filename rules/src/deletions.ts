/** Every statement on a job, or on what belongs to one, leaves out deleted jobs. */
import { queriesOf } from "./Queries.ts"
import { file, isTest, type Rule, type SourceFile } from "./Rule.ts"
import { isMigration, type Statement, statementsOf } from "./Statements.ts"

/** The tables whose rows stay for a while when their job is deleted. */
const tables = new Set([
  "jobs",
  "stages",
  "applications",
  "application_answers",
  "attachments",
  "interview_feedback",
  "notes"
])

/** Files that are about the rows of deleted jobs. */
const exempt = /^packages\/sql\/src\/repositories\/(application\/Visibility|job\/(JobRemoval|DeletedJobs))\.ts$/

const isRead = ({ path }: SourceFile): boolean =>
  /^(packages|apps)\/\w+\/src\/.+\.ts$/.test(path) && !isTest(path) && !exempt.test(path)

/** Whether a statement names deleted jobs, has a condition of Visibility.ts, or goes on from rows that another part found. */
const leavesOut = ({ holes, own }: Statement): boolean =>
  /\bdeleted_at\b/.test(own) || holes.some((hole) => /visible/i.test(hole)) || /\b(saved|found|job)\./.test(own)

const used = ({ own }: Statement): ReadonlyArray<string> =>
  queriesOf(own).flatMap(({ sources }) => sources)
    // A new job is there; what is added to a job has to ask for it.
    .filter(({ filled, table }) => tables.has(table) && !(table === "jobs" && filled !== undefined))
    .map(({ table }) => table)

const planted = (text: string) => [file("packages/sql/src/Planted.ts", text)]

export const deletions: Rule = {
  name: "every statement on a job and what belongs to it leaves out deleted jobs",
  why: "a job with many applications is gone for everybody before its rows are",
  check: (files) =>
    files.filter((source) => isRead(source) && !isMigration(source)).flatMap(statementsOf)
      .filter((statement) => !leavesOut(statement))
      .flatMap((statement) =>
        used(statement).map((table) => ({
          path: statement.path,
          line: statement.line,
          message: `${table} is used without a condition of Visibility.ts`
        }))
      ),
  planted: [
    { files: planted("sql`SELECT title FROM jobs WHERE organization_id = ${o}`"), says: "jobs is used" },
    { files: planted("sql`UPDATE jobs SET title = ${t} WHERE organization_id = ${o}`"), says: "jobs is used" },
    { files: planted("sql`DELETE FROM notes WHERE organization_id = ${o} AND id = ${id}`"), says: "notes is used" },
    {
      files: planted("sql`INSERT INTO notes ${sql.insert({ organization_id, ...note })} RETURNING id`"),
      says: "notes is used"
    },
    {
      files: planted("sql`SELECT (SELECT count(*) FROM applications a WHERE a.organization_id = o.id) FROM organizations o`"),
      says: "applications is used"
    },
    {
      files: planted("sql`SELECT n.id FROM candidates c JOIN stages s ON s.organization_id = c.organization_id`"),
      says: "stages is used"
    },
    {
      files: planted("const parts = `SELECT x.id FROM interview_feedback x WHERE x.organization_id = a.organization_id`"),
      says: "interview_feedback is used"
    }
  ]
}
