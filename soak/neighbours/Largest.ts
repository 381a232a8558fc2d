/** The largest data that the API accepts, created by the misbehaving organization. */
import type { Request } from "../Call.ts"
import { fill, send } from "./Misbehaviour.ts"
import type { World } from "./World.ts"

/** Returns a text of this many characters with the most bytes, four each. */
export const long = (characters: number) => "🦀".repeat(characters)

/** A prospect has at most about 16,000 bytes, and a body 1 MiB. */
const prospectsOfRequest = 60

let counter = 0

const prospect = () => ({
  full_name: long(200),
  current_title: long(200),
  current_company: long(200),
  location: long(200),
  summary: long(3000),
  email: `prospect${counter}@example.com`,
  linkedin_url: `https://www.linkedin.com/in/prospect-${counter++}`
})

/** Returns prospects that all differ. */
export const prospectsOf = (count: number) => Array.from({ length: count }, prospect)

export interface Largest {
  readonly notes: ReadonlyArray<string>
  readonly prospects: string
  readonly application: string
  /** Moves of the application, back and forth. */
  readonly moves: ReadonlyArray<Request>
}

const make = async ({ misbehaving }: World): Promise<Largest> => {
  const { search } = await send<{ search: { id: string } }>(
    misbehaving,
    "POST",
    "/sourcing/searches",
    { name: "All" },
    201
  )
  const prospects = `/sourcing/searches/${search.id}/prospects`
  const { job } = await send<{ job: { id: string; stages: ReadonlyArray<{ id: string }> } }>(
    misbehaving,
    "POST",
    "/jobs",
    {
      title: "Novelist"
    },
    201
  )
  const { application } = await send<{ application: { id: string } }>(misbehaving, "POST", "/applications", {
    job_id: job.id,
    candidate: { full_name: "Marcel Proust", primary_email: "marcel@example.com" }
  }, 201)
  const path = `/applications/${application.id}`
  const added = [
    await fill(misbehaving, "prospects of 15 kB", {
      max: 2000,
      batchSize: prospectsOfRequest,
      make: (count) => ({ method: "POST", path: prospects, body: { prospects: prospectsOf(count) } })
    }),
    await fill(misbehaving, "notes of 200 kB", {
      max: 120,
      batchSize: 1,
      make: () => ({ method: "POST", path: `${path}/notes`, body: { note: long(50_000) } })
    }),
    await fill(misbehaving, "feedback of 200 kB", {
      max: 60,
      batchSize: 1,
      make: () => ({
        method: "POST",
        path: `${path}/feedback`,
        body: { interview_type: "technical", rating: "yes", body: long(50_000) }
      })
    })
  ]
  const moves = [1, 0].map((stage) => ({
    method: "POST",
    path: `${path}/move`,
    body: { stage_id: job.stages[stage]!.id }
  }))
  return { notes: added.map(({ note }) => note), prospects, application: path, moves }
}

const made = new WeakMap<World, Promise<Largest>>()

/** Creates the data once for each world. */
export const largest = (world: World): Promise<Largest> => {
  const known = made.get(world) ?? make(world)
  made.set(world, known)
  return known
}

/** Changes a note of a new application back and forth, which makes this many events of the largest size. */
export const largestEvents = async (world: World, count: number): Promise<void> => {
  const { misbehaving } = world
  const { job } = await send<{ job: { id: string } }>(misbehaving, "POST", "/jobs", { title: "Poet" }, 201)
  const { application } = await send<{ application: { id: string } }>(misbehaving, "POST", "/applications", {
    job_id: job.id,
    candidate: { full_name: "Emily Dickinson", primary_email: "emily@example.com" }
  }, 201)
  const notes = `/applications/${application.id}/notes`
  const { note } = await send<{ note: { id: string } }>(misbehaving, "POST", notes, { note: "Short." }, 201)
  for (let n = 0; n < count; n++) {
    await send(misbehaving, "PATCH", `${notes}/${note.id}`, { note: long(49_999) + (n % 10) }, 200)
  }
}
