/**
 * Detects the package in a ZIP archive: an office document of the Open Packaging Conventions (ECMA-376, part 2), whose
 * parts are identified by relationships and content types, or an OpenDocument (OASIS, version 1.3, part 2), whose type
 * is in an entry.
 */
import { type ContentType, docx, odp, ods, odt, pages, pptx, xlsx } from "@candor/domain/attachment/FileKinds"
import { elementsNamed, mainPart, partName } from "./PackageParts.ts"

/** The entries that identify a package, which are text. */
export const knownEntries = ["[Content_Types].xml", "_rels/.rels", "mimetype", "META-INF/manifest.xml"] as const

/** The names of an archive's entries, and the texts of those that identify it. */
export interface PackageParts {
  readonly names: ReadonlyArray<string>
  readonly texts: Readonly<Partial<Record<typeof knownEntries[number], string>>>
}

const openDocuments = [odt, ods, odp] as const satisfies ReadonlyArray<ContentType>

/** The suffixes of the types of templates, and of texts for the web (OpenDocument, appendix C of part 3). */
const variants = ["", "-template", "-web"]

/** The content type of a document's main part, and the folder of that part, for programs that omit the type. */
const openXml = [
  [docx, "wordprocessingml", "word"],
  [xlsx, "spreadsheetml", "xl"],
  [pptx, "presentationml", "ppt"]
] as const satisfies ReadonlyArray<readonly [ContentType, string, string]>

/** Returns the content type of a part, in lower case. */
const contentTypeOf = (types: string, part: string): string => {
  const lower = part.toLowerCase()
  const override = elementsNamed(types, "Override").find(({ PartName = "" }) =>
    partName("", PartName).toLowerCase() === lower
  )
  const byEnding = elementsNamed(types, "Default").find(({ Extension = "." }) =>
    lower.endsWith(`.${Extension.toLowerCase()}`)
  )
  return (override ?? byEnding)?.["ContentType"]?.toLowerCase() ?? ""
}

/**
 * Tells whether an archive is a document of Apple's Pages, whose format is not published. Numbers and Keynote documents
 * contain tables and slides.
 */
const isPages = (names: ReadonlyArray<string>): boolean =>
  names.some((name) => /^(?:Index\.zip|Index\/Document\.iwa|buildVersionHistory\.plist)$/.test(name)) &&
  !names.some((name) => /^Index\/(?:Slide|Tables|CalculationEngine|Presentation)|^index\.apxl/.test(name))

/** Returns the type of a package; undefined for an archive of other files. */
export const packageType = ({ names, texts }: PackageParts): ContentType | "macros" | undefined => {
  const declared = texts.mimetype?.trim() ?? elementsNamed(texts["META-INF/manifest.xml"] ?? "", "file-entry")
    .map((attributes) =>
      Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.slice(name.indexOf(":") + 1), value]))
    )
    .find((entry) => entry["full-path"] === "/")?.["media-type"]
  const openDocument = openDocuments.find((type) => variants.some((variant) => declared === type + variant))
  if (openDocument !== undefined) return openDocument
  const main = mainPart(texts["_rels/.rels"] ?? "")
  if (main === undefined) return isPages(names) ? pages : undefined
  const type = contentTypeOf(texts["[Content_Types].xml"] ?? "", main)
  const found = openXml.find(([, format]) => type.includes(format)) ??
    openXml.find(([, , folder]) => main.toLowerCase().startsWith(`${folder}/`))
  if (found === undefined) return undefined
  return type.includes("macroenabled") || names.some((name) => /(?:^|\/)vbaProject\.bin$/i.test(name))
    ? "macros"
    : found[0]
}
