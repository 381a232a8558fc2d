/** Changes of jobs. */
import { type Belongings, idIn, setting } from "../Belongings.ts"
import type { Thing } from "../History.ts"
import type { Session } from "../Session.ts"
import { partsDeleted, remove } from "./Deletion.ts"

export const jobs = (session: Session, own: Belongings) => {
  const createJob = async () => {
    const marker = session.marker()
    const { reply, things: [job] } = await session.create({
      what: "creating a job",
      request: { method: "POST", path: "/jobs", body: { title: marker, department: "None" } },
      status: 201,
      events: ["job.created"],
      made: [{ kind: "job", marker, fields: { department: "None", status: "draft" } }],
      ids: idIn("job")
    })
    if (job === undefined) return
    own.keep([job])
    const { stages }: { readonly stages: ReadonlyArray<{ readonly id: string }> } = JSON.parse(reply.text).job
    own.setStages(job, stages.map(({ id }) => id))
  }

  const updateJob = (job: Thing) => {
    const department = session.marker()
    return session.write(job, { department }, {
      what: "updating a job",
      request: { method: "PATCH", path: `/jobs/${job.id}`, body: { department } },
      status: 200,
      events: ["job.updated"]
    })
  }

  const setStatus = (job: Thing) => {
    const status = session.random.pick(["published", "published", "draft"] as const)
    return session.write(job, { status }, {
      what: `setting a job ${status}`,
      request: { method: "PATCH", path: `/jobs/${job.id}`, body: { status } },
      status: 200,
      // The plan limits the number of published jobs.
      refusals: status === "published" ? [403] : [],
      ...setting(job, "status", status, status === "published" ? "job.published" : "job.withdrawn")
    })
  }

  const deleteJob = (job: Thing) => {
    const { known, unknown } = partsDeleted(session, own, "application", job)
    return remove(session, job, `/jobs/${job.id}`, { events: ["job.deleted", ...known], besides: unknown })
  }

  return { createJob, deleteJob, setStatus, updateJob }
}
