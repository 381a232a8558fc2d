/** The columns of an attachment, as it is shown by itself. Its text is not among them. */
export const columns = [
  "id",
  "file_type",
  "original_filename",
  "content_type",
  "size_bytes",
  "text_status",
  "text_failure",
  "text_is_cut",
  "created_at"
]
