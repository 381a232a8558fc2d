/**
 * The page `/docs`: an interactive reference of the interface. It connects only to this server, and cannot be framed.
 */
import { createHash } from "node:crypto"
import type { FixedDocument } from "./FixedDocument.ts"

/** System fonts, and colors with a contrast of at least 4.5 : 1 in both themes (WCAG 2.2, section 1.4.3). */
const style = `
html, body { height: 100%; margin: 0; color-scheme: light dark; }
body { background: var(--bg); font: 16px system-ui, sans-serif; }
openapi-explorer {
  --font-regular: system-ui, sans-serif; --font-mono: ui-monospace, monospace;
  --font-size-regular: 16px; --font-size-small: 14px; --font-size-mono: 13px;
}
:root, openapi-explorer {
  --bg: #fff; --bg2: #f6f7f9; --bg3: #eceef1; --light-bg: #eceef1; --input-bg: #fff; --hover-color: #f1f3f6;
  --border-color: #d3d7dd; --light-border-color: #e3e6ea;
  --nav-bg-color: #f6f7f9; --nav-text-color: #3f4650; --nav-hover-bg-color: #e6e9ee; --nav-hover-text-color: #14181f;
  --fg: #1f242c; --fg2: #3f4650; --fg3: #4d545f; --light-fg: #5c636e; --gray: #5c636e; --placeholder-color: #676e79;
  --blue: #00609c; --green: #00693f; --red: #b30000; --orange: #9a4300; --purple: #6b3fa0; --yellow: #725600;
  --inline-code-fg: #8f2a00; --code-fg: #3f4650; --code-property-color: #8a0047; --code-keyword-color: #005d8f;
  --code-operator-color: #7a4e1d; --primary-color: #1f4fbf; --secondary-color: #1f4fbf; --primary-btn-text-color: #fff;
}
@media (prefers-color-scheme: dark) {
  :root, openapi-explorer {
    --bg: #15181d; --bg2: #1c2026; --bg3: #262b33; --light-bg: #262b33; --input-bg: #1c2026; --hover-color: #22272e;
    --border-color: #3a414b; --light-border-color: #2d333b;
    --nav-bg-color: #1c2026; --nav-text-color: #c3c9d2; --nav-hover-bg-color: #2d333b; --nav-hover-text-color: #fff;
    --fg: #e6e9ee; --fg2: #c3c9d2; --fg3: #b4bac4; --light-fg: #a7aeb9; --gray: #a7aeb9; --placeholder-color: #98a0ab;
    --blue: #6cb6ff; --green: #5fcf8f; --red: #ff8f8f; --orange: #ffab70; --purple: #c5a3ff; --yellow: #e3c04f;
    --inline-code-fg: #ffab70; --code-fg: #c3c9d2; --code-property-color: #ff9ec9; --code-keyword-color: #6cb6ff;
    --code-operator-color: #e3b98a; --primary-color: #8fb4ff; --secondary-color: #8fb4ff; --primary-btn-text-color: #10131a;
  }
}
openapi-explorer::part(btn-fill) { color: var(--primary-btn-text-color); }
openapi-explorer::part(btn-search) { color: var(--primary-color); }
a { color: var(--primary-color); }
a[slot=nav-header] { display: block; padding: 16px 24px 0; }
a[slot=overview-header] { display: block; padding: 16px; }
@media (min-width: 768px) { a[slot=overview-header] { display: none; } }
`

/**
 * The page. The explorer fetches the document, and renders an operation when it is selected. The menu is shown beside
 * it only in wide windows.
 */
const page = (explorer: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Candor: reference</title>
<meta name="description" content="Every operation of Candor's HTTP interface, with its fields and examples, to be tried on this server.">
<link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
<style>${style}</style>
</head>
<body>
<openapi-explorer spec-url="/api/v1/openapi.json" layout="column" collapse="true" hide-server-selection="true">
<a slot="nav-header" href="/console">Open the console</a>
<a slot="overview-header" href="/console">Open the console</a>
<p slot="overview-footer">Begin with the <a href="/docs/guide">guide</a>, from a first key to a hire. Administrators make keys in the
<a href="/console/api-keys">console</a>; enter one under “Authentication” to try operations here. <a href="/docs/limits">Limits</a>,
<a href="/llms.txt">all pages</a>, <a href="/api/v1/openapi.json">the document</a>.</p>
</openapi-explorer>
<noscript>This page needs a script. The reference as a document: <a href="/api/v1/openapi.json">openapi.json</a></noscript>
<script>${explorer}</script>
</body>
</html>
`

/** The hashes of the page's scripts (CSP Level 3, section 2.3.1). */
const scripts = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) =>
    `'sha256-${createHash("sha256").update(script!).digest("base64")}'`
  )

/** The page only runs its own scripts, and only connects to this server. The explorer adds inline styles. */
const policy = (page: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts(page).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Isolates the page, on which a key is entered, from other sites and from device features. */
const isolation = {
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
}

/** Renders the page at the first request for `/docs`, because it loads 750 kB of script. */
export const render = async (): Promise<FixedDocument> => {
  const { default: explorer } = await import("openapi-explorer/dist/browser/openapi-explorer.min.js", {
    with: { type: "text" }
  })
  const text = page(explorer)
  return {
    text,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy(text), ...isolation }
  }
}
