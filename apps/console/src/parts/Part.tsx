/** A titled part of a page. */
import type { FormEventHandler, ReactNode } from "react"

interface PartProps {
  readonly title: string
  /** Content beside the title, such as a button. */
  readonly side?: ReactNode
  /** Is called on input into one of its fields. */
  readonly onInput?: FormEventHandler<HTMLElement>
  readonly children: ReactNode
}

export const Part = ({ children, onInput, side, title }: PartProps) => (
  <section className="part" tabIndex={-1} onInput={onInput}>
    <div className="row part-head">
      <h2>{title}</h2>
      {side}
    </div>
    {children}
  </section>
)
