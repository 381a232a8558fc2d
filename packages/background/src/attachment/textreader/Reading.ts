/** The result of a reader. */
export interface Read {
  readonly text: string
  /** Text that people cannot see. */
  readonly hidden: string
}

/** Maximum characters of hidden text. */
export const maxHidden = 4000
