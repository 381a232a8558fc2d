/** Words that tables use for the status of an application, in English and German. */
import type { ApplicationStatus } from "../application/ApplicationStatus.ts"
import { comparable } from "../Comparison.ts"

/** Words with two meanings are left out, such as `archived` or `Zusage`: somebody has to choose one. */
const spellings: Readonly<Record<ApplicationStatus, string>> = {
  rejected:
    "rejected;reject;rejection;declined;turned down;not selected;not hired;unsuccessful;rejected by us;application rejected;abgelehnt;ablehnung;" +
    "absage;abgesagt;abgewiesen;absage erteilt;absage versendet;absage verschickt;absage gesendet;absage geschickt;absage durch uns;" +
    "bewerbung abgelehnt;nicht berücksichtigt;nicht eingestellt",
  withdrawn:
    "withdrawn;withdraw;withdrew;withdrawal;candidate withdrew;candidate withdrawn;withdrawn by candidate;withdrew application;application withdrawn;" +
    "self withdrawn;offer declined;declined offer;declined by candidate;zurückgezogen;rückzug;zurückgetreten;bewerbung zurückgezogen;" +
    "hat zurückgezogen;rückzug bewerber;rückzug durch bewerber;absage bewerber;absage bewerberin;absage kandidat;absage kandidatin;" +
    "absage durch bewerber;absage durch bewerberin;absage durch kandidat;absage durch kandidatin;absage vom bewerber;absage vom kandidaten;" +
    "bewerber hat abgesagt;kandidat hat abgesagt;hat abgesagt;selbst abgesagt;angebot abgelehnt;angebot ausgeschlagen",
  hired:
    "hired;hire;hiring;employed;contract signed;offer accepted;eingestellt;einstellung;angestellt;wird eingestellt;vertrag unterschrieben;" +
    "vertrag unterzeichnet;arbeitsvertrag unterschrieben;angebot angenommen",
  active:
    "active;open;new;pending;ongoing;in progress;in process;in review;under review;under consideration;aktiv;offen;neu;laufend;läuft;laufendes verfahren;" +
    "in bearbeitung;in prüfung;wird geprüft;im prozess;im verfahren;noch offen"
}

/** The letters that people write for umlauts. */
const withoutUmlauts = (word: string): string => word.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue")

const statuses = new Map(
  (Object.entries(spellings) as ReadonlyArray<[ApplicationStatus, string]>).flatMap(([status, words]) =>
    words.split(";").flatMap((word) => [word, withoutUmlauts(word)].map((one) => [comparable(one), status] as const))
  )
)

/** Returns the status that a word means; undefined if it is not known. */
export const statusIn = (word: string): ApplicationStatus | undefined => statuses.get(comparable(word))
