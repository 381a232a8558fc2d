/**
 * Files that are dangerous to open: programs, scripts, and pages with scripts. They are refused, whatever their name
 * is. A file that is dangerous by its name only is accepted, and downloaded under another name.
 */
import { startsWith } from "@candor/domain/attachment/FileKinds"

/** Signatures of kinds that are refused: programs, and archives, which could hide programs. */
const starts: ReadonlyArray<readonly [start: string | ReadonlyArray<number>, title: string]> = [
  ["MZ", "a Windows program"],
  ["\x7fELF", "a Linux program"],
  [[0xcf, 0xfa, 0xed, 0xfe], "a macOS program"],
  [[0xfe, 0xed, 0xfa], "a macOS program"],
  [[0xca, 0xfe, 0xba, 0xbe], "a Java or macOS program"],
  [[0x4c, 0, 0, 0, 1, 0x14, 2, 0], "a Windows shortcut"],
  ["PK\x03\x04", "a ZIP archive that is no document"],
  ["PK\x05\x06", "an empty ZIP archive"],
  ["Rar!", "a RAR archive"],
  ["7z\xbc\xaf", "a 7z archive"],
  [[0x1f, 0x8b], "a gzip archive"]
]

/** Returns the kind of a binary content by its signature, if that kind is refused. */
export const refusedTitle = (head: Uint8Array): string | undefined =>
  starts.find(([start]) => startsWith(head, start))?.[1]

const before = "^(?:\\s|<\\?xml[^>]*>|<!--(?:(?!-->)[^])*-->|<!doctype svg[^>]*>)*"

/** Beginnings of texts that are run, or displayed with their scripts (for pages: WHATWG MIME Sniffing, section 7.1). */
const texts: ReadonlyArray<readonly [begin: RegExp, title: string]> = [
  [/^#!/, "a script"],
  [/^\s*(?:<\?php\b|<%@|@?echo off\b)/i, "a script"],
  [new RegExp(`${before}<svg[\\s>]`, "i"), "an SVG image, which can have scripts"],
  [
    new RegExp(
      `${before}<(?:!doctype html|html|head|body|script|iframe|frameset|meta|base|link|style|title)[\\s/>]`,
      "i"
    ),
    "an HTML page"
  ],
  [
    /^\s*<\?xml[^]*(?:www\.w3\.org\/(?:1999\/xhtml|2000\/svg)|<\?xml-stylesheet|<\?mso-application)/i,
    "an XML document that can have scripts"
  ],
  [/^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*content-type:\s*(?:multipart\/related|text\/html)/i, "a saved page"],
  [
    /^\s*(?:\[InternetShortcut\]|\[Desktop Entry\]|REGEDIT4|Windows Registry Editor)/i,
    "a shortcut or a setting of the system"
  ]
]

/** Returns the kind of a text by its beginning, if that kind is refused. */
export const refusedText = (begin: string): string | undefined => texts.find(([pattern]) => pattern.test(begin))?.[1]

/**
 * Extensions of files that a system runs when they are opened: many scripts look like other texts. Without `com`, `app`
 * and `pl`, which names that are web addresses end with: no system runs a text because of them.
 */
const running = new Set(
  ("exe scr pif cpl dll sys msi msp msix appx appinstaller bat cmd ps1 psm1 psd1 ps1xml vb vbs vbe js jse mjs cjs ws wsf wsh wsc sct hta " +
    "jar jnlp class apk lnk url website scf library-ms searchconnector-ms reg inf chm hlp gadget application iso img vhd vhdx " +
    "webloc inetloc fileloc xml html htm xhtml xht shtml mht mhtml svg svgz php phtml asp aspx jsp sh bash command csh ksh desktop py pyw pyz rb action workflow " +
    "docm dotm xlsm xltm xlam pptm potm ppam ppsm sldm xll iqy slk").split(" ")
)

/**
 * Tells whether a system would run a file with this name, by its extension. Windows drops dots and spaces at the end of
 * a name.
 */
export const isRunning = (name: string): boolean => {
  const [, ending] = /\.([\w-]+)(?:::?\$data)?[. ]*$/i.exec(name) ?? []
  return ending !== undefined && running.has(ending.toLowerCase())
}
