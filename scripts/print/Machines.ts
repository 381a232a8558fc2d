/** Draws the state machines of the domain from their tables. */
import type { StateMachine } from "@candor/domain/StateMachine"
import { join } from "node:path"

const folder = join(import.meta.dir, "../../packages/domain/src")

export interface Found {
  /** The file of the domain that exports it. */
  readonly file: string
  /** The name of the export. */
  readonly exported: string
  readonly machine: StateMachine<string, string>
}

const isMachine = (value: unknown): value is StateMachine<string, string> =>
  typeof value === "object" && value !== null && "table" in value && "initial" in value && "next" in value

/** Finds all state machines that files of the domain export. */
export const find = async (): Promise<ReadonlyArray<Found>> => {
  const modules = await Promise.all(
    [...new Bun.Glob("**/*.ts").scanSync({ cwd: folder })].toSorted().map(async (file) => ({
      file,
      exports: Object.entries<unknown>(await import(join(folder, file)))
    }))
  )
  return modules.flatMap(({ exports, file }) =>
    exports.flatMap(([exported, machine]) => isMachine(machine) ? [{ file, exported, machine }] : [])
  )
}

/** Returns a state machine as a Mermaid state diagram. */
export const diagram = ({ events, initial, states, table }: StateMachine<string, string>): string => {
  const arrows = states.flatMap((from) =>
    events.flatMap((event) => {
      const to = table[from]?.[event]
      return to === undefined ? [] : [`  ${from} --> ${to}: ${event}`]
    })
  )
  return ["stateDiagram-v2", `  [*] --> ${initial}`, ...arrows].join("\n")
}
