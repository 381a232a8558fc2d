/**
 * The pipeline stage of a prospect: the progress of the conversation. A prospect can be contacted again until they reply,
 * can change their mind, and ends as a candidate. A patch of a prospect names the next stage.
 */
import * as StateMachine from "../StateMachine.ts"

export const pipelineStage = StateMachine.make({
  name: "pipeline stage",
  initial: "not_contacted",
  events: ["contact", "reply", "show_interest", "decline", "convert"],
  table: {
    not_contacted: { contact: "contacted" },
    contacted: { contact: "contacted", reply: "replied", show_interest: "interested", decline: "not_interested" },
    replied: { reply: "replied", show_interest: "interested", decline: "not_interested" },
    interested: { decline: "not_interested", convert: "converted" },
    not_interested: { contact: "contacted", show_interest: "interested" },
    converted: {}
  }
})

export const PipelineStage = pipelineStage.State
export type PipelineStage = typeof PipelineStage.Type
