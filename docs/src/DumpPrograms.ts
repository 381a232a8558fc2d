/** The programs that dump and restore a PostgreSQL server's database. */

const major = (version: string): number => Number(/\d+/.exec(version)?.[0])

/**
 * Why a dump of a server cannot be restored with these programs, by what each says of its version, or undefined where it is not
 * installed; undefined where it can. pg_dump reads no server that is newer than itself.
 */
export const obstacle = (server: string, programs: Readonly<Record<"pg_dump" | "pg_restore", string | undefined>>): string | undefined => {
  for (const [name, version] of Object.entries(programs)) {
    if (version === undefined) return `${name} is not installed`
    if (!(major(version) >= major(server))) return `${name} is older than the server: ${version.trim()}, for ${server}`
  }
  return undefined
}
