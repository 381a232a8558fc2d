/**
 * Finds the header of a table, and proposes a mapping of its columns: by the words of the header, in English and
 * German, or by the form of the cells.
 */
import { Schema } from "effect"
import { mayBePhone } from "../candidate/ContactDetails.ts"
import { comparable } from "../Comparison.ts"
import { readDay } from "../form/DateReading.ts"
import { Email } from "../Text.ts"
import { isBlank } from "../CleanText.ts"
import type { MappedColumn, Target } from "./Mapping.ts"
import { statusIn } from "./StatusWords.ts"

/** A row of a file, with the line on which it begins, counted from 1. */
export interface TableRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The rows at the beginning of a file that are examined. */
export const sampleRows = 50

/** The rows among which the header is searched: a title and empty lines may precede it. */
const maxAboveHeader = 20

/** External ids are not proposed: a column with such a name often just numbers the rows of its file. */
const spellings: Readonly<Record<Exclude<Target, "external_id">, string>> = {
  full_name:
    "name;full name;candidate;candidate name;applicant;applicant name;person;vollständiger name;bewerber;bewerberin;kandidat;kandidatin;" +
    "bewerber in;bewerbername;name vorname;nachname vorname;vor und nachname;vorname nachname",
  given_name: "first name;given name;firstname;forename;vorname;vornamen;rufname",
  family_name: "last name;family name;lastname;surname;nachname;familienname;zuname",
  email:
    "email;e mail;mail;emails;email address;e mail address;email adresse;e mail adresse;mailadresse;emailadresse;primary email;private email;email privat",
  phone:
    "phone;phone number;telephone;tel;tel nr;telefon;telefonnummer;telefon nr;handy;handynummer;mobil;mobile;mobilnummer;mobiltelefon;mobile phone;cell;" +
    "cell phone;rufnummer;festnetz",
  linkedin_url: "linkedin;linkedin url;linkedin profile;linkedin profil;linked in;linkedin link",
  github_url: "github;github url;github profile",
  website_url: "website;web site;homepage;webseite;web;url;portfolio;link",
  location: "location;city;ort;wohnort;stadt;town;place;standort;residence",
  university: "university;universität;hochschule;uni;school;college",
  years_experience:
    "experience;years of experience;years experience;berufserfahrung;erfahrung;berufsjahre;jahre berufserfahrung",
  tags: "tags;tag;labels;keywords;skills;schlagwörter;schlagworte;stichwörter;kenntnisse;fähigkeiten",
  note:
    "note;notes;comment;comments;remark;remarks;notiz;notizen;bemerkung;bemerkungen;kommentar;kommentare;anmerkung;anmerkungen",
  source_type: "source;channel;quelle;herkunft;kanal;bewerbungskanal;bewerbungsquelle",
  job:
    "job;job title;position;vacancy;opening;role;stelle;stellentitel;stellenbezeichnung;jobtitel;beworben für;beworben auf;beworben als;bewerbung als;" +
    "bewerbung auf;bewerbung für;bewirbt sich als;ausschreibung",
  stage: "stage;phase;step;stufe;bewerbungsphase;pipeline stage",
  status:
    "status;application status;current status;outcome;decision;disposition;bewerbungsstatus;bewerbungsstand;aktueller status;stand;ergebnis;" +
    "entscheidung",
  closed_at:
    "closed at;closed on;date closed;decision date;date of decision;decided at;decided on;rejected at;rejected on;rejection date;hired at;hired on;" +
    "hire date;withdrawn at;withdrawn on;absagedatum;absage am;abgesagt am;abgelehnt am;datum der absage;entscheidungsdatum;entschieden am;" +
    "datum der entscheidung;abgeschlossen am;beendet am;eingestellt am;zurückgezogen am",
  applied_at:
    "applied;applied at;applied on;application date;date applied;date of application;date;bewerbungsdatum;bewerbung vom;beworben am;eingang;eingang am;" +
    "eingangsdatum;bewerbungseingang;eingegangen am;datum;bewerbung am;bewerbung eingegangen;bewerbung eingegangen am;bewerbung erhalten;" +
    "bewerbung erhalten am;bewerbungstag;beworben;datum der bewerbung;datum bewerbung;eingang der bewerbung;eingang bewerbung;erhalten am;" +
    "applied date;application received;received;received at;received on;date received;submitted at;submission date"
}

const targetsOf = new Map(
  (Object.entries(spellings) as ReadonlyArray<[Target, string]>).flatMap(([target, words]) =>
    words.split(";").map((word) => [comparable(word), target] as const)
  )
)

/** Words that determine a column's content, whatever else is in its header: `E-Mail (privat)`. */
const telling: ReadonlyArray<readonly [words: RegExp, target: Target]> = [
  [/(^| )(e ?mail|email|mail)( |$)/, "email"],
  [/(^| )(tel|telefon|telefonnummer|telephone|phone|mobil|mobile|handy)( |$)/, "phone"],
  [/(^| )linkedin( |$)/, "linkedin_url"],
  [/(^| )(bewerbungs)?status( |$)/, "status"]
]

/** The most characters of a header that is examined. */
const maxHeader = 60

/** Returns the field that a header names; undefined if it is not known. */
const named = (header: string): Target | undefined => {
  if (header.length > maxHeader) return undefined
  const words = comparable(header)
  return targetsOf.get(words) ?? telling.find(([told]) => told.test(words))?.[1]
}

const isEmail = Schema.is(Schema.toType(Email))

/** Returns the field that the form of a cell suggests, if any. */
const kindOf = (cell: string): Target | undefined => {
  const text = cell.trim()
  if (text.length > 300 || isBlank(text)) return undefined
  if (isEmail(text)) return "email"
  if (/(^|\/\/|\.)linkedin\.com\//i.test(text)) return "linkedin_url"
  if (/(^|\/\/|\.)github\.com\//i.test(text)) return "github_url"
  if (/^(https?:\/\/|www\.)\S+$/i.test(text)) return "website_url"
  if (readDay(text, null).length > 0) return "applied_at"
  return /^[+(0][\d\s()/.-]{6,24}$/.test(text) && mayBePhone(text) ? "phone" : undefined
}

/** The least share of filled cells that determines a column's field. */
const minShare = 0.6

const byContent = (cells: ReadonlyArray<string>): Target | undefined => {
  const filled = cells.filter((cell) => !isBlank(cell))
  const counts = Map.groupBy(filled.map(kindOf), (kind) => kind)
  const [kind, found = []] =
    [...counts].filter(([kind]) => kind !== undefined).toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  return found.length >= minShare * filled.length ? kind : undefined
}

/** Tells whether most filled cells are words for statuses, one of them for an end. */
const areStatuses = (cells: ReadonlyArray<string>): boolean => {
  const filled = cells.filter((cell) => !isBlank(cell) && cell.length <= maxHeader)
  const found = filled.map(statusIn).filter((status) => status !== undefined)
  return found.some((status) => status !== "active") && found.length >= minShare * filled.length
}

/**
 * Scores how likely a row is the header: by the columns that it names; if it names none, by having only texts where the
 * rows below have values.
 */
const scoreOf = ({ cells }: TableRow): number => {
  const filled = cells.filter((cell) => !isBlank(cell))
  if (filled.some((cell) => kindOf(cell) !== undefined && named(cell) === undefined)) return 0
  return filled.filter((cell) => named(cell) !== undefined).length
}

/** Returns the header among the first rows; null if no row names a column. */
export const headerOf = (rows: ReadonlyArray<TableRow>): TableRow | null => {
  const first = rows.slice(0, maxAboveHeader)
  const best = Math.max(0, ...first.map(scoreOf))
  return best === 0 ? null : first.find((row) => scoreOf(row) === best)!
}

/** The proposal for a table. */
export interface Proposal {
  /** The line of the header; null if there is none. */
  readonly header_line: number | null
  /** The names of the columns, some of which may be empty. */
  readonly column_names: ReadonlyArray<string>
  readonly mapping: ReadonlyArray<MappedColumn>
}

/** The most characters of a column's name. */
const maxName = 200

/** Returns the header of a table that begins with these rows, and a mapping of its columns. */
export const propose = (rows: ReadonlyArray<TableRow>): Proposal => {
  const header = headerOf(rows)
  const below = rows.filter(({ line }) => header === null || line > header.line)
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const names = Array.from(
    { length: width },
    (_, at) => Array.from((header?.cells[at] ?? "").replaceAll(/\s+/g, " ").trim()).slice(0, maxName).join("")
  )
  const found = names.map((name, column) => {
    const cells = below.map((row) => row.cells[column] ?? "")
    const to = named(name) ?? (areStatuses(cells) ? "status" : name === "" ? byContent(cells) : undefined)
    return { column, to, isExact: targetsOf.has(comparable(name)) }
  })
  const taken = new Set<Target>()
  // A column that is just called "Status" goes before "Visa status".
  const mapping = found.toSorted((one, other) => Number(other.isExact) - Number(one.isExact)).flatMap(
    ({ column, to }): ReadonlyArray<MappedColumn> => {
      if (to === undefined || taken.has(to) && to !== "email" && to !== "phone" && to !== "note" && to !== "tags")
        return []
      taken.add(to)
      return [{ column, to }]
    }
  ).toSorted((one, other) => one.column - other.column)
  // If there is a column for the given name, "Name" is the family name.
  const isSplit = taken.has("given_name") && !taken.has("family_name")
  return {
    header_line: header?.line ?? null,
    column_names: names,
    mapping: mapping.map((one) =>
      isSplit && one.to === "full_name" && comparable(names[one.column]!) === "name"
        ? { ...one, to: "family_name" }
        : one
    )
  }
}
