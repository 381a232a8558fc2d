/** The texts of the page on which candidates book interviews, in English and in German. */

const english = (isOne: boolean) => ({
  choose: "Choose a time",
  booked: isOne ? "Your interview is booked" : "Your interviews are booked",
  interviews: isOne ? "Your interview" : "Your interviews",
  canceled: isOne ? "Your interview was canceled" : "Your interviews were canceled",
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
  moved: isOne ? "Your interview was moved." : "Your interviews were moved.",
  unchanged: "Nothing was changed.",
  cancelled: isOne ? "You canceled the interview." : "You canceled the interviews.",
  proposed: "Thank you. {organization} has received your proposal.",
  move: "Choose another time",
  cancel: isOne ? "Cancel the interview" : "Cancel the interviews",
  reason: "Reason (optional)",
  propose: "None of these times work? Propose others",
  proposeOthers: "Propose other times",
  proposal: "Times that suit you",
  sendProposal: "Send proposal",
  closed: "This link is no longer active. Please contact {organization}.",
  over: isOne
    ? "Your interview has taken place, or was marked as over, so nothing can be changed here. Please contact {organization}."
    : "Your interviews have taken place, or were marked as over, so nothing can be changed here. Please contact {organization}.",
  revoked:
    "An interview that you had booked here was canceled. Nothing else can be booked with this link: for another time, please contact {organization}.",
  arranged: "{organization} has set the time. To change it, please contact {organization}.",
  too_late: isOne
    ? "The interview can no longer be changed here. Please contact {organization}."
    : "The interviews can no longer be changed here. Please contact {organization}.",
  too_often: "You have changed the time as often as possible here. For another time, please contact {organization}.",
  proposed_too_often: "You have proposed times as often as possible here. Please contact {organization}.",
  deadline: isOne
    ? "You can move or cancel the interview here until {time}."
    : "You can move or cancel the interviews here until {time}.",
  left: "Times you can still change it here: {n}.",
  fixed: "It begins soon: once booked, it can't be moved or canceled here, only by contacting {organization}.",
  last: "After that you can only cancel here.",
  confirm: "Book this time?",
  confirmMove: "Move to this time?",
  book: "Book this time",
  moveTo: "Move to this time",
  other: "Choose another time",
  phone: "Phone call",
  video: "Video call",
  onsite: "On site",
  place: "Location",
  call: "Join call",
  follows: "The link will follow.",
  with: "You will meet",
  calendar: "Add to calendar",
  unknown: "This link is not valid. Check that you copied all of it."
})

export type ScheduleWords = ReturnType<typeof english>

const german = (isOne: boolean): ScheduleWords => ({
  choose: "Termin wählen",
  booked: isOne ? "Ihr Termin ist gebucht" : "Ihre Termine sind gebucht",
  interviews: isOne ? "Ihr Termin" : "Ihre Termine",
  canceled: isOne ? "Ihr Termin wurde abgesagt" : "Ihre Termine wurden abgesagt",
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
  moved: isOne ? "Ihr Termin wurde verlegt." : "Ihre Termine wurden verlegt.",
  unchanged: "Es wurde nichts geändert.",
  cancelled: isOne ? "Sie haben den Termin abgesagt." : "Sie haben die Termine abgesagt.",
  proposed: "Vielen Dank. {organization} hat Ihren Vorschlag erhalten.",
  move: "Andere Zeit wählen",
  cancel: isOne ? "Termin absagen" : "Termine absagen",
  reason: "Grund (optional)",
  propose: "Keine dieser Zeiten passt? Andere vorschlagen",
  proposeOthers: "Andere Zeiten vorschlagen",
  proposal: "Zeiten, die Ihnen passen",
  sendProposal: "Vorschlag senden",
  closed: "Dieser Link ist nicht mehr aktiv. Bitte wenden Sie sich an {organization}.",
  over: isOne
    ? "Ihr Termin hat stattgefunden oder wurde als beendet markiert. Hier lässt sich nichts mehr ändern. Bitte wenden Sie sich an {organization}."
    : "Ihre Termine haben stattgefunden oder wurden als beendet markiert. Hier lässt sich nichts mehr ändern. Bitte wenden Sie sich an {organization}.",
  revoked:
    "Ein Termin, den Sie hier gebucht hatten, wurde abgesagt. Mit diesem Link ist nichts mehr buchbar: Für eine andere Zeit wenden Sie sich bitte an {organization}.",
  arranged: "{organization} hat die Zeit festgelegt. Wenden Sie sich für eine Änderung bitte an {organization}.",
  too_late: isOne
    ? "Der Termin kann hier nicht mehr geändert werden. Bitte wenden Sie sich an {organization}."
    : "Die Termine können hier nicht mehr geändert werden. Bitte wenden Sie sich an {organization}.",
  too_often:
    "Sie haben die Zeit so oft geändert, wie es hier möglich ist. Für eine andere Zeit wenden Sie sich bitte an {organization}.",
  proposed_too_often:
    "Sie haben hier so oft wie möglich Zeiten vorgeschlagen. Bitte wenden Sie sich an {organization}.",
  deadline: isOne
    ? "Bis {time} können Sie den Termin hier verlegen oder absagen."
    : "Bis {time} können Sie die Termine hier verlegen oder absagen.",
  left: "Änderungen, die hier noch möglich sind: {n}.",
  fixed:
    "Der Beginn ist bald: Nach dem Buchen lässt sich hier nichts mehr verlegen oder absagen, nur noch über {organization}.",
  last: "Danach können Sie hier nur noch absagen.",
  confirm: "Diese Zeit buchen?",
  confirmMove: "Auf diese Zeit verlegen?",
  book: "Diese Zeit buchen",
  moveTo: "Auf diese Zeit verlegen",
  other: "Andere Zeit wählen",
  phone: "Telefonat",
  video: "Videogespräch",
  onsite: "Vor Ort",
  place: "Ort",
  call: "Am Gespräch teilnehmen",
  follows: "Der Link folgt.",
  with: "Sie sprechen mit",
  calendar: "Zum Kalender hinzufügen",
  unknown: "Dieser Link ist ungültig. Prüfen Sie, ob Sie ihn ganz kopiert haben."
})

/** Returns the texts in a language, for one interview or several. */
export const scheduleWordsFor = (language: string, interviews = 2): ScheduleWords =>
  (language === "de" ? german : english)(interviews === 1)
