import { createBoardClient, socketLink, type BoardClient } from "@stillreel/board/core";
import { areaOf, drawElement, type BoardPart } from "@stillreel/board/drawing";
import { API_BASE, boardLivePath, listBoardImages, type BoardElement } from "@stillreel/contract";
import { memo, useEffect, useState, type ReactNode } from "react";
import { client } from "./api.ts";
import { into, slot, type PageData } from "./page-data.ts";
import { useSeen } from "./use-seen.ts";

/** A whiteboard as it is drawn. */
interface Shown {
  elements: readonly BoardElement[];
  background: string;
}

/** A view changes nothing, so nothing waits to be sent. */
const NO_QUEUE = { adopt: async () => ({ elements: [] }), save: async () => undefined, close: () => undefined };
const TIMERS = {
  after: (ms: number, run: () => void) => setTimeout(run, ms),
  cancel: (timer: unknown) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Returns the connection of a view: it receives changes and is not shown to the people on the board. */
function viewOf({ slug, itemId }: PageData): BoardClient {
  const url = `${location.origin.replace(/^http/u, "ws")}${API_BASE}${boardLivePath(itemId)}?embed=1&share=${encodeURIComponent(slug)}`;
  return createBoardClient({
    openSocket: socketLink(url),
    openFallback: socketLink(url),
    queue: NO_QUEUE,
    timers: TIMERS,
    random: Math.random,
    onRefused: () => undefined,
  });
}

/** Follows the whiteboard. Null before it has arrived. A board that can no longer be opened is reloaded: its page says why. */
function useBoard(data: PageData): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const board = viewOf(data);
    let frame = 0;
    const show = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() =>
        setShown({ elements: board.elements().filter(({ isDeleted }) => !isDeleted), background: board.getState().canvas.background }),
      );
    };
    const stopRemote = board.onRemote(show);
    const stopState = board.subscribe(() => {
      if (board.getState().sync === "gone") location.reload();
      else if (board.getState().self !== null) show();
    });
    board.start();
    return () => {
      cancelAnimationFrame(frame);
      stopRemote();
      stopState();
      board.stop();
    };
  }, [data]);
  return shown;
}

const NO_FILES: ReadonlyMap<string, string> = new Map();

/** Returns the addresses of the images on the board by their ids. They are read again when an unknown image appears. */
function useFiles({ slug, itemId }: PageData, elements: readonly BoardElement[]): ReadonlyMap<string, string> {
  const [files, setFiles] = useState(NO_FILES);
  const ids = [...new Set(elements.flatMap(({ type, fileId }) => (type === "image" && fileId ? fileId : [])))].toSorted().join(" ");
  useEffect(() => {
    if (ids === "") return undefined;
    const abort = new AbortController();
    client.call(listBoardImages, { params: { boardId: itemId }, query: { share: slug } }, { signal: abort.signal }).then(
      // Addresses that are known stay: another one would load the image again.
      ({ images }) => setFiles((known) => new Map([...images.map(({ fileId, url }) => [fileId, url] as const), ...known])),
      () => undefined,
    );
    return () => abort.abort();
  }, [ids, itemId, slug]);
  return files;
}

const turned = ({ turn: { angle, x, y } }: BoardPart): string | undefined =>
  angle === 0 ? undefined : `rotate(${(angle * 180) / Math.PI} ${x} ${y})`;

function Part({ part }: { part: BoardPart }): ReactNode {
  const common = { transform: turned(part), opacity: part.opacity };
  switch (part.kind) {
    case "image": {
      const { file, x, y, width, height } = part;
      return <image href={file} {...{ x, y, width, height, ...common }} preserveAspectRatio="none" />;
    }
    case "text":
      return (
        <text
          style={{ fontFamily: `${part.font}, var(--font)` }}
          fontSize={part.size}
          textAnchor={part.anchor}
          fill={part.fill}
          xmlSpace="preserve"
          {...common}
        >
          {part.lines.map(({ text, x, y }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
            <tspan key={at} x={x} y={y}>
              {text}
            </tspan>
          ))}
        </text>
      );
    case "path":
      return (
        <path
          d={part.d}
          fill={part.fill ?? "none"}
          stroke={part.stroke ?? "none"}
          strokeWidth={part.width}
          strokeDasharray={part.dash.length === 0 ? undefined : part.dash.join(" ")}
          strokeLinecap="round"
          strokeLinejoin="round"
          {...common}
        />
      );
  }
}

/** One element. It is drawn again when it or the images change. */
const Element = memo(({ element, files }: { element: BoardElement; files: ReadonlyMap<string, string> }) =>
  // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
  drawElement(element, files).map((part, at) => <Part key={at} part={part} />),
);

/** An embedded whiteboard: it shows changes as they are stored. The server's drawing is visible until the board has arrived. */
export function FramedBoard({ data }: { data: PageData }): ReactNode {
  useSeen(data);
  const shown = useBoard(data);
  const files = useFiles(data, shown?.elements ?? []);
  const isShown = shown !== null;
  useEffect(() => {
    if (isShown) slot("main")?.querySelector("img.whole")?.remove();
  }, [isShown]);
  if (!shown) return null;
  const { x, y, width, height } = areaOf(shown.elements);
  return into(
    "main",
    <svg
      className="whole"
      role="img"
      aria-label={data.title}
      viewBox={`${x} ${y} ${width} ${height}`}
      style={{ background: shown.background, flex: "none", height: "100vh" }}
    >
      {shown.elements.map((element) => (
        <Element key={element.id} element={element} files={files} />
      ))}
    </svg>,
  );
}
