/** Currencies: the codes of ISO 4217 for money in use. */
import { Schema } from "effect"
import { cleanLine } from "../CleanText.ts"
import { converted, shownAs } from "../Text.ts"
import { because } from "../IssueReason.ts"

const codes = new Set(
  [
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD",
    "CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD",
    "GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD",
    "KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO",
    "NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE",
    "SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND",
    "VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"
  ].join(" ").split(" ")
)

/** Tells whether a text is an ISO 4217 code in capitals. */
export const isCurrency = (code: string): boolean => codes.has(code)

const format = { pattern: "^[A-Za-z]{3}$" }

/** An ISO 4217 code in a response. */
export const ShownCurrency = shownAs(format)

/** An ISO 4217 code in a request. Decoding accepts any case of letters, and returns capitals. */
export const Currency = converted(
  format,
  (text) => cleanLine(text).replace(/^[a-z]{3}$/i, (code) => code.toUpperCase()),
  Schema.String.check(
    Schema.makeFilter<string>(isCurrency, {
      expected: "an ISO 4217 currency code, for example EUR",
      ...because("not_currency")
    })
  )
)
