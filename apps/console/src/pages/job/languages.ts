/** The languages for the texts of a job, by name in the person's language. */
import { locale } from "../../language/language.ts"

const codes =
  "ar,bg,bn,ca,cs,cy,da,de,el,en,es,et,eu,fa,fi,fr,ga,gl,he,hi,hr,hu,id,is,it,ja,ka,ko,lt,lv,mk,ms,mt,nb,nl,pl,pt,ro,ru,sk,sl,sq,sr,sv,sw,th,tr,uk,ur,vi,zh"
    .split(",")

/** Returns the languages sorted by name, including the job's present one, which can be any (BCP 47). */
export const languages = (present: string | null): ReadonlyArray<readonly [code: string, name: string]> => {
  const names = new Intl.DisplayNames([locale()], { type: "language" })
  return [...new Set([...codes, ...(present === null ? [] : [present])])]
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale()))
}
