/** The texts of the careers site, in English and in German. */
import type { PublicJob } from "@candor/domain/board/PublicBoard"
import { regionName, wholeCountries } from "@candor/domain/job/Region"
import { type Preferred, spokenOf } from "@candor/domain/SpokenLanguage"

const english = {
  language: "en",
  skip: "Skip to the content",
  jobs: "Open jobs",
  noJobs: "There are no open jobs right now.",
  nothingFound: "No jobs found. Check the spelling, try fewer words, or choose fewer filters.",
  search: "Search",
  find: "Find",
  filter: "Filter jobs",
  department: "Department",
  location: "Location",
  workplace: "Workplace type",
  isNew: "New",
  moreIn: "More jobs in {department}",
  moreJobs: "More jobs",
  about: "About {organization}",
  all: "All",
  next: "Next page",
  previous: "Previous page",
  allJobs: "All jobs",
  otherJobs: "Other open jobs",
  gone: "This job is no longer open",
  goneText: "The job may have been filled or closed, or the link may be wrong.",
  noBoard: "Page not found",
  noBoardText:
    "The link may be wrong, or the page may be closed. Each company has a careers page of its own: look for its link on the company's website.",
  apply: "Apply",
  required: "(required)",
  full_name: "Full name",
  email: "Email address",
  phone: "Phone number",
  linkedin_url: "LinkedIn profile",
  website_url: "Website",
  resume: "Résumé/CV",
  cover_letter: "Cover letter",
  consent: "I agree",
  privacy: "How we handle your data",
  criteria:
    "Software (a language model) looks in applications for this job for where they mention what the job asks for. People read them and decide; nothing is decided automatically.",
  website: "Leave this empty",
  file:
    "PDF, Word, OpenDocument, text or image, up to 20 MB. If the form comes back for a correction, choose it again.",
  send: "Send application",
  choose: "Please choose",
  yes: "Yes",
  no: "No",
  problems: "Your application hasn't been sent yet",
  missing: "Please fill in this field.",
  not_understood: "Please check your answer.",
  wrong_email: "Enter an email address, for example ada@example.com.",
  wrong_phone: "Enter a phone number, for example +49 30 901820.",
  wrong_date: "Enter a date, for example 31 January 2027 or 2027-01-31.",
  wrong_number: "Enter a number, for example 60000 or 1.5.",
  wrong_url: "Enter a URL, for example https://example.com.",
  wrong_yes_no: "Choose yes or no.",
  ambiguous: "This can be read in several ways. Please enter the one you mean as shown in brackets:",
  several: "Please enter one value. Several were sent:",
  too_large: "This file is too large. The limit is 20 MB per file and 60 MB in total.",
  too_long: "This text is too long. The limit is 20,000 characters.",
  textsTooLarge: "Your answers are too long to send: the limit is 1 MB in total. Please go back and shorten them.",
  empty: "This file is empty.",
  link:
    "This file is a link to a document, not the document itself. Please download the document as a PDF and choose that file.",
  wrong_kind:
    "This file can't be accepted: it's no document that we can open, or it contains macros. Please save it as a PDF and choose that file.",
  not_kept: "Please choose the file again.",
  proof: "Checking that you're human…",
  thanks: "Thank you for your application",
  thanksText:
    "We've received it. Bookmark this page to view or withdraw your application later. If you've applied for this job before, we read both together.",
  ownTitle: "Your application",
  in_review: "Your application is in review.",
  hired: "Your application was successful.",
  rejected: "We've decided not to move forward with your application.",
  toMeet: "We look forward to meeting you.",
  interview: "Your interview",
  interviews: "Your interviews",
  chooseTime: "Choose a time for your interview",
  changeTime: "Change or cancel your interview",
  whatYouSent: "What you sent",
  sent: "Sent",
  sentFile: "File",
  withdraw: "Withdraw application",
  erase: "Request deletion of my data",
  withdrawing:
    "We'll stop considering you for this job and are told at once. You can't undo this, but you can apply again.",
  withdrawingInterviews:
    "We'll cancel your interviews, stop considering you for this job, and are told at once. You can't undo this, but you can apply again.",
  erasing:
    "We'll be asked to delete your application with its files, our emails and notes, and your contact details. Once we have, nothing can be restored.",
  cancelReason: "The candidate withdrew the application.",
  withdrawn: "You've withdrawn your application. We've been notified.",
  applyAgain: "Apply for this job again",
  seeOwn: "See your application",
  back: "Back to the page",
  erasure_requested: "The hiring team has been notified that you want your data deleted.",
  erasureWaits: "You've asked for your data to be deleted. We haven't decided yet.",
  erasureDeclined: "We've declined to delete your data, for this reason:",
  deleted: "Your application has been deleted.",
  closed: "Your application is already closed.",
  nothingSent: "This application doesn't exist, or it was deleted. Check that you copied the whole link.",
  notPossible: "Something went wrong. Please try again in a few minutes.",
  contact: "Questions?",
  until: "Apply by",
  published: "Published",
  remoteIn: "Remote in",
  full_time: "Full-time",
  part_time: "Part-time",
  contract: "Contract",
  temporary: "Temporary",
  internship: "Internship",
  other: "Other employment type",
  onsite: "On-site",
  hybrid: "Hybrid",
  remote: "Remote",
  hour: "per hour",
  day: "per day",
  week: "per week",
  month: "per month",
  year: "per year",
  from: "from",
  upTo: "up to"
}

export type Words = typeof english

const german: Words = {
  language: "de",
  skip: "Zum Inhalt",
  jobs: "Offene Stellen",
  noJobs: "Zurzeit gibt es keine offenen Stellen.",
  nothingFound:
    "Keine Stelle gefunden. Prüfen Sie die Schreibweise, versuchen Sie weniger Wörter, oder wählen Sie weniger Filter.",
  search: "Suche",
  find: "Finden",
  filter: "Stellen filtern",
  department: "Abteilung",
  location: "Standort",
  workplace: "Arbeitsmodell",
  isNew: "Neu",
  moreIn: "Weitere Stellen in {department}",
  moreJobs: "Weitere Stellen",
  about: "Über {organization}",
  all: "Alle",
  next: "Nächste Seite",
  previous: "Vorige Seite",
  allJobs: "Alle Stellen",
  otherJobs: "Andere offene Stellen",
  gone: "Diese Stelle ist nicht mehr offen",
  goneText: "Die Stelle ist vielleicht besetzt oder geschlossen, oder der Link stimmt nicht.",
  noBoard: "Diese Seite gibt es nicht",
  noBoardText:
    "Der Link stimmt vielleicht nicht, oder die Seite ist geschlossen. Jedes Unternehmen hat seine eigene Karriereseite: Suchen Sie deren Link auf der Website des Unternehmens.",
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
  criteria:
    "Eine Software (ein Sprachmodell) sucht in Bewerbungen auf diese Stelle, wo sie nennen, was die Stelle verlangt. Menschen lesen sie und entscheiden; nichts wird automatisch entschieden.",
  website: "Bitte leer lassen",
  file:
    "PDF, Word, OpenDocument, Text oder Bild, bis 20 MB. Kommt das Formular zur Korrektur zurück, wählen Sie die Datei noch einmal.",
  send: "Bewerbung senden",
  choose: "Bitte wählen",
  yes: "Ja",
  no: "Nein",
  problems: "Die Bewerbung ist noch nicht gesendet",
  missing: "Bitte füllen Sie das aus.",
  not_understood: "Bitte prüfen Sie das.",
  wrong_email: "Bitte geben Sie eine E-Mail-Adresse an, zum Beispiel ada@example.com.",
  wrong_phone: "Bitte geben Sie eine Telefonnummer an, zum Beispiel +49 30 901820.",
  wrong_date: "Bitte geben Sie ein Datum an, zum Beispiel 31. Januar 2027 oder 2027-01-31.",
  wrong_number: "Bitte geben Sie eine Zahl an, zum Beispiel 60000 oder 1,5.",
  wrong_url: "Bitte geben Sie eine URL an, zum Beispiel https://example.com.",
  wrong_yes_no: "Bitte wählen Sie ja oder nein.",
  ambiguous: "Das kann Verschiedenes heißen. Bitte schreiben Sie, was Sie meinen, wie es in Klammern steht:",
  several: "Bitte geben Sie einen Wert an. Gesendet wurden mehrere:",
  too_large: "Die Datei ist zu groß. Erlaubt sind 20 MB pro Datei und 60 MB insgesamt.",
  too_long: "Dieser Text ist zu lang. Erlaubt sind 20.000 Zeichen.",
  textsTooLarge: "Ihre Antworten sind zu lang: Erlaubt ist insgesamt 1 MB. Bitte gehen Sie zurück und kürzen Sie sie.",
  empty: "Die Datei ist leer.",
  link:
    "Diese Datei ist ein Link auf ein Dokument, nicht das Dokument selbst. Bitte laden Sie das Dokument als PDF herunter, und wählen Sie diese Datei.",
  wrong_kind:
    "Diese Datei lässt sich nicht annehmen: Wir können sie nicht öffnen, oder sie enthält Makros. Bitte speichern Sie sie als PDF, und wählen Sie diese Datei.",
  not_kept: "Bitte wählen Sie die Datei noch einmal aus.",
  proof: "Kurze Prüfung, ob Sie ein Mensch sind …",
  thanks: "Danke für Ihre Bewerbung",
  thanksText:
    "Sie ist eingegangen. Speichern Sie diese Seite als Lesezeichen: Hier können Sie Ihre Bewerbung später ansehen oder zurückziehen. Haben Sie sich auf diese Stelle schon einmal beworben, lesen wir beides zusammen.",
  ownTitle: "Ihre Bewerbung",
  in_review: "Ihre Bewerbung wird geprüft.",
  hired: "Ihre Bewerbung war erfolgreich.",
  rejected: "Wir können Ihre Bewerbung leider nicht weiter berücksichtigen.",
  toMeet: "Wir freuen uns auf das Gespräch mit Ihnen.",
  interview: "Ihr Gespräch",
  interviews: "Ihre Gespräche",
  chooseTime: "Termin für Ihr Gespräch wählen",
  changeTime: "Termin ändern oder absagen",
  whatYouSent: "Was Sie gesendet haben",
  sent: "Gesendet",
  sentFile: "Datei",
  withdraw: "Bewerbung zurückziehen",
  erase: "Um Löschung meiner Daten bitten",
  withdrawing:
    "Wir erfahren es sofort und berücksichtigen Sie für diese Stelle nicht mehr. Das lässt sich nicht rückgängig machen, aber Sie können sich erneut bewerben.",
  withdrawingInterviews:
    "Wir erfahren es sofort, sagen Ihre Gespräche ab und berücksichtigen Sie für diese Stelle nicht mehr. Das lässt sich nicht rückgängig machen, aber Sie können sich erneut bewerben.",
  erasing:
    "Wir werden gebeten, Ihre Bewerbung mit ihren Dateien, unsere E-Mails und Notizen und Ihre Kontaktdaten zu löschen. Danach lässt sich nichts wiederherstellen.",
  cancelReason: "Die Bewerbung wurde zurückgezogen.",
  withdrawn: "Sie haben Ihre Bewerbung zurückgezogen. Das Unternehmen ist informiert.",
  applyAgain: "Noch einmal auf diese Stelle bewerben",
  seeOwn: "Ihre Bewerbung ansehen",
  back: "Zurück zur Seite",
  erasure_requested: "Das Unternehmen weiß, dass Sie um Löschung Ihrer Daten bitten.",
  erasureWaits: "Sie bitten um Löschung Ihrer Daten. Das Unternehmen hat noch nicht entschieden.",
  erasureDeclined: "Das Unternehmen hat die Löschung Ihrer Daten aus diesem Grund abgelehnt:",
  deleted: "Was Sie gesendet haben, ist gelöscht.",
  closed: "Ihre Bewerbung ist bereits abgeschlossen.",
  nothingSent:
    "Diese Bewerbung gibt es nicht, oder sie wurde gelöscht. Prüfen Sie, ob Sie den ganzen Link kopiert haben.",
  notPossible: "Etwas ist schiefgegangen. Bitte versuchen Sie es in einigen Minuten noch einmal.",
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

/**
 * Returns the texts in the first of these languages that has some: of the job, the browser (its `Accept-Language`) and
 * the organization, as far as they are known.
 */
export const wordsFor = (...preferred: Preferred): Words => spokenOf(...preferred) === "de" ? german : english

/** Returns the language of a page, as a tag of BCP 47: that of the job, or else of the page's texts. */
export const languageOf = (language: string | null, ...others: Preferred): string =>
  language ?? wordsFor(...others).language

/** Whether a text is an existing day in ISO 8601. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

/** Returns a day or a number in the format of the language. */
export const writtenOut = (words: Words, value: string | number): string =>
  typeof value === "number"
    ? new Intl.NumberFormat(words.language, { maximumFractionDigits: 15 }).format(value)
    : isDay(value)
    ? day(words, value)
    : value

/** Returns a day in the format of the language. */
export const day = ({ language }: Words, time: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(time))

/** Ten hours before a day ends anywhere from Hawaii to New Zealand, UTC has the same date. */
const beforeEndMillis = 10 * 3_600_000

/**
 * Returns the day that ends at this time where the person who chose it lives. West of Greenwich, UTC already has the
 * next day then.
 */
export const lastDay = (time: string): string => new Date(Date.parse(time) - beforeEndMillis).toISOString().slice(0, 10)

/** Returns a salary in the format of the language; undefined if the posting shows none. */
export const salary = (
  words: Words,
  { salary_currency, salary_max, salary_min, salary_timeframe }: PublicJob
): string | undefined => {
  if (salary_min === null && salary_max === null) return undefined
  const format = new Intl.NumberFormat(
    words.language,
    salary_currency === null
      ? {}
      : { style: "currency", currency: salary_currency, trailingZeroDisplay: "stripIfInteger" }
  )
  const amount = salary_min === null
    ? `${words.upTo} ${format.format(salary_max!)}`
    : salary_max === null
    ? `${words.from} ${format.format(salary_min)}`
    : salary_min === salary_max
    ? format.format(salary_min)
    // Locale data puts spaces around the dash for some currencies only.
    : format.formatRange(salary_min, salary_max).replace(/\s*–\s*/, "–")
  return salary_timeframe === null ? amount : `${amount} ${words[salary_timeframe]}`
}

/** Returns where the work is done: the free text of the job, or else its places. */
export const place = ({ language }: Words, { location, locations }: PublicJob): string | null => {
  if (location !== null) return location
  const countries = new Intl.DisplayNames([language], { type: "region" })
  const places = locations.map(({ city, country, region }) =>
    [city ?? region, country === null ? null : countries.of(country)].filter((part) => part !== null).join(", ")
  )
  return places.length === 0 ? null : [...new Set(places)].join(" · ")
}

/** Returns the names of the regions and countries in which remote workers may live, sorted. */
const remoteAreas = ({ language }: Words, job: Pick<PublicJob, "remote_countries" | "remote_regions">): string => {
  const names = new Intl.DisplayNames([language], { type: "region" })
  const all = [...job.remote_regions.map(regionName), ...wholeCountries(job).map((code) => names.of(code) ?? code)]
  const sorted = all.toSorted((one, other) => one.localeCompare(other, language))
  return new Intl.ListFormat(language, { type: "disjunction" }).format(sorted)
}

/** Returns the facts in the line below a job's title. The department is left out if it is already shown above. */
export const factsOf = (words: Words, job: PublicJob, { hasDepartment = true } = {}): ReadonlyArray<string> =>
  [
    hasDepartment && job.department,
    place(words, job),
    job.workplace_type === "remote" && job.remote_countries.length + job.remote_regions.length > 0
      ? `${words.remoteIn} ${remoteAreas(words, job)}`
      : job.workplace_type && words[job.workplace_type],
    job.employment_type && words[job.employment_type],
    salary(words, job)
  ].flatMap((fact) => fact ? [fact] : [])
