/** The texts of the careers site, in English and in German. */
import type { PublicJob } from "@candor/domain/board/PublicBoard"
import { regionName, wholeCountries } from "@candor/domain/job/Region"

const english = {
  language: "en",
  skip: "Skip to the content",
  jobs: "Open jobs",
  noJobs: "There are no open jobs at present.",
  nothingFound: "No job was found.",
  search: "Search",
  find: "Find jobs",
  department: "Department",
  workplace: "Place of work",
  all: "All",
  next: "Next page",
  previous: "Previous page",
  allJobs: "All jobs",
  otherJobs: "Other open jobs",
  gone: "This job is no longer open",
  goneText: "It was filled, or has ended, or the address is not quite right.",
  noBoard: "There is no such page",
  noBoardText: "The address is not quite right, or the page is closed.",
  apply: "Apply",
  required: "(required)",
  full_name: "Full name",
  email: "Email address",
  phone: "Phone number",
  linkedin_url: "LinkedIn profile",
  website_url: "Website",
  resume: "Résumé",
  cover_letter: "Cover letter",
  consent: "I agree",
  privacy: "How we handle your data",
  website: "Leave this empty",
  file: "Any document, of at most 20 MB",
  send: "Send application",
  choose: "Please choose",
  yes: "Yes",
  no: "No",
  problems: "The application is not sent yet",
  missing: "Please fill this in.",
  not_understood: "Please check this.",
  wrong_email: "An email address is like ada@example.com.",
  wrong_phone: "A phone number has digits, such as +49 30 901820.",
  wrong_date: "Please write a day such as 31 January 2027 or 2027-01-31.",
  wrong_number: "Please write a number such as 60000 or 1.5.",
  wrong_url: "An address is like https://example.com.",
  wrong_yes_no: "Please choose yes or no.",
  ambiguous: "This may mean several things. Please write the one that you mean as it is in brackets:",
  several: "Please give one value. Several were sent:",
  too_large: "The file is too large. It can have 20 MB, and all files together 60 MB.",
  too_long: "This text is too long. It can have 20,000 characters.",
  textsTooLarge: "What you typed is too long to be sent: all of it together can have 1 MB. Please go back and shorten it.",
  empty: "The file is empty.",
  link: "This file is a link to a document, not the document itself. Please download the document as PDF, and choose that file.",
  wrong_kind: "This kind of file is not taken. Please send it as PDF.",
  not_kept: "Please choose the file again.",
  proof: "Checking that you are no program…",
  thanks: "Thank you for your application",
  thanksText: "It has arrived. Keep the address of this page: here you see what you sent, and can withdraw it.",
  ownTitle: "Your application",
  sent: "Sent",
  sentFile: "File",
  withdraw: "Withdraw the application",
  erase: "Ask for the erasure of my data",
  final: "You cannot take this back.",
  withdrawn: "You have withdrawn your application, and the organization was told.",
  applyAgain: "Apply for this job again",
  seeOwn: "See your application",
  erasure_requested: "The organization was told that you ask for the erasure of your data.",
  erasureWaits: "You ask for the erasure of your data. The organization has not decided yet.",
  erasureDeclined: "The organization has declined to erase your data, for this reason:",
  deleted: "What you sent is deleted.",
  closed: "Your application is closed already.",
  nothingSent: "There is nothing at this address, or it was deleted.",
  notPossible: "This is not possible now. Please try again later.",
  contact: "Questions?",
  until: "Apply by",
  published: "Published",
  remoteIn: "Remote in",
  full_time: "Full time",
  part_time: "Part time",
  contract: "Contract",
  temporary: "Temporary",
  internship: "Internship",
  other: "Other kind of employment",
  onsite: "On site",
  hybrid: "Hybrid",
  remote: "Remote",
  hour: "an hour",
  day: "a day",
  week: "a week",
  month: "a month",
  year: "a year",
  from: "from",
  upTo: "up to"
}

export type Words = typeof english

const german: Words = {
  language: "de",
  skip: "Zum Inhalt",
  jobs: "Offene Stellen",
  noJobs: "Zurzeit gibt es keine offenen Stellen.",
  nothingFound: "Keine Stelle gefunden.",
  search: "Suche",
  find: "Stellen finden",
  department: "Abteilung",
  workplace: "Arbeitsort",
  all: "Alle",
  next: "Nächste Seite",
  previous: "Vorige Seite",
  allJobs: "Alle Stellen",
  otherJobs: "Andere offene Stellen",
  gone: "Diese Stelle ist nicht mehr offen",
  goneText: "Sie ist besetzt oder abgelaufen, oder die Adresse stimmt nicht ganz.",
  noBoard: "Diese Seite gibt es nicht",
  noBoardText: "Die Adresse stimmt nicht ganz, oder die Seite ist geschlossen.",
  apply: "Bewerben",
  required: "(Pflichtfeld)",
  full_name: "Vor- und Nachname",
  email: "E-Mail-Adresse",
  phone: "Telefonnummer",
  linkedin_url: "LinkedIn-Profil",
  website_url: "Website",
  resume: "Lebenslauf",
  cover_letter: "Anschreiben",
  consent: "Ich stimme zu",
  privacy: "Wie wir mit Ihren Daten umgehen",
  website: "Bitte leer lassen",
  file: "Ein beliebiges Dokument bis 20 MB",
  send: "Bewerbung senden",
  choose: "Bitte wählen",
  yes: "Ja",
  no: "Nein",
  problems: "Die Bewerbung ist noch nicht gesendet",
  missing: "Bitte füllen Sie das aus.",
  not_understood: "Bitte prüfen Sie das.",
  wrong_email: "Eine E-Mail-Adresse ist wie ada@example.com.",
  wrong_phone: "Eine Telefonnummer hat Ziffern, etwa +49 30 901820.",
  wrong_date: "Bitte schreiben Sie einen Tag wie 31. Januar 2027 oder 2027-01-31.",
  wrong_number: "Bitte schreiben Sie eine Zahl wie 60000 oder 1,5.",
  wrong_url: "Eine Adresse ist wie https://example.com.",
  wrong_yes_no: "Bitte wählen Sie ja oder nein.",
  ambiguous: "Das kann Verschiedenes heißen. Bitte schreiben Sie, was Sie meinen, wie es in Klammern steht:",
  several: "Bitte geben Sie einen Wert an. Gesendet wurden mehrere:",
  too_large: "Die Datei ist zu groß. Sie kann 20 MB haben, alle Dateien zusammen 60 MB.",
  too_long: "Dieser Text ist zu lang. Er kann 20.000 Zeichen haben.",
  textsTooLarge: "Was Sie geschrieben haben, ist zu lang: Alles zusammen kann 1 MB haben. Bitte gehen Sie zurück und kürzen Sie es.",
  empty: "Die Datei ist leer.",
  link: "Diese Datei ist ein Link auf ein Dokument, nicht das Dokument selbst. Bitte laden Sie das Dokument als PDF herunter, und wählen Sie diese Datei.",
  wrong_kind: "Diese Art von Datei wird nicht angenommen. Bitte senden Sie sie als PDF.",
  not_kept: "Bitte wählen Sie die Datei noch einmal aus.",
  proof: "Es wird geprüft, dass Sie kein Programm sind …",
  thanks: "Danke für Ihre Bewerbung",
  thanksText: "Sie ist angekommen. Heben Sie die Adresse dieser Seite auf: Hier sehen Sie, was Sie gesendet haben, und können es zurückziehen.",
  ownTitle: "Ihre Bewerbung",
  sent: "Gesendet",
  sentFile: "Datei",
  withdraw: "Bewerbung zurückziehen",
  erase: "Um Löschung meiner Daten bitten",
  final: "Das lässt sich nicht zurücknehmen.",
  withdrawn: "Sie haben Ihre Bewerbung zurückgezogen, und das Unternehmen weiß es.",
  applyAgain: "Noch einmal auf diese Stelle bewerben",
  seeOwn: "Ihre Bewerbung ansehen",
  erasure_requested: "Das Unternehmen weiß, dass Sie um Löschung Ihrer Daten bitten.",
  erasureWaits: "Sie bitten um Löschung Ihrer Daten. Das Unternehmen hat noch nicht entschieden.",
  erasureDeclined: "Das Unternehmen hat die Löschung Ihrer Daten aus diesem Grund abgelehnt:",
  deleted: "Was Sie gesendet haben, ist gelöscht.",
  closed: "Ihre Bewerbung ist bereits abgeschlossen.",
  nothingSent: "Unter dieser Adresse ist nichts, oder es wurde gelöscht.",
  notPossible: "Das ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.",
  contact: "Fragen?",
  until: "Bewerben bis",
  published: "Veröffentlicht",
  remoteIn: "Remote in",
  full_time: "Vollzeit",
  part_time: "Teilzeit",
  contract: "Freie Mitarbeit",
  temporary: "Befristet",
  internship: "Praktikum",
  other: "Andere Art der Beschäftigung",
  onsite: "Vor Ort",
  hybrid: "Hybrid",
  remote: "Remote",
  hour: "pro Stunde",
  day: "pro Tag",
  week: "pro Woche",
  month: "pro Monat",
  year: "pro Jahr",
  from: "ab",
  upTo: "bis"
}

/** Returns the texts for a language: of a job by its tag, or else of a browser by its `Accept-Language`. */
export const wordsFor = (language: string | null | undefined, accepted?: string): Words => {
  const asked = [language ?? "", ...(accepted ?? "").split(",")].map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return asked.find((tag) => tag === "de" || tag === "en") === "de" ? german : english
}

/** Returns the language of a page, as a tag of BCP 47: that of the job, or else of the page's texts. */
export const languageOf = (language: string | null, accepted?: string): string => language ?? wordsFor(language, accepted).language

/** Whether a text is a day of the calendar as ISO 8601 has it. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Returns a day or a number as people write it. */
export const understood = (words: Words, value: string | number): string =>
  typeof value === "number"
    ? new Intl.NumberFormat(words.language, { maximumFractionDigits: 15 }).format(value)
    : isDay(value) ? day(words, value) : value

/** Returns a day as people write it. */
export const day = ({ language }: Words, time: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(time))

/** So long before a day ends, from Hawaii to New Zealand, it is that day in UTC, too. */
const beforeEndMillis = 10 * 3_600_000

/** Returns the day that ends at a time, where the person is who chose it: west of Greenwich the next one has begun in UTC. */
export const lastDay = (time: string): string => new Date(Date.parse(time) - beforeEndMillis).toISOString().slice(0, 10)

/** Returns a salary as people write it; undefined where a posting shows none. */
export const salary = (words: Words, { salary_currency, salary_max, salary_min, salary_timeframe }: PublicJob): string | undefined => {
  if (salary_min === null && salary_max === null) return undefined
  const format = new Intl.NumberFormat(words.language, salary_currency === null
    ? {}
    : { style: "currency", currency: salary_currency, trailingZeroDisplay: "stripIfInteger" })
  const amount = salary_min === null
    ? `${words.upTo} ${format.format(salary_max!)}`
    : salary_max === null
    ? `${words.from} ${format.format(salary_min)}`
    : salary_min === salary_max
    ? format.format(salary_min)
    : format.formatRange(salary_min, salary_max)
  return salary_timeframe === null ? amount : `${amount} ${words[salary_timeframe]}`
}

/** Returns where the work is done: the text of the job, or else its places. */
export const place = ({ language }: Words, { location, locations }: PublicJob): string | null => {
  if (location !== null) return location
  const countries = new Intl.DisplayNames([language], { type: "region" })
  const places = locations.map(({ city, country, region }) =>
    [city ?? region, country === null ? null : countries.of(country)].filter((part) => part !== null).join(", "))
  return places.length === 0 ? null : [...new Set(places)].join(" · ")
}

/** Returns the names of the regions and countries in which those who work remotely may live, in their order. */
export const remoteAreas = ({ language }: Words, job: Pick<PublicJob, "remote_countries" | "remote_regions">): string => {
  const names = new Intl.DisplayNames([language], { type: "region" })
  const all = [...job.remote_regions.map(regionName), ...wholeCountries(job).map((code) => names.of(code) ?? code)]
  const sorted = all.toSorted((one, other) => one.localeCompare(other, language))
  return new Intl.ListFormat(language, { type: "disjunction" }).format(sorted)
}

/** Returns what a line says of a job below its title. */
export const factsOf = (words: Words, job: PublicJob): ReadonlyArray<string> =>
  [
    job.department,
    place(words, job),
    job.workplace_type === "remote" && job.remote_countries.length + job.remote_regions.length > 0
      ? `${words.remoteIn} ${remoteAreas(words, job)}`
      : job.workplace_type && words[job.workplace_type],
    job.employment_type && words[job.employment_type],
    salary(words, job)
  ].flatMap((fact) => fact ? [fact] : [])
