/** The default templates and letters, by the organization's language. */
import type { SpokenLanguage } from "../SpokenLanguage.ts"
import type { MailTemplateDraft } from "./MailTemplate.ts"

export const firstTemplates: Readonly<Record<SpokenLanguage, ReadonlyArray<MailTemplateDraft>>> = {
  en: [
    {
      name: "Application received",
      subject: "Your application for {{ job.title }}",
      body:
        "Dear {{ candidate.first_name }},\n\nThank you for applying. Someone on our team will read your application, and you'll hear from us.\n\n" +
        "You can [view or withdraw your application]({{ application.page }}) at any time.\n\nKind regards,\n{{ organization.name }}"
    },
    {
      name: "Invitation to a first interview",
      subject: "Your application for {{ job.title }}",
      body:
        "Dear {{ candidate.first_name }},\n\nWe enjoyed reading your application and would like to get to know you in a 30-minute video call.\n\n" +
        "Which times work for you in the next few days?\n\nKind regards,\n{{ sender.full_name }}"
    },
    {
      name: "Rejection",
      subject: "Your application for {{ job.title }}",
      body:
        "Dear {{ candidate.first_name }},\n\nThank you for your time and your interest in working with us. This time we've decided to move forward with " +
        "another candidate. We wish you all the best for your search.\n\nKind regards,\n{{ sender.full_name }}"
    }
  ],
  de: [
    {
      name: "Bewerbung eingegangen",
      subject: "Ihre Bewerbung: {{ job.title }}",
      body:
        "Guten Tag {{ candidate.full_name }},\n\nvielen Dank für Ihre Bewerbung. Wir lesen sie sorgfältig und melden uns bei Ihnen.\n\n" +
        "Sie können [Ihre Bewerbung jederzeit ansehen oder zurückziehen]({{ application.page }}).\n\nMit freundlichen Grüßen\n{{ organization.name }}"
    },
    {
      name: "Einladung zum ersten Gespräch",
      subject: "Ihre Bewerbung: {{ job.title }}",
      body:
        "Guten Tag {{ candidate.full_name }},\n\nwir haben Ihre Bewerbung gern gelesen und möchten Sie in einem Videogespräch von 30 Minuten kennenlernen.\n\n" +
        "Welche Zeiten passen Ihnen in den nächsten Tagen?\n\nMit freundlichen Grüßen\n{{ sender.full_name }}"
    },
    {
      name: "Absage",
      subject: "Ihre Bewerbung: {{ job.title }}",
      body:
        "Guten Tag {{ candidate.full_name }},\n\nvielen Dank für Ihre Zeit und Ihr Interesse an einer Mitarbeit bei uns. Wir haben uns diesmal für jemand " +
        "anderen entschieden. Für Ihre weitere Suche wünschen wir Ihnen alles Gute.\n\nMit freundlichen Grüßen\n{{ sender.full_name }}"
    }
  ]
}

/**
 * The letter with a scheduling link, whose `change_deadline_minutes` is the default. `{name}`, `{job}`, `{url}` and
 * `{sender}` are placeholders.
 */
export const linkLetters: Readonly<Record<SpokenLanguage, Pick<MailTemplateDraft, "subject" | "body">>> = {
  en: {
    subject: "Choose a time for your interview: {job}",
    body:
      "Dear {name},\n\nPlease choose a time that suits you:\n\n{url}\n\nYou can move or cancel it there, too, until 24 hours before it begins.\n\nKind regards,\n{sender}\n"
  },
  de: {
    subject: "Wählen Sie einen Termin für Ihr Gespräch: {job}",
    body:
      "Guten Tag {name},\n\nbitte wählen Sie eine Zeit, die Ihnen passt:\n\n{url}\n\nDort können Sie den Termin bis 24 Stunden vorher auch verlegen oder absagen.\n\n" +
      "Mit freundlichen Grüßen\n{sender}\n"
  }
}
