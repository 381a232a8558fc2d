/** Continuously counts the published jobs of an organization, directly in the database. */
import { SQL } from "bun"

/** Milliseconds between two counts. */
const interval = 20

export interface Published {
  /** The maximum number that were published at the same time. */
  readonly max: number
  /** The number of counts. */
  readonly counts: number
}

export interface Counting {
  /** Counts one last time, and stops. */
  readonly stop: () => Promise<Published>
}

/** Counts until stopped, as often as the database answers. */
export const count = (database_url: string, organization: string): Counting => {
  const sql = new SQL(database_url, { max: 1, connectionTimeout: 2 })
  const over = new AbortController()
  let max = 0
  let counts = 0
  const loop = async () => {
    for (let last = false; !last;) {
      last = over.signal.aborted
      try {
        const [row] = await sql`
          SELECT count(*)::integer AS published FROM jobs WHERE organization_id = ${organization} AND status = 'published'`
        max = Math.max(max, row.published)
        counts++
        await Bun.sleep(interval)
      } catch {
        await Bun.sleep(200)
      }
    }
  }
  const counting = loop()
  return {
    stop: async () => {
      over.abort()
      await counting
      await sql.close({ timeout: 0 })
      return { max, counts }
    }
  }
}
