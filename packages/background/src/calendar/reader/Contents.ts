/** What a reader is given: a calendar, or answers of a CalDAV server. */
export interface Contents {
  readonly contents: ReadonlyArray<Uint8Array<ArrayBuffer>>
  readonly form: "calendar" | "multistatus"
}
