/** The texts of the page on which candidates book interviews, in English and in German. */

const english = {
  choose: "Choose a time",
  booked: "Your interviews are booked",
  interviews: "Your interviews",
  canceled: "Your interviews were canceled",
  introduction: "{organization} would like to meet you. Choose a time that suits you.",
  row: "The interviews take place one after the other.",
  minutes: "{n} minutes",
  zone: "Time zone",
  change: "Change time zone",
  offset: "All times are in {zone}.",
  none: "There are no free times right now. Propose times that suit you, and {organization} will get back to you.",
  later: "Later times",
  earlier: "Earliest times",
  gone: "This time is no longer free. Nothing was booked. Please choose another time.",
  full: "Nothing was booked: no more interviews can be booked for your application. Please contact {organization}.",
  moved: "Your interviews were moved.",
  cancelled: "You canceled the interviews. You can book other times below.",
  proposed: "Thank you. {organization} has received your proposal.",
  move: "Choose another time",
  cancel: "Cancel the interviews",
  reason: "Reason (optional)",
  propose: "None of these times work? Propose others",
  proposal: "Times that suit you",
  sendProposal: "Send proposal",
  closed: "This link is no longer active. Please contact {organization}.",
  over:
    "Your interviews have taken place, or were marked as over, so nothing can be changed here. Please contact {organization}.",
  revoked:
    "{organization} canceled an interview that you had booked here. Nothing else can be booked with this link: for another time, please contact {organization}.",
  arranged: "{organization} has set the time of your interviews. To change it, please contact {organization}.",
  too_late: "The interviews can no longer be changed here. Please contact {organization}.",
  too_often: "You have changed the interviews as often as possible here. Please contact {organization}.",
  proposed_too_often: "You have proposed times as often as possible here. Please contact {organization}.",
  deadline: "You can move or cancel the interviews here until {time}.",
  place: "Location",
  call: "Join call",
  unknown: "This link is not valid. Check that you copied all of it."
}

export type ScheduleWords = typeof english

const german: ScheduleWords = {
  choose: "Termin wählen",
  booked: "Ihre Termine sind gebucht",
  interviews: "Ihre Termine",
  canceled: "Ihre Termine wurden abgesagt",
  introduction: "{organization} möchte Sie kennenlernen. Wählen Sie eine Zeit, die Ihnen passt.",
  row: "Die Gespräche finden nacheinander statt.",
  minutes: "{n} Minuten",
  zone: "Zeitzone",
  change: "Zeitzone ändern",
  offset: "Alle Zeiten gelten in {zone}.",
  none: "Zurzeit gibt es keine freien Zeiten. Schlagen Sie Zeiten vor, die Ihnen passen: {organization} meldet sich.",
  later: "Spätere Zeiten",
  earlier: "Früheste Zeiten",
  gone: "Diese Zeit ist nicht mehr frei. Es wurde nichts gebucht. Bitte wählen Sie eine andere.",
  full:
    "Es wurde nichts gebucht: Für Ihre Bewerbung sind keine weiteren Termine möglich. Bitte wenden Sie sich an {organization}.",
  moved: "Ihre Termine wurden verlegt.",
  cancelled: "Sie haben die Termine abgesagt. Unten können Sie andere buchen.",
  proposed: "Vielen Dank. {organization} hat Ihren Vorschlag erhalten.",
  move: "Andere Zeit wählen",
  cancel: "Termine absagen",
  reason: "Grund (optional)",
  propose: "Keine dieser Zeiten passt? Andere vorschlagen",
  proposal: "Zeiten, die Ihnen passen",
  sendProposal: "Vorschlag senden",
  closed: "Dieser Link ist nicht mehr aktiv. Bitte wenden Sie sich an {organization}.",
  over:
    "Ihre Termine haben stattgefunden oder wurden als beendet markiert. Hier lässt sich nichts mehr ändern. Bitte wenden Sie sich an {organization}.",
  revoked:
    "{organization} hat einen Termin abgesagt, den Sie hier gebucht hatten. Mit diesem Link ist nichts mehr buchbar: Für eine andere Zeit wenden Sie sich bitte an {organization}.",
  arranged:
    "{organization} hat die Zeit Ihrer Termine festgelegt. Wenden Sie sich für eine Änderung bitte an {organization}.",
  too_late: "Die Termine können hier nicht mehr geändert werden. Bitte wenden Sie sich an {organization}.",
  too_often: "Sie haben die Termine so oft geändert, wie es hier möglich ist. Bitte wenden Sie sich an {organization}.",
  proposed_too_often:
    "Sie haben hier so oft wie möglich Zeiten vorgeschlagen. Bitte wenden Sie sich an {organization}.",
  deadline: "Bis {time} können Sie die Termine hier verlegen oder absagen.",
  place: "Ort",
  call: "Am Gespräch teilnehmen",
  unknown: "Dieser Link ist ungültig. Prüfen Sie, ob Sie ihn ganz kopiert haben."
}

export const scheduleWordsFor = (language: string): ScheduleWords => language === "de" ? german : english
