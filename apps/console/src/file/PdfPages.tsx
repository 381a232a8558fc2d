/**
 * The pages of a PDF at the available width. Each page is drawn when it comes near the visible area, with its text
 * above it for selection.
 */
import { type PDFPageProxy, TextLayer } from "unpdf/pdfjs"
import { useEffect, useRef, useState } from "react"
import { type Marked, msg, t } from "../language/text.tsx"
import { Problem } from "../parts/Action.tsx"
import { Loading } from "../parts/Loading.tsx"
import { type OpenedPdf, openPdf } from "./openPdf.ts"

interface Props {
  readonly contents: Blob
}

const problems: Readonly<Record<string, Marked>> = {
  PasswordException: msg("This file is password-protected. Download it to read it.")
}

const usePdf = (contents: Blob) => {
  const [pages, setPages] = useState<ReadonlyArray<PDFPageProxy>>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isGone = false
    let opened: OpenedPdf | undefined
    const open = async () => {
      opened = await openPdf(contents)
      if (isGone) return opened.close()
      const { document } = opened
      const all = await Promise.all(
        Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1))
      )
      if (!isGone) setPages(all)
    }
    open().catch((error: unknown) => {
      if (!isGone)
        setProblem(
          t(
            problems[error instanceof Error ? error.name : ""] ??
              msg("This file can't be shown. Download it to read it.")
          )
        )
    })
    return () => {
      isGone = true
      opened?.close()
    }
  }, [contents])
  return { pages, problem }
}

const PdfPages = ({ contents }: Props) => {
  const { pages, problem } = usePdf(contents)
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (frame.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className="pdf">
      <Problem text={problem} />
      {pages === undefined && problem === undefined ? <Loading /> : null}
      {width === 0 ? null : pages?.map((page) => <PdfPage key={page.pageNumber} page={page} width={width} />)}
    </div>
  )
}

// The default export is for the lazy import, when there is a PDF to show.
export default PdfPages

/** The distance from the visible area at which a page is drawn, as a CSS length. */
const nearMargin = "600px"

/** Draws a page onto a canvas. Returns a function that cancels the drawing and frees its memory. */
const draw = (page: PDFPageProxy, width: number, canvas: HTMLCanvasElement): () => void => {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  const ratio = Math.min(devicePixelRatio, 2)
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  const drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
  // A canceled drawing fails, and so does one of a closed file.
  drawing.promise.catch(() => {})
  return () => {
    drawing.cancel()
    canvas.width = 0
    canvas.height = 0
  }
}

/** Lays the text of a page above its drawing. Returns a function that removes it. */
const write = (page: PDFPageProxy, width: number, text: HTMLElement): () => void => {
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width })
  text.style.setProperty("--total-scale-factor", String(viewport.scale))
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  layer.render().catch(() => {})
  return () => {
    layer.cancel()
    text.replaceChildren()
  }
}

/** The first pages get their text before they are visible, so that the search finds it. */
const pagesWithText = 20

const PdfPage = ({ page, width }: { readonly page: PDFPageProxy; readonly width: number }) => {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: nearMargin }
    )
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  const hasText = isNear || page.pageNumber <= pagesWithText
  useEffect(() => isNear ? draw(page, width, canvas.current!) : undefined, [isNear, page, width])
  useEffect(() => hasText ? write(page, width, text.current!) : undefined, [hasText, page, width])
  const { height, width: unit } = page.getViewport({ scale: 1 })
  return (
    <div ref={frame} className="pdf-page" style={{ aspectRatio: `${unit} / ${height}` }}>
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={text} className="textLayer" />
    </div>
  )
}
