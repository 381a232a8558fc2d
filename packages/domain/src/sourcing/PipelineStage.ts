/**
 * How far the conversation with a prospect is. A prospect may be contacted again until there is an
 * answer, may change its mind, and is done with when it has become a candidate. No operation of the
 * interface moves it yet.
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
