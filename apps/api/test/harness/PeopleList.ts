/** A form with a list of people. */
export const list = (): FormData => {
  const form = new FormData()
  form.append("file", new File(["Name;E-Mail\nGrace Hopper;grace@example.com"], "people.csv", { type: "text/csv" }))
  return form
}
