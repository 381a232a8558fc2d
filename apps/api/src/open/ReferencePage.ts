/** The page `/docs`: Scalar's reference of the interface, which asks this server alone and may not be framed. */
import { Api } from "@candor/contract/Api"
import { HttpRouter } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { createHash } from "node:crypto"
import type { FixedDocument } from "./FixedDocument.ts"

/** Turns off everything that needs another host: fonts, an assistant, a hosted client, telemetry. */
const scalar = {
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

/** Renders the page. Loads 3 MB of Scalar, so a server does it when `/docs` is first asked for. */
export const render = async (): Promise<FixedDocument> => {
  const { dispose, handler } = HttpRouter.toWebHandler(HttpApiScalar.layer(Api, { path: "/docs", scalar }), {
    disableLogger: true
  })
  const response = await handler(new Request("http://localhost/docs")).finally(dispose)
  const text = await response.text()
  return {
    text,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy(text), "referrer-policy": "no-referrer" }
  }
}
