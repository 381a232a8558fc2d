/** A list of names and values. Those without a value are left out. */
import type { ReactNode } from "react"

export type Fact = readonly [name: string, value: ReactNode]

export const Facts = ({ facts }: { readonly facts: ReadonlyArray<Fact> }) => (
  <dl className="facts">
    {facts.filter(([, value]) => value !== null && value !== "").map(([name, value], at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
