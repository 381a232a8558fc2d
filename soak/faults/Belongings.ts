/** What one client has made, and what it may expect of a change to it. */
import { deletion, type Kind, possibleValues, type Thing, type Value } from "./History.ts"

export interface Belongings {
  /** Things that are there for certain. */
  readonly living: (kind: Kind) => ReadonlyArray<Thing>
  /** All things, also those that may be gone. */
  readonly all: () => ReadonlyArray<Thing>
  readonly keep: (made: ReadonlyArray<Thing>) => void
  /** The stages of a job, in their order; empty until `setStages`. */
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

/** The events of giving a field a value that it may have already: a thing that has it for certain makes none. */
export const setting = (thing: Thing, field: string, value: Value, event: string) => {
  const possible = possibleValues(thing, field)
  const hasIt = possible.length === 1 && possible[0] === value
  return { events: hasIt ? [] : [event], mayBeNoChange: possible.length > 1 || possible.includes(value) }
}

/** The id of the thing that an answer carries under a name. */
export const idIn = (name: string) => (text: string): ReadonlyArray<string> => [JSON.parse(text)[name].id]
