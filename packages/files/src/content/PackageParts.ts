/** Parts of a package of the Open Packaging Conventions (ECMA-376, part 2), and the references between them. */

const references: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

/**
 * Returns the attributes of all elements with a name, with any prefix, in an XML text. Takes linear time, because no
 * value contains a `<` (XML, section 2.3).
 */
export const elementsNamed = (xml: string, name: string): ReadonlyArray<Readonly<Record<string, string>>> =>
  Array.from(
    xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>`, "g")),
    ([, attributes = ""]) =>
      Object.fromEntries(
        Array.from(
          attributes.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
          ([, key, double, single]) => [
            key,
            (double ?? single ?? "").replace(/&(\w+);/g, (whole, reference: string) => references[reference] ?? whole)
          ]
        )
      )
  )

/**
 * Returns the name of a relationship's target: absolute, or relative to the folder of its source (RFC 3986, section
 * 5.2).
 */
export const partName = (folder: string, target: string): string => {
  const path: Array<string> = target.startsWith("/") ? [] : folder.split("/").filter((step) => step !== "")
  for (const step of target.replaceAll("\\", "/").split("/")) {
    if (step === "..") path.pop()
    else if (step !== "" && step !== ".") path.push(step)
  }
  return path.join("/")
}

/**
 * Returns the name of the main part. Its relationship type has the same end in the transitional and the strict
 * namespace.
 */
export const mainPart = (relationships: string): string | undefined => {
  const target = elementsNamed(relationships, "Relationship").find(({ Type = "" }) =>
    /\/relationships\/officeDocument$/i.test(Type)
  )?.["Target"]
  return target === undefined ? undefined : partName("", target)
}
