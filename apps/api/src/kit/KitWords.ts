/** The texts of the page that an interviewer opens by the link in a mail, in English and in German. */
const english = {
  recommendations: {
    strong_no: "Strong no",
    no: "No",
    mixed: "Mixed",
    yes: "Yes",
    strong_yes: "Strong yes",
    no_decision: "Undecided"
  },
  title: "Interview",
  unknown: "This link is no longer valid. Open the interview in Candor.",
  notPossible: "Something went wrong. Please try again in a few minutes.",
  location: "Location",
  call: "Join call",
  instructions: "For interviewers",
  resume: "Résumé/CV",
  scorecard: "Your scorecard",
  focus: "Your focus",
  notRated: "Not rated",
  note: "Note on {name} (optional)",
  hire: "Would you hire?",
  reasons: "Reasons",
  hint: "Only you see a draft. Others see the scorecard once you submit it.",
  save: "Save draft",
  submit: "Submit scorecard",
  change: "Save changes",
  draft: "Draft saved.",
  submitted: "Thank you. Your scorecard was submitted.",
  revised: "Your changes were saved.",
  missing: "Choose a recommendation and write your reasons before you submit. Your draft was saved.",
  unchanged: "Choose a recommendation and write your reasons. Your changes weren't saved.",
  full: "This application can't hold any more feedback. What you typed is still here, but others can't see it.",
  leftOver: "No longer part of the scorecard",
  elsewhere:
    "This scorecard was changed on another page or device in the meantime. What you typed is still here and isn't saved. Save again to replace the other version.",
  refused: "The scorecard wasn't saved: a text is too long. Shorten it and save again.",
  notSaved: "The scorecard wasn't saved.",
  readOnly: "Your role can't fill in scorecards.",
  none: "No scorecard is asked of you.",
  keeps: "What you type is kept on this device until it is sent.",
  kept: "What you typed here before was kept on this device. It isn't sent yet.",
  offline: "You're offline. What you typed is kept on this device and sent as soon as this page is online again."
}

export type Words = typeof english

const german: Words = {
  recommendations: {
    strong_no: "Klares Nein",
    no: "Nein",
    mixed: "Gemischt",
    yes: "Ja",
    strong_yes: "Klares Ja",
    no_decision: "Noch offen"
  },
  title: "Interview",
  unknown: "Dieser Link gilt nicht mehr. Öffnen Sie das Interview in Candor.",
  notPossible: "Etwas ist schiefgegangen. Bitte versuchen Sie es in einigen Minuten noch einmal.",
  location: "Ort",
  call: "Am Gespräch teilnehmen",
  instructions: "Für Interviewende",
  resume: "Lebenslauf",
  scorecard: "Ihr Bewertungsbogen",
  focus: "Ihr Schwerpunkt",
  notRated: "Nicht bewertet",
  note: "Notiz zu {name} (optional)",
  hire: "Einstellen?",
  reasons: "Begründung",
  hint: "Einen Entwurf sehen nur Sie. Andere sehen den Bewertungsbogen, sobald Sie ihn abgeben.",
  save: "Entwurf speichern",
  submit: "Bewertungsbogen abgeben",
  change: "Änderungen speichern",
  draft: "Entwurf gespeichert.",
  submitted: "Vielen Dank. Ihr Bewertungsbogen wurde abgegeben.",
  revised: "Ihre Änderungen wurden gespeichert.",
  missing: "Wählen Sie eine Empfehlung und begründen Sie sie, bevor Sie abgeben. Ihr Entwurf wurde gespeichert.",
  unchanged: "Wählen Sie eine Empfehlung und begründen Sie sie. Ihre Änderungen wurden nicht gespeichert.",
  full: "Diese Bewerbung fasst kein weiteres Feedback. Ihre Eingaben stehen noch hier, aber andere sehen sie nicht.",
  leftOver: "Nicht mehr Teil des Bewertungsbogens",
  elsewhere:
    "Dieser Bewertungsbogen wurde inzwischen auf einer anderen Seite oder einem anderen Gerät geändert. Ihre Eingaben stehen noch hier und sind nicht gespeichert. Speichern Sie erneut, um die andere Fassung zu ersetzen.",
  refused:
    "Der Bewertungsbogen wurde nicht gespeichert: Ein Text ist zu lang. Kürzen Sie ihn und speichern Sie erneut.",
  notSaved: "Der Bewertungsbogen wurde nicht gespeichert.",
  readOnly: "Mit Ihrer Rolle lassen sich keine Bewertungsbögen ausfüllen.",
  none: "Von Ihnen wird kein Bewertungsbogen erwartet.",
  keeps: "Was Sie eingeben, bleibt auf diesem Gerät, bis es gesendet ist.",
  kept: "Ihre früheren Eingaben sind auf diesem Gerät erhalten geblieben. Sie sind noch nicht gesendet.",
  offline:
    "Sie sind offline. Ihre Eingaben bleiben auf diesem Gerät und werden gesendet, sobald diese Seite wieder online ist."
}

/** Returns the texts of a language. */
export const kitWordsFor = (language: string): Words => language === "de" ? german : english
