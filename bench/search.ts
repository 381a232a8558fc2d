/**
 * How long the search of candidates takes beside the detail of one, in an organization of 100,000 candidates beside others.
 *
 *     bun run bench:search [--candidates 100000] [--requests 1500]
 *
 * Two-word queries of several kinds and details take turns, one request at a time. Exits with 1 if the p95 of all queries
 * together is 5 times the p95 of the details, or more.
 */
import { SQL } from "bun"
import { parseArgs } from "node:util"
import { progress } from "./Children.ts"
import { format, table } from "./Figures.ts"
import * as Postgres from "./Postgres.ts"
import * as Servers from "./Servers.ts"
import * as World from "./World.ts"

const { values: options } = parseArgs({
  options: { candidates: { type: "string", default: "100000" }, requests: { type: "string", default: "1500" } }
})
const size = Number(options.candidates)
const count = Number(options.requests)

/** The most that a search may take, as a multiple of a detail. */
const maxRatio = 5

/** The same numbers in every run, from 0 to 1 (mulberry32). */
let state = 20_26
const random = (): number => {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)]!

const syllables = [..."bdfghklmnprstvz"].flatMap((consonant) => ["a", "e", "i", "o", "u", "an", "er", "il", "os"].map((vowel) => consonant + vowel))

/** As many different words of two to four syllables. */
const words = (many: number): ReadonlyArray<string> => {
  const made = new Set<string>()
  while (made.size < many) made.add(Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(""))
  return [...made]
}

const firsts = words(800)
const lasts = words(8000)
const textWords = words(20_000)

/** A word of a text: few are frequent, and most are rare. */
const word = (): string => textWords[Math.floor(textWords.length * random() ** 3)]!

const universities = Array.from({ length: 300 }, () => `University of ${pick(lasts)}`)

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

interface Candidate {
  readonly id: string
  readonly first: string
  readonly last: string
  readonly university: string
  readonly note: string
}

/** Gives the candidates of the large organization names of their own, and their notes 40 words each. */
const rewrite = async (url: string, organization: string): Promise<ReadonlyArray<Candidate>> => {
  const sql = new SQL(url, { max: 1 })
  const rows: ReadonlyArray<{ id: string }> = await sql`SELECT id FROM candidates WHERE organization_id = ${organization}`
  const candidates = rows.map(({ id }) => ({
    id,
    first: pick(firsts),
    last: pick(lasts),
    university: pick(universities),
    note: Array.from({ length: 40 }, word).join(" ")
  }))
  for (let from = 0; from < candidates.length; from += 10_000) {
    const portion = JSON.stringify(candidates.slice(from, from + 10_000).map((one) => ({
      ...one,
      first: capital(one.first),
      last: capital(one.last)
    })))
    await sql.unsafe(`
      WITH one AS (SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS x (id uuid, first text, last text, university text, note text)),
      named AS (
        UPDATE candidates c SET full_name = one.first || ' ' || one.last, university = one.university,
          primary_email = lower(one.first || '.' || one.last) || '@example.com'
        FROM one WHERE c.organization_id = $2::uuid AND c.id = one.id
      )
      UPDATE notes n SET body = one.note
      FROM one JOIN applications a ON a.organization_id = $2::uuid AND a.candidate_id = one.id
      WHERE n.organization_id = $2::uuid AND n.application_id = a.id`, [portion, organization])
  }
  await sql`VACUUM ANALYZE`
  await sql.close()
  return candidates
}

/** A word with two neighbours swapped, from its third letter on. */
const misspelt = (text: string): string => {
  const at = 2 + Math.floor(random() * (text.length - 3))
  return text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2)
}

const kinds: ReadonlyArray<readonly [name: string, query: (candidate: Candidate) => string]> = [
  ["first and last name", ({ first, last }) => `${first} ${last}`],
  ["beginnings of both names", ({ first, last }) => `${first.slice(0, 4)} ${last.slice(0, 4)}`],
  ["last name and university", ({ last, university }) => `${last} ${university.split(" ")[2]}`],
  ["both names, one misspelt", ({ first, last }) => `${first} ${misspelt(last)}`],
  ["both names misspelt", ({ first, last }) => `${misspelt(first)} ${misspelt(last)}`],
  ["last name and a word of a note", ({ last, note }) => `${last} ${pick(note.split(" "))}`],
  ["two words of a note", ({ note }) => `${pick(note.split(" "))} ${pick(note.split(" "))}`],
  ["two words that everybody has", () => "experienced engineer"]
]

const postgres = await Postgres.start()
const world = await World.make(postgres, { applications: size, prospects: 10, events: 0, others: 100, each: 100 })
progress("rewriting names and notes")
const candidates = await rewrite(world.url, world.organization_id)
const [server] = await Servers.start(Servers.programs[0]!, world)

/** Milliseconds that a request takes. */
const timed = async (path: string): Promise<number> => {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${server!.port}/api/v1${path}`, { headers: { authorization: `Bearer ${server!.key}` } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} is answered with ${response.status}: ${text}`)
  return performance.now() - began
}

const p95 = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!
const p50 = (times: ReadonlyArray<number>) => times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1]!

const detail: Array<number> = []
const searches = kinds.map(() => [] as Array<number>)
/** One round does not count for every three that do: code is compiled, and plans are made. */
const round = async (counts: boolean): Promise<void> => {
  for (const [at, [, query]] of kinds.entries()) {
    const got = await timed(`/candidates/${pick(candidates).id}`)
    const searched = await timed(`/candidates/search?q=${encodeURIComponent(query(pick(candidates)))}`)
    if (!counts) continue
    detail.push(got)
    searches[at]!.push(searched)
  }
}
const rounds = Math.ceil(count / kinds.length)
for (let n = 0; n < rounds / 3; n++) await round(false)
for (let n = 0; n < rounds; n++) await round(true)
await server!.stop()
await world.drop()
await postgres.stop()

const all = searches.flat()
const row = (name: string, times: ReadonlyArray<number>) =>
  [name, format(p50(times)), format(p95(times)), (p95(times) / p95(detail)).toFixed(2)]
console.log(table(["", "p50, ms", "p95, ms", "p95 of the detail ×"], [
  row("detail of a candidate", detail),
  ...kinds.map(([name], at) => row(name, searches[at]!)),
  row("all searches", all)
]))
process.exit(p95(all) < maxRatio * p95(detail) ? 0 : 1)
