/** The input of a reader: a calendar, or the answers of a CalDAV server. */
export interface Contents {
  readonly contents: ReadonlyArray<Uint8Array<ArrayBuffer>>
  readonly form: "calendar" | "multistatus"
}
