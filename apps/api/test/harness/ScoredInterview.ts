/** Interviews with a scorecard of their caller. */
import { type Call, having, type JsonObject } from "./Client.ts"

/** Creates an interview with a draft that is ready to submit, or with a submitted scorecard, and returns its id. */
export const scored = async (
  newInterview: (more: JsonObject) => Promise<string>,
  call: Call,
  key: string,
  isSubmitted: boolean
): Promise<string> => {
  const body = { name: crypto.randomUUID(), sections: [{ name: "Skills", attributes: [{ name: "Concurrency" }] }] }
  const { scorecard_template } =
    having(201)(await call<{ scorecard_template: { id: string } }>("POST", "/scorecard-templates", { key, body })).body
  const id = await newInterview({ scorecard_template_id: scorecard_template.id })
  having(200)(await call("PUT", `/interviews/${id}/scorecard`, { key, body: { overall: "yes", summary: "Clear." } }))
  if (isSubmitted) having(200)(await call("POST", `/interviews/${id}/scorecard/submit`, { key }))
  return id
}
