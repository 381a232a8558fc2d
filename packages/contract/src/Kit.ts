/** The paths of the page that an interviewer opens by the link of a mail. */
export const kitPaths = {
  page: "/interviews/:reference",
  file: "/interviews/:reference/files/:attachmentId"
} as const
