/** The countries of the API (ISO 3166-1 alpha-2) by name in the person's language. */
import type { Country } from "@candor/client"
import { locale } from "../../language/language.ts"

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

/** Codes with a name in browsers that are not countries, or no longer. */
const others = new Set(
  "AC,AN,BU,CP,CQ,CS,DD,DG,DY,EA,EU,EZ,FX,HV,IC,NH,QO,RH,SU,TA,TP,UK,UN,VD,XA,XB,XK,YD,YU,ZR,ZZ".split(",")
)

/** Returns the countries sorted by name. */
export const countries = (): ReadonlyArray<readonly [code: Country, name: string]> => {
  const names = new Intl.DisplayNames([locale()], { type: "region", fallback: "none" })
  return letters.flatMap((one) => letters.map((other) => `${one}${other}`)).flatMap(
    (code): ReadonlyArray<readonly [Country, string]> => {
      const name = others.has(code) ? undefined : names.of(code)
      return name === undefined ? [] : [[code as Country, name]]
    }
  ).toSorted(([, one], [, other]) => one.localeCompare(other, locale()))
}
