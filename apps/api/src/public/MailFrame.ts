/** The empty page of the console's frame for HTML of mails, which the console puts there. */
import { policyOfMails } from "../response/FormattedMail.ts"
import * as FixedDocument from "./FixedDocument.ts"

export const serve = FixedDocument.serve(async () => ({
  text: "<!doctype html><html><head><meta charset=\"utf-8\"><title></title></head><body></body></html>",
  contentType: "text/html; charset=utf-8",
  cacheControl: "public, no-cache",
  // The console has access to it, and it has none to the console: scripts are off.
  headers: policyOfMails("allow-same-origin")
}))
