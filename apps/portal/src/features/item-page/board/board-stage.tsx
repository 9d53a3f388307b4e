import "@excalidraw/excalidraw/index.css";
import { Excalidraw } from "@excalidraw/excalidraw";
import type { AppState, ExcalidrawImperativeAPI, ExcalidrawProps } from "@excalidraw/excalidraw/types";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { holdLanguage } from "../../../platform/i18n.ts";
import { INK, shadeOf } from "./scene-colors.ts";
import { isInPlayer } from "./use-board-keys.ts";
import { addNote } from "./stage-actions.ts";
import styles from "./board-stage.module.css";
import { watchStage, type Stage } from "./stage-store.ts";

/** Languages of the drawing program, by ours. It has all of them. */
const LANGUAGES: Record<string, string> = {
  ar: "ar-SA",
  bg: "bg-BG",
  de: "de-DE",
  fr: "fr-FR",
  he: "he-IL",
  it: "it-IT",
  nl: "nl-NL",
  pl: "pl-PL",
  pt: "pt-PT",
  ru: "ru-RU",
  es: "es-ES",
  zh: "zh-CN",
};

const NO_ACTIONS: ExcalidrawProps["UIOptions"] = {
  canvasActions: {
    changeViewBackgroundColor: false,
    clearCanvas: false,
    export: false,
    loadScene: false,
    saveToActiveFile: false,
    toggleTheme: false,
    saveAsImage: false,
  },
};
const NEVER = (): boolean => false;
const NOTHING = (): null => null;

/** Keys of windows and functions of the drawing program that are not offered, or that are ours. */
function isRefusedKey(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return ["s", "o", "/", "f", "k", "'"].includes(key) || (event.shiftKey && ["e", "p"].includes(key));
  if (event.altKey) return ["r", "z", "d", "s"].includes(key) || event.code === "Slash";
  return ["?", "9", "g", "q", "i", "n"].includes(key);
}

interface Props {
  isDark: boolean;
  isReadOnly: boolean;
  hasGrid: boolean;
  background: string;
  label: string;
  onReady: (stage: Stage) => void;
  /** Stores a pasted or dropped image; returns its name. */
  onUpload: (file: File) => Promise<string>;
  onPaste: NonNullable<ExcalidrawProps["onPaste"]>;
  onPointer: NonNullable<ExcalidrawProps["onPointerUpdate"]>;
  onLinkOpen: NonNullable<ExcalidrawProps["onLinkOpen"]>;
  /** Shown below the drawing. */
  under?: ReactNode;
  children?: ReactNode;
}

/** The font of new texts, by its number and its name. */
const FONT = 6;
const FONT_NAME = "Nunito";
const WHITE = "#ffffff";
// The drawing program draws at most once per frame.
Object.assign(window, { EXCALIDRAW_THROTTLE_RENDER: true });

/** Draws new objects in the ink of the theme. */
function useInk(api: ExcalidrawImperativeAPI | null, isDark: boolean): void {
  useEffect(() => {
    api?.updateScene({ appState: { currentItemStrokeColor: shadeOf(INK, isDark) } as AppState });
  }, [api, isDark]);
}

/** Returns how the drawing program starts. */
const firstState = (isDark: boolean) => ({
  viewBackgroundColor: "transparent",
  currentItemStrokeColor: shadeOf(INK, isDark),
  currentItemFontFamily: FONT,
  currentItemFillStyle: "solid" as const,
  currentItemRoughness: 1,
  currentItemStrokeWidth: 2,
});

/** The canvas. Its own controls are hidden: those of the page replace them. */
export function BoardStage(props: Props): ReactNode {
  const { isDark, isReadOnly, hasGrid, background, label, onReady, onUpload, onPaste, onPointer, onLinkOpen, under, children } = props;
  const { i18n } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [api, setApi] = useState<ExcalidrawImperativeAPI | null>(null);
  const isStarted = useRef(false);
  useStage(api, frame, isStarted, onReady);
  useRefusedKeys(frame);
  useSeveralFiles(frame);
  usePasteByKeyboard(frame);
  useDots(api, frame);
  useInk(api, isDark);
  useEffect(holdLanguage, []);
  const initialData = useMemo(
    () => () => {
      isStarted.current = true;
      return { appState: firstState(isDark) };
    },
    // The program reads it once.
    // oxlint-disable-next-line react/exhaustive-deps -- a later theme is set by the effect above
    [],
  );
  return (
    <div
      ref={frame}
      className={styles.stage}
      data-grid={hasGrid || undefined}
      data-takes-images={!isReadOnly || undefined}
      style={background === WHITE ? undefined : { backgroundColor: background }}
      role="application"
      aria-label={label}
      dir="ltr"
    >
      {under}
      <Excalidraw
        excalidrawAPI={setApi}
        initialData={initialData}
        langCode={LANGUAGES[i18n.resolvedLanguage ?? "en"] ?? "en"}
        theme="light"
        viewModeEnabled={isReadOnly}
        UIOptions={NO_ACTIONS}
        handleKeyboardGlobally={false}
        autoFocus
        aiEnabled={false}
        validateEmbeddable={NEVER}
        renderTopRightUI={NOTHING}
        generateIdForFile={onUpload}
        onPaste={onPaste}
        onPointerUpdate={onPointer}
        onLinkOpen={onLinkOpen}
        isCollaborating
      />
      {children}
    </div>
  );
}

function useStage(
  api: ExcalidrawImperativeAPI | null,
  frame: { current: HTMLDivElement | null },
  isStarted: { current: boolean },
  onReady: (stage: Stage) => void,
): void {
  const isReady = useIsLoaded(api, isStarted);
  useEffect(() => {
    const root = frame.current?.querySelector<HTMLElement>(".excalidraw");
    if (!api || !root || !isReady) return undefined;
    const stage = watchStage(api, root);
    const stopNotes = api.onPointerDown((tool, { origin }) => {
      if (tool.type !== "custom") return;
      // The end of the click would close the text of a note that is made at its start.
      window.addEventListener("pointerup", () => setTimeout(() => addNote(stage, origin)), { once: true });
    });
    onReady(stage);
    return () => {
      stopNotes();
      stage.stop();
    };
  }, [api, frame, isReady, onReady]);
}

/** Longest time that a drawing waits for its font, in milliseconds. */
const FONT_MS = 300;

/** Loads the font of new texts. Texts that are drawn before it is there are drawn twice, with the shapes around them. */
async function loadFont(): Promise<void> {
  const isLoaded = document.fonts.load(`20px ${FONT_NAME}`).then(
    () => document.fonts.ready,
    () => undefined,
  );
  await Promise.race([isLoaded, new Promise((resolve) => setTimeout(resolve, FONT_MS))]);
  // The event that makes the drawing program draw texts again follows in its own task.
  await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Returns whether the drawing program shows its first, empty drawing, and has the font of most texts. A drawing that is shown earlier is
 * replaced by the empty one.
 */
function useIsLoaded(api: ExcalidrawImperativeAPI | null, isStarted: { current: boolean }): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!api) return undefined;
    let isOver = false;
    let isLoading = false;
    const check = (): void => {
      if (isLoading || !isStarted.current || api.getAppState().isLoading) return;
      isLoading = true;
      void loadFont().then(() => !isOver && setLoaded(true));
    };
    check();
    const stop = api.onChange(check);
    return () => {
      isOver = true;
      stop();
    };
  }, [api, isStarted]);
  return isLoaded;
}

function useRefusedKeys(frame: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const element = frame.current;
    const onKey = (event: KeyboardEvent): void => {
      const isTyped = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
      if (!isTyped && !isInPlayer(event.target) && isRefusedKey(event)) {
        // The page still receives it.
        event.stopPropagation();
        document.dispatchEvent(new CustomEvent("board-key", { detail: event }));
        if (event.ctrlKey || event.metaKey) event.preventDefault();
      }
    };
    element?.addEventListener("keydown", onKey, { capture: true });
    return () => element?.removeEventListener("keydown", onKey, { capture: true });
  }, [frame]);
}

/** Distance between files that are dropped together, in pixels of the page. */
const DROP_STEP = 32;

/** Drops several files one by one: the drawing program takes the first file of a drop only. */
function useSeveralFiles(frame: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const element = frame.current;
    const onDrop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length < 2) return;
      event.preventDefault();
      event.stopPropagation();
      for (const [index, file] of files.entries()) {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(file);
        const shift = index * DROP_STEP;
        const at = { clientX: event.clientX + shift, clientY: event.clientY + shift };
        event.target?.dispatchEvent(new DragEvent("drop", { ...at, dataTransfer, bubbles: true, cancelable: true }));
      }
    };
    element?.addEventListener("drop", onDrop, { capture: true });
    return () => element?.removeEventListener("drop", onDrop, { capture: true });
  }, [frame]);
}

/**
 * Pastes into the middle of the canvas if the pointer is not over it. The drawing program pastes at the last position of the pointer, and
 * nothing if that is outside the canvas: people who only use the keyboard could not paste.
 */
function usePasteByKeyboard(frame: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const onPaste = (): void => {
      const element = frame.current;
      const canvas = element?.querySelector("canvas.interactive");
      if (!canvas || canvas.matches(":hover") || !element?.contains(document.activeElement)) return;
      const { left, top, width, height } = canvas.getBoundingClientRect();
      document.dispatchEvent(new PointerEvent("pointermove", { clientX: left + width / 2, clientY: top + height / 2 }));
    };
    window.addEventListener("paste", onPaste, { capture: true });
    return () => window.removeEventListener("paste", onPaste, { capture: true });
  }, [frame]);
}

/** Moves the dots behind the drawing with it. */
function useDots(api: ExcalidrawImperativeAPI | null, frame: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    if (!api) return undefined;
    const move = (scrollX: number, scrollY: number, { value }: AppState["zoom"]): void => {
      const size = 24 * value * (value < 0.5 ? 4 : 1);
      frame.current?.style.setProperty("--dots", `${size}px`);
      frame.current?.style.setProperty("--dots-x", `${(scrollX * value) % size}px`);
      frame.current?.style.setProperty("--dots-y", `${(scrollY * value) % size}px`);
    };
    const { scrollX, scrollY, zoom } = api.getAppState();
    move(scrollX, scrollY, zoom);
    return api.onScrollChange(move);
  }, [api, frame]);
}
