import { VisuallyHidden } from "@stillreel/ui";
import { IconLock, IconPhoto, IconX } from "@tabler/icons-react";
import { useId, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { isSameRecord, useEditor, useEditorState } from "../editor-context.tsx";
import { isSameList } from "../selected-state.ts";
import type { KeepOriginal } from "../image-editor.types.ts";
import { IconButton } from "../parts/button.tsx";
import { SMALL_ICON } from "../parts/icon.ts";
import { useStable } from "../parts/stable.ts";
import { useTexts } from "../texts-context.tsx";
import { KeepOriginalNote } from "./keep-original-note.tsx";
import { LayerRow, type Layer } from "./layer-row.tsx";
import styles from "./layers.module.css";
import { shapeName } from "./layer-names.ts";
import { useLayerDrag } from "./use-layer-drag.ts";

const isSameLayers = (before: readonly Layer[], after: readonly Layer[]): boolean =>
  before.length === after.length && before.every((layer, index) => isSameRecord(layer, after[index] as Layer));

/** Returns the shapes by name, topmost first. Moving a shape does not change the result. */
function useLayers(): readonly Layer[] {
  const { t } = useTexts();
  return useEditorState(
    ({ document }) =>
      document.shapes
        .map((shape): Layer => ({ id: shape.id, type: shape.type, ...shapeName(shape, t), isHidden: shape.hidden }))
        .toReversed(),
    isSameLayers,
  );
}

interface Props {
  keepOriginal: KeepOriginal | null;
  /** Null in a sheet, which has its own header. */
  onClose: (() => void) | null;
}

/** Lists all annotations by name, topmost first, to select, hide and reorder them, with the note about the original. */
export function LayersPanel({ keepOriginal, onClose }: Props): ReactNode {
  const { t } = useTexts();
  return (
    <div className={styles.panel}>
      {onClose && (
        <header className={styles.head}>
          <h2 className={styles.title}>{t("layers.title")}</h2>
          <IconButton label={t("layers.close")} icon={<IconX {...SMALL_ICON} size={16} />} onPress={onClose} />
        </header>
      )}
      <LayerList />
      {keepOriginal && <KeepOriginalNote {...keepOriginal} />}
    </div>
  );
}

function LayerList(): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const layers = useLayers();
  const selection = useEditorState((state) => state.selection, isSameList);
  const list = useRef<HTMLUListElement>(null);
  const help = useId();
  const chosen = useMemo(() => new Set(selection), [selection]);
  const { dropAt, startDrag } = useLayerDrag(list, layers.length, (id, row) => editor.reorder(id, indexOfRow(row, layers.length)));
  const stop = layers.find(({ id }) => chosen.has(id))?.id ?? layers[0]?.id;

  const handlePress = useStable(startDrag);
  const handleToggle = useStable((id: string) => editor.toggleHidden(id));
  const handleChoose = useStable((id: string, isExtending: boolean) => {
    const next = isExtending ? (chosen.has(id) ? selection.filter((other) => other !== id) : [...selection, id]) : [id];
    editor.setTool("select");
    editor.select(next);
    if (next.includes(id)) editor.reveal(id);
  });
  const handleKey = useRowKeys(list, layers);
  return (
    <>
      <p id={help} hidden>
        {t("layers.help")}
      </p>
      <ul ref={list} className={styles.list} aria-label={t("layers.title")} aria-describedby={help} data-editor-keys="arrows">
        {layers.map((layer, index) => (
          <LayerRow
            key={layer.id}
            {...layer}
            isChosen={chosen.has(layer.id)}
            isStop={layer.id === stop}
            mark={dropAt === index ? "before" : dropAt === layers.length && index === layers.length - 1 ? "after" : undefined}
            onChoose={handleChoose}
            onToggle={handleToggle}
            onPress={handlePress}
            onKey={handleKey}
          />
        ))}
        <OriginalRow />
      </ul>
      {layers.length === 0 && <p className={styles.empty}>{t("layers.empty")}</p>}
    </>
  );
}

/** The image itself: below all shapes, and not editable here. */
function OriginalRow(): ReactNode {
  const { t } = useTexts();
  return (
    <li className={styles.row} data-original>
      <IconPhoto size={17} stroke={1.6} aria-hidden="true" />
      <span className={styles.name}>{t("layers.original")}</span>
      <span className={styles.lock}>
        <IconLock size={15} stroke={1.6} aria-hidden="true" />
        <VisuallyHidden>{t("layers.locked")}</VisuallyHidden>
      </span>
    </li>
  );
}

/** Handles keys on a row: move the focus, change the order, remove, and move sideways to the eye button and back. */
function useRowKeys(list: RefObject<HTMLElement | null>, layers: readonly Layer[]): (event: KeyboardEvent<HTMLElement>) => void {
  const editor = useEditor();
  return useStable((event: KeyboardEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-layer]");
    const index = layers.findIndex(({ id }) => id === row?.dataset["layer"]);
    const layer = layers[index];
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!layer || !list.current) return;
    if (event.altKey && step !== undefined) editor.reorder(layer.id, indexOfRow(index + step, layers.length));
    else if (event.key === "Delete" || event.key === "Backspace") {
      editor.select([layer.id]);
      editor.run("delete");
      focusRow(list.current, Math.min(index, layers.length - 2));
    } else if (step !== undefined) focusRow(list.current, index + step);
    else if (event.key === "Home") focusRow(list.current, 0);
    else if (event.key === "End") focusRow(list.current, layers.length - 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") focusBeside(event.target as HTMLElement, row);
    else return;
    event.preventDefault();
  });
}

/** Returns the index in the drawing order of a row, which counts from the top. */
const indexOfRow = (row: number, count: number): number => Math.max(0, Math.min(count - 1, count - 1 - row));

function focusRow(list: HTMLElement, index: number): void {
  const rows = list.querySelectorAll<HTMLElement>("[data-layer] [data-name]");
  rows[Math.max(0, Math.min(rows.length - 1, index))]?.focus();
}

/** Moves the focus from the name to the eye button and back. */
function focusBeside(from: HTMLElement, row: HTMLElement | null): void {
  const buttons = row?.querySelectorAll<HTMLElement>("button") ?? [];
  [...buttons].find((button) => button !== from)?.focus();
}
