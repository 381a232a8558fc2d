/**
 * How far the conversation with a prospect is. A prospect may be contacted again until there is an
 * answer, may change its mind, and is done with when it has become a candidate. No operation of the
 * interface moves it yet.
 */
import * as StateMachine from "./StateMachine.ts"

type State = "not_contacted" | "contacted" | "replied" | "interested" | "not_interested" | "converted"
type Event = "contact" | "reply" | "show_interest" | "decline" | "convert"

// Spelled out, because the compiler infers states from where transitions lead, and none leads to the first.
export const pipelineStage = StateMachine.make<State, Event>({
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
