/** Draws the packages and their dependencies from their manifests. */
import { join } from "node:path"

const root = join(import.meta.dir, "../..")

interface Manifest {
  readonly folder: string
  readonly name: string
  readonly dependencies: ReadonlyArray<string>
}

const prefix = "@candor/"

/** The libraries in the diagram: the foundations of the code. */
const foundations = ["effect", "@effect/sql-pg", "@electric-sql/pglite"]

const manifests = async (): Promise<ReadonlyArray<Manifest>> => {
  const paths = [...new Bun.Glob("{packages,apps}/*/package.json").scanSync({ cwd: root })].toSorted()
  return Promise.all(paths.map(async (path) => {
    const { dependencies, name } = await Bun.file(join(root, path)).json()
    return { folder: path.split("/", 1)[0]!, name, dependencies: Object.keys(dependencies ?? {}) }
  }))
}

const node = (name: string) => name.replace(prefix, "").replace("@", "").replaceAll(/[^a-z]/g, "_")

/** Returns the package graph as a Mermaid flowchart; an arrow means "imports". */
export const diagram = async (): Promise<string> => {
  const packages = await manifests()
  const group = (folder: string) => [
    `  subgraph ${folder}`,
    ...packages.filter((one) => one.folder === folder).map(({ name }) => `    ${node(name)}["${name}"]`),
    "  end"
  ]
  const arrows = packages.flatMap(({ dependencies, name }) =>
    dependencies
      .filter((dependency) => dependency.startsWith(prefix) || foundations.includes(dependency))
      // All packages import effect, so only the domain, which imports nothing else, shows it.
      .filter((dependency) => dependency !== "effect" || name === `${prefix}domain`)
      .map((dependency) => `  ${node(name)} --> ${node(dependency)}`)
  )
  const libraries = foundations.map((name) => `  ${node(name)}(["${name}"])`)
  return ["flowchart TD", ...group("apps"), ...group("packages"), ...libraries, ...arrows].join("\n")
}
