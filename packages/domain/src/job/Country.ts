/** Countries: the codes of ISO 3166-1 alpha-2. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { spelled } from "../Spelling.ts"

const codes = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI " +
  "CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ " +
  "GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS " +
  "LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG " +
  "PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK " +
  "TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split(" ")

/** Tells whether a text is a country code. */
export const isCountry = (code: string): boolean => codes.includes(code)

/** A country in a response. */
export const Country = Schema.Literals(codes).pipe(
  named("Country", "A country, as an ISO 3166-1 alpha-2 code", "DE")
)

const names = new Intl.DisplayNames(["en"], { type: "region" })
const others: Readonly<Record<string, ReadonlyArray<string>>> = {
  GB: ["UK", "Great Britain", "England", "Scotland", "Wales"],
  US: ["USA", "United States of America", "America"],
  GR: ["EL"],
  CZ: ["Czech Republic"],
  NL: ["The Netherlands", "Holland"]
}

/** A country in a request: its code in any case of letters, or its English name. */
export const CountryFromText = spelled(
  Country,
  Object.fromEntries(codes.map((code) => [code, [names.of(code) ?? code, ...others[code] ?? []]]))
).pipe(described("A country: its code, or its English name", "DE"))
