import { ActionIcon, Button } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from "react";
import { formatPercent } from "@stillreel/i18n";
import { useTranslation } from "react-i18next";
import { isTyping } from "../../ui/is-typing.ts";
import { placeholderImage } from "../../entities/items/placeholder.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import styles from "./image-stage.module.css";
import { useReportView } from "./use-report-view.ts";
import { clampZoom, fitZoom, scrollToPreserve, stepZoom, wheelZoom, type Size } from "./zoom.ts";

/** Padding around a fitted picture in CSS pixels. */
const PADDING_WIDE = 44;
const PADDING_NARROW = 16;

interface Props {
  item: ItemView;
  /** One line about the file. */
  facts: ReactNode;
  /** Overlay with the size of the picture. */
  overlay?: ReactNode;
  /** Requests a new address of the picture; called once on failure. */
  onExpired: () => void;
}

/** The picture: fitted initially, zoomed by buttons, keys, or Ctrl and wheel, moved by dragging. Never mirrored. */
export function ImageStage({ item, facts, overlay, onExpired }: Props): ReactNode {
  const { t } = useTranslation("item");
  const port = useRef<HTMLDivElement>(null);
  const stage = useStageSize(port);
  const [loadedSize, setLoadedSize] = useState<Size | null>(null);
  const picture: Size | null = item.width && item.height ? { width: item.width, height: item.height } : loadedSize;
  // null: fitted, also after a window resize.
  const [chosen, setChosen] = useState<number | null>(null);
  const fitted = picture && stage.width > 0 ? fitZoom(picture, stage, stage.width < 640 ? PADDING_NARROW : PADDING_WIDE) : 1;
  const zoom = chosen ?? fitted;
  const zoomTo = useZoomAround(port, zoom, setChosen);
  const drag = useDragToPan(port);
  useZoomKeys(zoom, zoomTo, setChosen);
  useWheelZoom(port, zoom, zoomTo);
  useReportView(item, loadedSize !== null);

  const width = picture ? Math.max(1, Math.round(picture.width * zoom)) : undefined;
  const height = picture ? Math.max(1, Math.round(picture.height * zoom)) : undefined;
  return (
    <section className={styles.stage} aria-label={t("stage.label")}>
      <div
        ref={port}
        className={styles.port}
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={item.title}
        style={{ "--picture-ratio": picture ? picture.width / picture.height : 1.6 } as CSSProperties}
        data-can-pan={chosen !== null && chosen > fitted ? true : undefined}
        {...drag}
      >
        <div className={styles.middle}>
          <Picture
            key={item.pictureVersion}
            item={item}
            width={width}
            height={height}
            overlay={overlay}
            onExpired={onExpired}
            onSize={setLoadedSize}
          />
        </div>
      </div>
      <div className={styles.foot}>
        <ZoomButtons zoom={zoom} chosen={chosen} onZoom={zoomTo} onFit={() => setChosen(null)} />
        <p className={styles.facts} dir="ltr">
          {facts}
        </p>
      </div>
    </section>
  );
}

interface ZoomProps {
  zoom: number;
  /** The zoom that the user chose; null while the picture is fitted. */
  chosen: number | null;
  onZoom: ZoomTo;
  onFit: () => void;
}

/** Buttons for the zoom, with the current percentage. */
function ZoomButtons({ zoom, chosen, onZoom, onFit }: ZoomProps): ReactNode {
  const { t, i18n } = useTranslation("item");
  return (
    <div className={styles.zoom} role="group" aria-label={t("stage.zoom")}>
      <ActionIcon size={30} aria-label={t("stage.zoomOut")} aria-keyshortcuts="-" onClick={() => onZoom(stepZoom(zoom, -1))}>
        <IconMinus size={16} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <span className={styles.percent} role="status" dir="ltr">
        {formatPercent(zoom, i18n.language)}
      </span>
      <ActionIcon size={30} aria-label={t("stage.zoomIn")} aria-keyshortcuts="+" onClick={() => onZoom(stepZoom(zoom, 1))}>
        <IconPlus size={16} stroke={1.8} aria-hidden="true" />
      </ActionIcon>
      <span className={styles.line} />
      <Button variant="quiet" size="xs" aria-pressed={chosen === null} aria-keyshortcuts="0" onClick={onFit}>
        {t("stage.fit")}
      </Button>
      <Button variant="quiet" size="xs" aria-pressed={chosen === 1} aria-keyshortcuts="1" onClick={() => onZoom(1)}>
        {t("stage.actual")}
      </Button>
    </div>
  );
}

/** The picture over its blurred placeholder. A renewed address is used only when the current one fails, because the picture is the same. */
function Picture({
  item,
  width,
  height,
  overlay,
  onExpired,
  onSize,
}: {
  item: ItemView;
  width?: number;
  height?: number;
  overlay?: ReactNode;
  onExpired: () => void;
  onSize: (size: Size) => void;
}): ReactNode {
  const { t } = useTranslation("item");
  const { source, state, setShown, handleError, reload } = usePictureSource(item, onExpired);
  if (item.stage === "failed" || state === "failed") {
    return (
      <div className={styles.message} role="alert">
        {t("stage.failed")}
        {state === "failed" && (
          <Button variant="default" onClick={reload}>
            {t("stage.reload")}
          </Button>
        )}
      </div>
    );
  }
  if (!source) return <p className={styles.message}>{t(item.stage === "uploading" ? "stage.uploading" : "stage.processing")}</p>;
  const sketch = state === "shown" ? undefined : placeholderImage(item.placeholder);
  return (
    <div className={styles.shot} data-shot>
      <img
        className={styles.picture}
        style={{ width, height, backgroundImage: sketch && `url(${sketch})`, viewTransitionName: `item-${CSS.escape(item.id)}` }}
        data-shown={state === "shown" || undefined}
        src={source}
        alt={item.title}
        draggable={false}
        fetchPriority="high"
        onLoad={(event) => {
          setShown();
          onSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight });
        }}
        onError={handleError}
      />
      {state === "shown" && overlay}
    </div>
  );
}

/** Address and state of the picture. The first failure requests a new address, the second one is final until a reload. */
function usePictureSource(item: ItemView, onExpired: () => void) {
  const [source, setSource] = useState(item.sourceUrl);
  const [state, setState] = useState<"loading" | "shown" | "expired" | "failed">("loading");
  if (item.sourceUrl !== source && state !== "shown" && state !== "failed") {
    setSource(item.sourceUrl);
    if (state === "expired") setState("loading");
  }
  const tries = useRef(0);
  const handleError = (): void => {
    tries.current += 1;
    setState(tries.current === 1 ? "expired" : "failed");
    if (tries.current === 1) onExpired();
  };
  const reload = (): void => {
    tries.current = 0;
    setState("expired");
    onExpired();
  };
  return { source, state, setShown: () => setState("shown"), handleError, reload };
}

function useStageSize(port: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = port.current;
    if (!element) return undefined;
    const measure = (): void => setSize({ width: element.offsetWidth, height: element.offsetHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [port]);
  return size;
}

interface Point {
  x: number;
  y: number;
}
type ZoomTo = (zoom: number, at?: Point) => void;

/** Zooms around a point of the viewport (default: its centre), which continues to show the same point of the picture. */
function useZoomAround(port: { current: HTMLElement | null }, zoom: number, setChosen: (zoom: number) => void): ZoomTo {
  const pinned = useRef<{ point: Point; ratio: number; before: { x: number; y: number; left: number; top: number } } | null>(null);
  const origin = (element: HTMLElement): Point => {
    const picture = element.querySelector<HTMLElement>("[data-shot]");
    return picture ? { x: picture.offsetLeft, y: picture.offsetTop } : { x: 0, y: 0 };
  };
  useLayoutEffect(() => {
    const element = port.current;
    const wanted = pinned.current;
    pinned.current = null;
    if (!element || !wanted) return;
    const after = origin(element);
    element.scrollLeft = scrollToPreserve(wanted.point.x, wanted.before.left, wanted.ratio, wanted.before.x, after.x);
    element.scrollTop = scrollToPreserve(wanted.point.y, wanted.before.top, wanted.ratio, wanted.before.y, after.y);
  }, [port, zoom]);
  return useCallback(
    (next, at) => {
      const element = port.current;
      if (element) {
        const point = at ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 };
        pinned.current = { point, ratio: next / zoom, before: { ...origin(element), left: element.scrollLeft, top: element.scrollTop } };
      }
      setChosen(clampZoom(next));
    },
    [port, zoom, setChosen],
  );
}

function useZoomKeys(zoom: number, zoomTo: ZoomTo, setChosen: (zoom: number | null) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "+" || event.key === "=") zoomTo(stepZoom(zoom, 1));
      else if (event.key === "-") zoomTo(stepZoom(zoom, -1));
      else if (event.key === "0") setChosen(null);
      else if (event.key === "1") zoomTo(1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [zoom, zoomTo, setChosen]);
}

/** Zooms at the pointer with Ctrl (or ⌘) and wheel, or with a pinch gesture on a touchpad. */
function useWheelZoom(port: { current: HTMLElement | null }, zoom: number, zoomTo: ZoomTo): void {
  useEffect(() => {
    const element = port.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      zoomTo(wheelZoom(zoom, event.deltaY), { x: event.clientX - box.left, y: event.clientY - box.top });
    };
    // Not passive: otherwise the browser would zoom the page.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [port, zoom, zoomTo]);
}

/** Moves the picture by dragging with the mouse. Touch scrolls natively. */
function useDragToPan(port: { current: HTMLElement | null }) {
  const start = useRef<{ x: number; y: number; left: number; top: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      const element = port.current;
      if (!element || event.pointerType !== "mouse" || event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
      element.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const element = port.current;
      if (!element || !start.current) return;
      element.scrollLeft = start.current.left - (event.clientX - start.current.x);
      element.scrollTop = start.current.top - (event.clientY - start.current.y);
    },
    onPointerUp: () => {
      start.current = null;
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
