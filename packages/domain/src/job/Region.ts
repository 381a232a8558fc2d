/** States and regions of countries: the codes of ISO 3166-2. */
import { Schema, SchemaTransformation } from "effect"
import { comparable } from "../Comparison.ts"
import { described, named } from "../Described.ts"
import { storable } from "../Text.ts"
import { isCountry } from "./Country.ts"
import { because } from "../IssueReason.ts"

/** The states that are known by name, for each country. For other countries, codes are accepted unchecked. */
const states: Readonly<Record<string, string>> = {
  US:
    "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii," +
    "ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota," +
    "MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina," +
    "ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah," +
    "VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico,GU Guam,VI U.S. Virgin Islands,AS American Samoa," +
    "MP Northern Mariana Islands,UM U.S. Minor Outlying Islands",
  CA:
    "AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut," +
    "ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon",
  DE:
    "BW Baden-Württemberg,BY Bavaria,BE Berlin,BB Brandenburg,HB Bremen,HH Hamburg,HE Hesse,MV Mecklenburg-Vorpommern,NI Lower Saxony," +
    "NW North Rhine-Westphalia,RP Rhineland-Palatinate,SL Saarland,SN Saxony,ST Saxony-Anhalt,SH Schleswig-Holstein,TH Thuringia",
  AT: "1 Burgenland,2 Carinthia,3 Lower Austria,4 Upper Austria,5 Salzburg,6 Styria,7 Tyrol,8 Vorarlberg,9 Vienna",
  AU:
    "ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia",
  GB: "ENG England,NIR Northern Ireland,SCT Scotland,WLS Wales"
}

/** Countries whose list of states is complete. The list for the United Kingdom lacks its counties. */
const complete = new Set(["US", "CA", "DE", "AT", "AU"])

/** Other spellings: names in the country's language, and abbreviations. */
const others: Readonly<Record<string, string>> = {
  "DE-BY": "Bayern,Freistaat Bayern",
  "DE-HE": "Hessen",
  "DE-NI": "Niedersachsen",
  "DE-NW": "Nordrhein-Westfalen,NRW",
  "DE-RP": "Rheinland-Pfalz",
  "DE-SN": "Sachsen,Freistaat Sachsen",
  "DE-ST": "Sachsen-Anhalt",
  "DE-TH": "Thüringen",
  "DE-MV": "Mecklenburg-Western Pomerania",
  "DE-BW": "Baden-Wuerttemberg",
  "AT-2": "Kärnten",
  "AT-3": "Niederösterreich",
  "AT-4": "Oberösterreich",
  "AT-6": "Steiermark",
  "AT-7": "Tirol",
  "AT-9": "Wien",
  "CA-QC": "Québec,Province of Quebec",
  "CA-NL": "Newfoundland",
  "US-DC": "Washington DC,Washington D.C.,D.C.",
  "US-NY": "New York State",
  "US-WA": "Washington State"
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries(states).flatMap(([country, list]) =>
    list.split(",").map((state) =>
      [`${country}-${state.slice(0, state.indexOf(" "))}`, state.slice(state.indexOf(" ") + 1)] as const
    )
  )
)

const codes = new Map([
  ...[...names].map(([code, name]) => [comparable(name), code] as const),
  ...Object.entries(others).flatMap(([code, list]) => list.split(",").map((name) => [comparable(name), code] as const))
])

/** Returns the country of a region. */
export const countryOf = (region: string): string => region.slice(0, 2)

/** Returns the code of a region within its country. */
export const withinCountry = (region: string): string => region.slice(3)

/** Returns the countries in which remote work is not limited to regions. */
export const wholeCountries = (
  job: { readonly remote_countries: ReadonlyArray<string>; readonly remote_regions: ReadonlyArray<string> }
) => job.remote_countries.filter((country) => job.remote_regions.every((region) => countryOf(region) !== country))

/** Returns the English name of a region, or its code if the name is not known. */
export const regionName = (region: string): string => names.get(region) ?? region

/**
 * Returns the code of a region from what people write: a code in any case and with any separator, or a name, with or
 * without its country.
 */
const codeOf = (text: string): string => {
  const code = /^([a-z]{2})[-_ /.]([a-z\d]{1,3})$/i.exec(text.trim())
  if (code !== null) return `${code[1]}-${code[2]}`.toUpperCase()
  return codes.get(comparable(text)) ?? codes.get(comparable(text.replace(/,[^,]*$/, ""))) ?? text
}

const isRegion = (text: string): boolean =>
  /^[A-Z]{2}-[A-Z\d]{1,3}$/.test(text) && isCountry(countryOf(text)) &&
  (!complete.has(countryOf(text)) || names.has(text))

const expected = "a state or region by its code of ISO 3166-2, for example US-CA or DE-BY, or by its name in " +
  "Australia, Austria, Canada, Germany, the United Kingdom or the United States"

/** A region in a response. */
export const Region = Schema.String.check(Schema.isPattern(/^[A-Z]{2}-[A-Z\d]{1,3}$/, because("not_region"))).pipe(
  named("Region", "A state or region of a country, as an ISO 3166-2 code", "US-CA")
)

/** A region in a request. */
export const RegionFromText = Schema.String.check(storable, Schema.isMaxLength(200)).pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.makeFilter<string>(isRegion, { expected, ...because("not_region"), toJsonSchema: () => ({}) })
    ),
    SchemaTransformation.transform({ decode: codeOf, encode: (code: string) => code })
  ),
  described("A state or region: its code, or its name", "US-CA")
)
