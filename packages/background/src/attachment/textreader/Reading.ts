/** What a reader of one kind of files reads. */
export interface Read {
  readonly text: string
  /** Text that people do not see. */
  readonly hidden: string
}

/** Characters of hidden text that are looked at. */
export const maxHidden = 4000
