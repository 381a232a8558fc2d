/**
 * State machines as data: a table lists the next state for pairs of state and event. The transition function and the
 * schema of the states are derived from it. Pairs that are not in the table are refused. Documentation and tests read
 * the table.
 */
import { Result, Schema } from "effect"

/** The events that each state accepts, with the next state of each. */
export type Table<State extends string, Event extends string> = {
  readonly [S in State]: { readonly [E in Event]?: NoInfer<State> }
}

/** An event that the present state does not accept. */
export class TransitionRefused extends Schema.TaggedError<TransitionRefused>()("TransitionRefused", {
  machine: Schema.String,
  state: Schema.String,
  event: Schema.String,
  /** The events that the present state accepts. */
  accepted: Schema.Array(Schema.String)
}) {}

/** A requested state that may not follow the present one. */
export class StateRefused extends Schema.TaggedError<StateRefused>()("StateRefused", {
  /** The field of the request that names the state. */
  field: Schema.String,
  state: Schema.String,
  requested: Schema.String,
  /** The other states that may follow the present one. */
  accepted: Schema.Array(Schema.String)
}) {}

export interface StateMachine<State extends string, Event extends string> {
  readonly name: string
  readonly initial: State
  readonly states: ReadonlyArray<State>
  readonly events: ReadonlyArray<Event>
  readonly table: Table<State, Event>
  readonly State: Schema.Literals<ReadonlyArray<State>>
  /** The next state, or `TransitionRefused`; defined for every pair of state and event. */
  readonly next: (state: State, event: Event) => Result.Result<State, TransitionRefused>
}

/** Returns the other states to which these events lead from a state, in the machine's order. */
const following = <State extends string, Event extends string>(
  { states, table }: StateMachine<State, Event>,
  events: ReadonlyArray<Event>,
  state: State
): ReadonlyArray<State> =>
  states.filter((other) => other !== state && events.some((event) => table[state][event] === other))

/** Returns the requested state if it is the present one or one of these events leads to it. */
export const moveTo = <State extends string, Event extends string>(
  machine: StateMachine<State, Event>,
  events: ReadonlyArray<Event>,
  field: string,
  state: State,
  requested: State
): Result.Result<State, StateRefused> => {
  const accepted = following(machine, events, state)
  return requested === state || accepted.includes(requested)
    ? Result.succeed(requested)
    : Result.fail(new StateRefused({ field, state, requested, accepted }))
}

/** Makes a machine from its table. `states` keeps the order of the table's keys. */
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
