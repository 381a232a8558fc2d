/** The page `/docs`: Scalar's reference of the interface, which asks this server alone and may not be framed. */
import { Api } from "@candor/contract/Api"
import { HttpRouter } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { createHash } from "node:crypto"
import type { FixedDocument } from "./FixedDocument.ts"

/**
 * Colors with the contrast of 4.5 : 1 that texts need (WCAG 2.2, section 1.4.3). The list of client libraries, whose parts
 * have no names for screen readers, is not shown: each sample has the same list.
 */
const customCss = `
.light-mode {
  --scalar-color-2: #4a4a4a; --scalar-color-3: #5c5c5c; --scalar-color-blue: #00609c; --scalar-color-green: #00693f;
  --scalar-color-yellow: #7a5c00; --scalar-color-red: #c00000; --scalar-color-orange: #a04800; --scalar-color-purple: #6b3fa0;
}
.dark-mode { --scalar-color-2: #c4c4c4; --scalar-color-3: #b0b0b0; --scalar-color-red: #ff8080; }
.scalar-reference-intro-clients { display: none; }
`

/** Gives screen readers and keyboards what Scalar's sidebar lacks, whenever Scalar has changed the page. */
const accessibility = `<script>
new MutationObserver(() => {
  for (const button of document.querySelectorAll("button[role=search]:not([aria-label])")) button.ariaLabel = "Search"
  for (const button of document.querySelectorAll("button[aria-selected]:not([role])")) button.removeAttribute("aria-selected")
  for (const list of document.querySelectorAll("ul.endpoints:not([tabindex])")) list.tabIndex = 0
}).observe(document, { subtree: true, childList: true, attributeFilter: ["aria-selected"] })
</script>`

/** Turns off everything that needs another host: fonts, an assistant, a hosted client, telemetry. */
const scalar = {
  customCss,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  favicon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
  authentication: { preferredSecurityScheme: "bearer" }
}

/** The scripts of the page, by their digests (CSP Level 3, section 2.3.1). */
const scripts = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) =>
    `'sha256-${createHash("sha256").update(script!).digest("base64")}'`
  )

/** Nothing runs but the page's own scripts, nothing is asked but this server. Scalar writes its styles into the page. */
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

/** Keeps the page, on which a key is entered, apart from other sites and from the devices of its reader. */
const isolation = {
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
}

/** Renders the page. Loads 3 MB of Scalar, so a server does it when `/docs` is first asked for. */
export const render = async (): Promise<FixedDocument> => {
  const { dispose, handler } = HttpRouter.toWebHandler(HttpApiScalar.layer(Api, { path: "/docs", scalar }), {
    disableLogger: true
  })
  const response = await handler(new Request("http://localhost/docs")).finally(dispose)
  const text = (await response.text()).replace("<html>", `<html lang="en">`).replace("<head>", () => `<head>${accessibility}`)
  return {
    text,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy(text), ...isolation }
  }
}
