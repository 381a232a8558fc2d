/**
 * The pipeline stage of a prospect: the progress of the conversation. A stage that was set by mistake can be set back
 * to any earlier one. Prospects can change their mind. The last stage is the conversion to a candidate, which can be
 * repeated if that application was deleted. A prospect who declined can be converted only after showing interest again.
 */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const pipelineStage = StateMachine.make({
  name: "pipeline stage",
  initial: "not_contacted",
  events: ["reset", "contact", "reply", "show_interest", "decline", "convert"],
  table: {
    not_contacted: { contact: "contacted", convert: "converted" },
    contacted: {
      reset: "not_contacted",
      contact: "contacted",
      reply: "replied",
      show_interest: "interested",
      decline: "not_interested",
      convert: "converted"
    },
    replied: {
      reset: "not_contacted",
      contact: "contacted",
      reply: "replied",
      show_interest: "interested",
      decline: "not_interested",
      convert: "converted"
    },
    interested: {
      reset: "not_contacted",
      contact: "contacted",
      reply: "replied",
      decline: "not_interested",
      convert: "converted"
    },
    not_interested: { reset: "not_contacted", contact: "contacted", reply: "replied", show_interest: "interested" },
    converted: { convert: "converted" }
  }
})

/** The events that a patch of a prospect can cause, by naming the next stage. Converting has its own operation. */
export const patchEvents = ["reset", "contact", "reply", "show_interest", "decline"] as const

export const PipelineStage = pipelineStage.State.pipe(
  described(
    "The stage of the contact with the prospect; `converted` once the prospect has become a candidate",
    "contacted"
  )
)
export type PipelineStage = typeof PipelineStage.Type
