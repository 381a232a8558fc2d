/** The texts of the page on which candidates book interviews, in English and in German. */

const english = {
  choose: "Choose a time",
  booked: "Your interviews are booked",
  introduction: "{organization} would like to meet you. Choose a time that suits you.",
  row: "The interviews take place one after the other.",
  minutes: "{n} minutes",
  zone: "Time zone",
  change: "Change time zone",
  offset: "All times are in {zone}.",
  none: "There are no free times right now. Propose times that suit you, and {organization} will get back to you.",
  later: "Later times",
  earlier: "Earliest times",
  gone: "This time has just been taken. Nothing was booked. Please choose another time.",
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
  too_late: "The interviews can no longer be changed here. Please contact {organization}.",
  too_often: "You have changed the interviews as often as possible here. Please contact {organization}.",
  deadline: "You can move or cancel the interviews here until {time}.",
  place: "Location",
  call: "Join call",
  unknown: "This link is not valid. Check that you copied all of it."
}

export type ScheduleWords = typeof english

const german: ScheduleWords = {
  choose: "Termin wählen",
  booked: "Ihre Termine sind gebucht",
  introduction: "{organization} möchte Sie kennenlernen. Wählen Sie eine Zeit, die Ihnen passt.",
  row: "Die Gespräche finden nacheinander statt.",
  minutes: "{n} Minuten",
  zone: "Zeitzone",
  change: "Zeitzone ändern",
  offset: "Alle Zeiten gelten in {zone}.",
  none: "Zurzeit gibt es keine freien Zeiten. Schlagen Sie Zeiten vor, die Ihnen passen: {organization} meldet sich.",
  later: "Spätere Zeiten",
  earlier: "Früheste Zeiten",
  gone: "Diese Zeit wurde eben vergeben. Es wurde nichts gebucht. Bitte wählen Sie eine andere.",
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
  too_late: "Die Termine können hier nicht mehr geändert werden. Bitte wenden Sie sich an {organization}.",
  too_often: "Sie haben die Termine so oft geändert, wie es hier möglich ist. Bitte wenden Sie sich an {organization}.",
  deadline: "Bis {time} können Sie die Termine hier verlegen oder absagen.",
  place: "Ort",
  call: "Am Gespräch teilnehmen",
  unknown: "Dieser Link ist ungültig. Prüfen Sie, ob Sie ihn ganz kopiert haben."
}

export const scheduleWordsFor = (language: string): ScheduleWords => language === "de" ? german : english
