/**
 * State machines as data: a table of states and events with the next state, one total function
 * over it, and the schema of the states made from the same table. What the table does not list is
 * refused. Documentation and tests read the table.
 */
import { Result, Schema } from "effect"

/** For every state, the events it accepts and the state that each leads to. */
export type Table<State extends string, Event extends string> = {
  readonly [S in State]: { readonly [E in Event]?: NoInfer<State> }
}

/** An event that the present state does not accept. */
export class TransitionRefused extends Schema.TaggedError<TransitionRefused>()("TransitionRefused", {
  machine: Schema.String,
  state: Schema.String,
  event: Schema.String,
  /** What the present state does accept. */
  accepted: Schema.Array(Schema.String)
}) {}

export interface StateMachine<State extends string, Event extends string> {
  readonly name: string
  readonly initial: State
  readonly states: ReadonlyArray<State>
  readonly events: ReadonlyArray<Event>
  readonly table: Table<State, Event>
  /** The states as a schema. */
  readonly State: Schema.Literals<ReadonlyArray<State>>
  /** The next state, or `TransitionRefused`; defined for every pair of state and event. */
  readonly next: (state: State, event: Event) => Result.Result<State, TransitionRefused>
}

/** A machine from its table. The order of the table's keys is the order of `states`. */
export const make = <const State extends string, const Event extends string>(options: {
  readonly name: string
  readonly initial: NoInfer<State>
  readonly events: ReadonlyArray<Event>
  readonly table: Table<State, Event>
}): StateMachine<State, Event> => {
  const states = Object.keys(options.table) as Array<State>
  return {
    ...options,
    states,
    State: Schema.Literals(states),
    next: (state, event) => {
      const to = options.table[state][event]
      return to === undefined
        ? Result.fail(
          new TransitionRefused({
            machine: options.name,
            state,
            event,
            accepted: Object.keys(options.table[state])
          })
        )
        : Result.succeed(to)
    }
  }
}
