/** An application with its job and candidate that also have ids in another system. */
import { type Call, having, type JsonObject } from "./Client.ts"

/** Creates them, and returns their common id in the other system. */
export const knownElsewhere = async (call: Call, writer: string): Promise<{ readonly key: string }> => {
  const key = crypto.randomUUID()
  for (
    const [noun, body] of Object.entries<JsonObject>({
      jobs: { title: "Staff Engineer" },
      candidates: { full_name: "Grace Hopper", primary_email: `${key}@example.com` },
      applications: { job_external_id: `greenhouse:${key}`, candidate_external_id: `greenhouse:${key}` }
    })
  ) having(201)(await call("PUT", `/${noun}/by-external-id/greenhouse/${key}`, { key: writer, body }))
  return { key }
}
