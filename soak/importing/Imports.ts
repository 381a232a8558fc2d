/** Imports through the API, like a client that retries until it is answered. */
import type { Access } from "../Call.ts"

export interface Import {
  readonly id: string
  readonly state: string
  readonly failure: string | null
  readonly part_bytes: number | null
  readonly mapping: ReadonlyArray<{ readonly column: number; readonly to: string }>
  readonly rows_done: number
  readonly new_counted: number
}

interface One {
  readonly import: Import
}

/** Milliseconds before a retry, and until a request counts as unanswered. */
const [pause, timeout] = [300, 60_000]

/** Seconds for which a request is retried. */
const patience = 180

const bytesOf = (bytes: Uint8Array): FormData => {
  const form = new FormData()
  form.append("file", new File([new Uint8Array(bytes)], "part"))
  return form
}

export const importsOf = (access: Access) => {
  /** Sends a request until it is answered with 2xx; fails at once if it is refused. */
  const send = async (method: string, path: string, body?: FormData | object, ok: ReadonlyArray<number> = []) => {
    const until = performance.now() + patience * 1000
    for (;;) {
      const answer = await fetch(access.base_url + path, {
        method,
        headers: {
          authorization: `Bearer ${access.key}`,
          ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" })
        },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
        keepalive: false
      }).then(async (answer) => ({ status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) })).catch(
        () => undefined
      )
      if (answer !== undefined && (answer.status < 300 || ok.includes(answer.status))) return answer
      const text = answer === undefined ? "no answer" : `${answer.status} ${new TextDecoder().decode(answer.bytes)}`
      if (answer !== undefined && answer.status < 500 || performance.now() > until)
        throw new Error(`${method} ${path}: ${text.slice(0, 500)}`)
      await Bun.sleep(pause)
    }
  }
  const decoded = <Body>({ bytes }: { readonly bytes: Uint8Array }) =>
    JSON.parse(new TextDecoder().decode(bytes)) as Body
  return {
    exported: async () => (await send("GET", "/organization/export")).bytes,
    get: async (id: string) => decoded<One>(await send("GET", `/imports/${id}`)).import,
    /** Uploads an archive in parts. */
    upload: async (archive: Uint8Array) => {
      const draft = { file_name: "acme.zip", size_bytes: archive.byteLength }
      const { id, part_bytes } = decoded<One>(await send("POST", "/imports/uploads", draft)).import
      for (let number = 1; (number - 1) * part_bytes! < archive.byteLength; number++) {
        const form = bytesOf(archive.subarray((number - 1) * part_bytes!, number * part_bytes!))
        form.append("number", String(number))
        await send("POST", `/imports/${id}/parts`, form)
      }
      return { id }
    },
    uploadAtOnce: async (name: string, bytes: Uint8Array) => {
      const form = new FormData()
      form.append("file", new File([new Uint8Array(bytes)], name))
      return decoded<One>(await send("POST", "/imports", form)).import
    },
    /** Confirms the proposed mapping of columns. */
    map: ({ id, mapping }: Import) => send("PUT", `/imports/${id}/mapping`, { columns: mapping }, [409, 400]),
    /** Requests a step; another client, or an earlier attempt, may already have done so. */
    step: (id: string, step: "run" | "undo") => send("POST", `/imports/${id}/${step}`, undefined, [409, 400])
  }
}
