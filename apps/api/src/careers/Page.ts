/** The frame of all pages of the careers site, and the headers that they are sent with. */
import type { PublicBoard } from "@candor/domain/board/PublicBoard"
import { type Markup, markup } from "./Markup.ts"
import { styleName } from "./Styles.ts"
import type { Words } from "./Words.ts"

/**
 * The path of the files that all boards share. No board can have it: a board's address begins with a letter or digit.
 */
export const shared = "/careers/-"

interface Head {
  readonly words: Words
  /** Null if the page must not show a board. */
  readonly board: PublicBoard | null
  readonly title: string
  readonly description: string
  /** The address of the page; null if search engines must not index it. */
  readonly url: string | null
  /** Further elements of the head. */
  readonly more?: Markup
  /** The address of the script that solves the proof of work. */
  readonly script?: string | undefined
  /**
   * Whether it is a preview in a frame of the console: it has no metadata for other programs, runs no script, and its
   * links do nothing.
   */
  readonly isPreview?: boolean | undefined
}

/** The picture of a link preview: the cover, or else the logo. */
const picture = ({ cover, logo_url }: PublicBoard): Markup | null => {
  if (cover === null)
    return logo_url === null ? null : markup`
<meta property="og:image" content="${logo_url}">`
  return markup`
<meta property="og:image" content="${cover.url}">
<meta property="og:image:width" content="${cover.width}">
<meta property="og:image:height" content="${cover.height}">`
}

const ofBoard = (board: PublicBoard): Markup =>
  markup`
<link rel="icon" href="${board.logo_url ?? "data:,"}">${picture(board)}
<meta property="og:site_name" content="${board.organization_name}">
<link rel="alternate" type="application/rss+xml" title="${board.title}" href="${board.url}/feed.xml">`

const header = ({ logo_url, organization_name, url }: PublicBoard): Markup =>
  markup`
<header><a href="${new URL(url).pathname}">${
    logo_url === null ? organization_name : markup`<img class="logo" src="${logo_url}" alt="${organization_name}">`
  }</a></header>`

const footer = ({ contact_email, organization_name }: PublicBoard, words: Words): Markup =>
  markup`
<footer><p>${organization_name}${
    contact_email === null ? "" : markup` · ${words.contact} <a href="mailto:${contact_email}">${contact_email}</a>`
  }</p></footer>`

/** The metadata in the head for programs other than the browser. */
const forPrograms = ({ board, description, more, script, title, url }: Head): Markup =>
  markup`
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta name="twitter:card" content="${(board?.cover ?? null) === null ? "summary" : "summary_large_image"}">${
    url === null
      ? markup`\n<meta name="robots" content="noindex">`
      : markup`\n<meta property="og:url" content="${url}">\n<link rel="canonical" href="${url}">`
  }${board === null ? markup`\n<link rel="icon" href="data:,">` : ofBoard(board)}${more}${
    script === undefined ? "" : markup`\n<script type="module" src="${script}"></script>`
  }`

/** The preview's frame may not open windows, so its links, which all ask for a new window, do nothing. */
const nowhere = markup`
<base target="_blank">`

/** Returns a page as HTML. */
export const page = (head: Head, content: Markup): string => {
  const { board, description, isPreview = false, title, words } = head
  return markup`<!DOCTYPE html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${shared}/${styleName(board?.color ?? null)}">${isPreview ? nowhere : forPrograms(head)}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>${board === null ? "" : header(board)}
<main id="content" tabindex="-1">${content}
</main>${board === null ? "" : footer(board, words)}
</body>
</html>
`.text
}

/**
 * Returns the headers of a page. It runs no script but our own proof of work, sends its form to this server only, and
 * cannot be framed.
 */
export const pageHeaders = (
  { isIndexed = true, runsScript = false }: { readonly isIndexed?: boolean; readonly runsScript?: boolean } = {}
) => ({
  "content-security-policy": [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    // Pages without a script make no connections; tools of the browser do, such as Lighthouse for robots.txt.
    "connect-src 'self'",
    ...(runsScript ? ["script-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  "vary": "Accept-Encoding, Accept-Language",
  ...(isIndexed ? {} : { "x-robots-tag": "noindex" })
})
