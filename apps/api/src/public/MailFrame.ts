/** The empty page of the frame into which the console puts the HTML of mails. */
import { policyOfMails } from "../response/FormattedMail.ts"
import * as FixedDocument from "./FixedDocument.ts"

export const serve = FixedDocument.serve(async () => ({
  text: "<!doctype html><html><head><meta charset=\"utf-8\"><title></title></head><body></body></html>",
  contentType: "text/html; charset=utf-8",
  cacheControl: "public, no-cache",
  // The console can access the frame; the frame cannot access the console, because scripts are off.
  headers: policyOfMails("allow-same-origin")
}))
