/** A titled part of a page. */
import type { ReactNode } from "react"

interface PartProps {
  readonly title: string
  /** What stands beside the title, such as a button. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

export const Part = ({ children, side, title }: PartProps) => (
  <section className="part" tabIndex={-1}>
    <div className="row part-head"><h2>{title}</h2>{side}</div>
    {children}
  </section>
)
