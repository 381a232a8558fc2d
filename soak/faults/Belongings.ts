/** What one client has created, and what it may expect of a change to it. */
import { deletion, type Kind, possibleValues, type Thing, type Value } from "./History.ts"

export interface Belongings {
  /** Returns the things that certainly exist. */
  readonly living: (kind: Kind) => ReadonlyArray<Thing>
  /** Returns all things, including those that may be deleted. */
  readonly all: () => ReadonlyArray<Thing>
  readonly keep: (made: ReadonlyArray<Thing>) => void
  /** Returns the stages of a job in order; empty until `setStages`. */
  readonly stagesOf: (job: Thing) => ReadonlyArray<string>
  readonly setStages: (job: Thing, stages: ReadonlyArray<string>) => void
}

export const belongings = (): Belongings => {
  const things: Array<Thing> = []
  const stages = new Map<string, ReadonlyArray<string>>()
  return {
    living: (kind) => things.filter((thing) => thing.kind === kind && deletion(thing) === "none"),
    all: () => things,
    keep: (made) => void things.push(...made),
    stagesOf: ({ id }) => stages.get(id) ?? [],
    setStages: ({ id }, of) => void stages.set(id, of)
  }
}

/**
 * Returns the events of setting a field to a value that it may already have: if it certainly has the value, there are
 * none.
 */
export const setting = (thing: Thing, field: string, value: Value, event: string) => {
  const possible = possibleValues(thing, field)
  const hasIt = possible.length === 1 && possible[0] === value
  return { events: hasIt ? [] : [event], mayBeNoChange: possible.length > 1 || possible.includes(value) }
}

/** Returns a function that reads the id of the thing under a name in an answer. */
export const idIn = (name: string) => (text: string): ReadonlyArray<string> => [JSON.parse(text)[name].id]
