/** The requests and responses of applying for a job. */
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { Schema } from "effect"

const text = (description: string, value: string) =>
  Schema.optionalKey(Schema.String).pipe(described(description, value))

const required = {
  full_name: Schema.String.pipe(described("The name", example.candidate.full_name)),
  email: Schema.String.pipe(described("The email address", example.candidate.primary_email))
}

const optional = {
  phone: text("The phone number", "+49 30 901820"),
  linkedin_url: text("The address of the LinkedIn profile", "https://www.linkedin.com/in/maya-okafor"),
  website_url: text("The website", "https://maya.example.com"),
  source: text("The source of the applicant; replaces `utm_source`", "newsletter"),
  utm_source: text("Where the person came from", "newsletter"),
  utm_medium: text("The medium of the link", "email"),
  utm_campaign: text("The campaign of the link", "autumn-2026"),
  utm_term: text("The search terms of the campaign", "backend engineer"),
  utm_content: text("Which of several links was used", "footer"),
  referrer: text("The URL or host of the page with the link", "https://news.example.com/"),
  idempotency_key: text(
    "The idempotency key of the application, instead of the header `Idempotency-Key`",
    "0b8f7a52-6f0d-4f7c-8f5e-6a8a3c0f3a11"
  ),
  altcha: text(
    "The solution of the board's challenge: JSON `{challenge, solution}` in Base64",
    "eyJjaGFsbGVuZ2UiOnt9fQ=="
  ),
  website: text("A honeypot for bots: hide it from people and leave it empty", "")
}

const consent = "The version of the board's consent text that the person agreed to (`consent_version`)"
const startedAt =
  "When the form was shown, in milliseconds since 1970. A form sent within two seconds goes to the quarantine"

const File = Schema.String.annotate({ format: "binary" })

const typed = {
  ...required,
  ...optional,
  consent: text(consent, "1"),
  started_at: text(startedAt, "1769788800000"),
  answers: text(
    "Answers by question id, as JSON. Each can also be sent as a field `question:<id>`, as files are",
    "{}"
  )
}

/** A form without files. */
export const Fields = Schema.StructWithRest(
  Schema.Struct({ ...typed, cover_letter: text("The cover letter", "I have followed your work on arrival times.") }),
  [Schema.Record(Schema.String, Schema.Json)]
).pipe(
  named(
    "ApplyingFields",
    "An application as a form without files. Blank values count as missing; unknown fields are accepted"
  )
)

/** A form with files as parts. */
export const Form = Schema.StructWithRest(
  Schema.Struct({
    ...typed,
    cover_letter: Schema.optionalKey(Schema.Union([Schema.String, File])).pipe(
      described("The cover letter, as a text or a file", "I have followed your work on arrival times.")
    ),
    resume: Schema.optionalKey(Schema.Union([File, Schema.Array(File)])).pipe(
      described("The résumé, as one or several files", "%PDF-1.7 …")
    )
  }),
  [Schema.Record(Schema.String, Schema.Json)]
).pipe(
  named(
    "ApplyingForm",
    "An application as a form. Blank values count as missing; unknown fields are accepted"
  )
)

const JsonFile = Schema.Struct({
  filename: Schema.optionalKey(Schema.String).pipe(described("The name of the file", "maya-okafor-resume.pdf")),
  content: Schema.String.pipe(described("The content in Base64", "JVBERi0xLjc="))
}).pipe(named("ApplyingFile", "A file in JSON"))

/** JSON, with files in Base64. */
export const Body = Schema.StructWithRest(
  Schema.Struct({
    ...required,
    ...optional,
    consent: Schema.optionalKey(Schema.Union([Schema.String, Schema.Int])).pipe(described(consent, 1)),
    started_at: Schema.optionalKey(Schema.Union([Schema.String, Schema.Int])).pipe(
      described(startedAt, 1_769_788_800_000)
    ),
    answers: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)).pipe(
      described("Answers by question id; files in the form of `resume`", { [example.id.question]: "In January" })
    ),
    cover_letter: Schema.optionalKey(Schema.Union([Schema.String, JsonFile])).pipe(
      described("The cover letter, as a text or a file", "I have followed your work on arrival times.")
    ),
    resume: Schema.optionalKey(JsonFile).pipe(described("The résumé"))
  }),
  [Schema.Record(Schema.String, Schema.Json)]
).pipe(
  named("ApplyingBody", "An application as JSON. Blank values count as missing; unknown fields are accepted")
)

export const Accepted = Schema.Struct({
  submission: Schema.Struct({
    reference: Schema.String.pipe(
      described("The reference with which the person can view and withdraw the application", "candor_sent_…")
    ),
    url: Schema.String.pipe(
      described(
        "The page where the person views and withdraws the application",
        "https://candor.example/careers/applications/candor_sent_…"
      )
    )
  }).pipe(described("The accepted application"))
})

export const Challenge = Schema.Struct({
  parameters: Schema.Record(Schema.String, Schema.Json).pipe(
    described("The parameters of altcha-lib", { algorithm: "PBKDF2/SHA-256", cost: 2000, keyPrefix: "00" })
  ),
  signature: Schema.String.pipe(described("The signature of the parameters", "9f2c…")),
  required: Schema.Boolean.pipe(
    described("Whether applications without a solution currently go to the quarantine", false)
  )
}).pipe(named("Challenge", "A challenge to solve, valid once within two hours"))
