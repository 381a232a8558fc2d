/**
 * The pipeline stage of a prospect: the progress of the conversation. A prospect can be contacted again until they reply,
 * can change their mind, and ends as a candidate, again where that application was deleted. A prospect who declined is
 * converted only after they showed interest.
 */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const pipelineStage = StateMachine.make({
  name: "pipeline stage",
  initial: "not_contacted",
  events: ["contact", "reply", "show_interest", "decline", "convert"],
  table: {
    not_contacted: { contact: "contacted", convert: "converted" },
    contacted: {
      contact: "contacted",
      reply: "replied",
      show_interest: "interested",
      decline: "not_interested",
      convert: "converted"
    },
    replied: { reply: "replied", show_interest: "interested", decline: "not_interested", convert: "converted" },
    interested: { decline: "not_interested", convert: "converted" },
    not_interested: { contact: "contacted", show_interest: "interested" },
    converted: { convert: "converted" }
  }
})

/** The events that a patch of a prospect can cause, by naming the next stage. Converting has an operation of its own. */
export const patchEvents = ["contact", "reply", "show_interest", "decline"] as const

export const PipelineStage = pipelineStage.State.pipe(
  described(
    "How far the conversation with the prospect is; `converted` once the prospect became a candidate",
    "contacted"
  )
)
export type PipelineStage = typeof PipelineStage.Type
