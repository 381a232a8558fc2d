/** A small server for the used part of the S3 protocol, which keeps objects in memory. */

const xml = (body: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, { headers: { "content-type": "application/xml" } })

const noSuchKey = () => new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 })

export const serve = () => {
  const objects = new Map<string, Uint8Array>()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  /** The sizes in bytes of the parts from which each object was made. */
  const parts = new Map<string, ReadonlyArray<number>>()
  const ranged = (bytes: Uint8Array, range: string | null) => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? []
    if (first === undefined) return new Response(bytes.slice())
    const end = last ? Number(last) + 1 : bytes.length
    const headers = { "content-range": `bytes ${first}-${Math.min(end, bytes.length) - 1}/${bytes.length}` }
    return new Response(bytes.slice(Number(first), end), { status: 206, headers })
  }
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (!request.headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256 Credential=key/"))
        return new Response(null, { status: 403 })
      const upload = searchParams.get("uploadId")
      if (request.method === "POST" && searchParams.has("uploads")) {
        const id = crypto.randomUUID()
        uploads.set(id, new Map())
        return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
      }
      if (request.method === "PUT" && upload !== null) {
        const part = Number(searchParams.get("partNumber"))
        uploads.get(upload)!.set(part, await request.bytes())
        return new Response(null, { headers: { etag: `"${part}"` } })
      }
      if (request.method === "POST" && upload !== null) {
        const contents = [...uploads.get(upload)!].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes)
        objects.set(pathname, new Uint8Array(Buffer.concat(contents)))
        parts.set(pathname, contents.map(({ length }) => length))
        uploads.delete(upload)
        return xml("<CompleteMultipartUploadResult><ETag>\"whole\"</ETag></CompleteMultipartUploadResult>")
      }
      if (request.method === "DELETE") {
        if (upload === null) objects.delete(pathname)
        else uploads.delete(upload)
        return new Response(null, { status: 204 })
      }
      if (request.method === "PUT") {
        const content = await request.bytes()
        objects.set(pathname, content)
        parts.set(pathname, [content.length])
        return new Response(null, { headers: { etag: "\"one\"" } })
      }
      const found = objects.get(pathname)
      return found === undefined ? noSuchKey() : ranged(found, request.headers.get("range"))
    }
  })
  return { endpoint: `http://127.0.0.1:${server.port}`, objects, parts, uploads, stop: () => server.stop(true) }
}
