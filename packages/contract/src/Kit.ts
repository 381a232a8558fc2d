/** The paths of the interview kit, which an interviewer opens by a link in a mail. */
export const kitPaths = {
  page: "/interviews/:reference",
  file: "/interviews/:reference/files/:attachmentId"
} as const
