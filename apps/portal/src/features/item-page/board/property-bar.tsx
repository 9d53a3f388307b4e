import type { ExcalidrawElement } from "@excalidraw/excalidraw/element/types";
import { Menu } from "@mantine/core";
import { IconChevronDown, IconCopy, IconExternalLink, IconLink, IconLock, IconLockOpen, IconTrash, type Icon } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./board.module.css";
import { LinkDialog } from "./link-dialog.tsx";
import { FILLS, INK, shadeOf, storedStroke, STROKES } from "./scene-colors.ts";
import { changeSelection, duplicate, pressKey, selectionOf } from "./stage-actions.ts";
import type { Stage } from "./stage-store.ts";
import { useStageState } from "./use-stage.ts";

const FONT_SIZES = { small: 16, medium: 20, large: 28, huge: 36 } as const;
const WIDTHS = { small: 1, medium: 2, large: 4, huge: 8 } as const;
type Size = keyof typeof FONT_SIZES;
const SIZES = Object.keys(FONT_SIZES) as Size[];

const isNote = (element: ExcalidrawElement): boolean => element.customData?.["note"] === true;
const isLine = ({ type }: ExcalidrawElement): boolean => type === "line" || type === "arrow" || type === "freedraw";
const hasColor = (element: ExcalidrawElement): boolean => element.type !== "image" && element.type !== "frame";
/** Shapes with a fill, which has the colours of notes. */
const isShape = ({ type }: ExcalidrawElement): boolean => type === "rectangle" || type === "diamond" || type === "ellipse";

function sizeOf(element: ExcalidrawElement | undefined): Size {
  if (!element) return "medium";
  if (element.type === "text") return SIZES.toReversed().find((size) => element.fontSize >= FONT_SIZES[size]) ?? "small";
  return SIZES.toReversed().find((size) => element.strokeWidth >= WIDTHS[size]) ?? "small";
}

interface Props {
  stage: Stage;
  isDark: boolean;
  onOpenItem: (element: ExcalidrawElement) => void;
}

/** Properties of the selection. Only those that it has. */
export function PropertyBar({ stage, isDark, onOpenItem }: Props): ReactNode {
  const { t } = useTranslation("boards");
  useStageState(stage, ({ selected }) => selected);
  useStageState(stage, ({ revision }) => revision);
  const [isLinking, setLinking] = useState(false);
  const chosen = selectionOf(stage);
  const [first] = chosen;
  if (!first) return null;
  const kind = isNote(first) ? "note" : first.customData?.["itemId"] ? "item" : first.type;
  const name = chosen.length > 1 ? t("properties.many", { count: chosen.length }) : t(`kinds.${kind as "note"}`);
  const isLocked = chosen.every(({ locked }) => locked);
  const itemId = chosen.length === 1 ? (first.customData?.["itemId"] as string | undefined) : undefined;
  return (
    <div className={styles.properties} role="toolbar" aria-label={t("properties.label")}>
      <b>{name}</b>
      {chosen.some(hasColor) && <Colors stage={stage} chosen={chosen} isDark={isDark} />}
      <i />
      {chosen.some((one) => one.type === "text" || isLine(one) || isShape(one)) && <Sizes stage={stage} first={first} />}
      {itemId && <Action label={t("properties.open")} icon={IconExternalLink} onPress={() => onOpenItem(first)} />}
      <Action label={t("properties.link")} icon={IconLink} onPress={() => setLinking(true)} isWide />
      <Action label={t("properties.duplicate")} icon={IconCopy} onPress={() => duplicate(stage)} isWide />
      <Action
        label={t(isLocked ? "properties.unlock" : "properties.lock")}
        icon={isLocked ? IconLockOpen : IconLock}
        onPress={() => changeSelection(stage, () => ({ locked: !isLocked }))}
      />
      <Action label={t("properties.delete")} icon={IconTrash} onPress={() => pressKey(stage, "Delete")} />
      {isLinking && (
        <LinkDialog link={first.link} onSave={(link) => changeSelection(stage, () => ({ link }))} onClose={() => setLinking(false)} />
      )}
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: Icon;
  onPress: () => void;
  /** Absent on phones. */
  isWide?: boolean;
}

const Action = ({ label, icon: ActionIcon, onPress, isWide }: ActionProps): ReactNode => (
  <button type="button" aria-label={label} title={label} data-wide={isWide} onClick={onPress}>
    <ActionIcon size={18} stroke={1.6} aria-hidden="true" />
  </button>
);

function Colors({ stage, chosen, isDark }: { stage: Stage; chosen: readonly ExcalidrawElement[]; isDark: boolean }): ReactNode {
  const { t } = useTranslation("boards");
  const areFills = chosen.every((one) => isShape(one) || isNote(one));
  const [first] = chosen;
  const colors = areFills ? FILLS : STROKES;
  const current = areFills ? first?.backgroundColor : first && storedStroke(first.strokeColor);
  const choose = (color: string): void =>
    changeSelection(stage, (one) => {
      if (areFills && one.type === "text") return { strokeColor: color === "transparent" ? shadeOf(INK, isDark) : INK };
      if (areFills) return { backgroundColor: color, fillStyle: "solid" };
      return hasColor(one) && !isNote(one) ? { strokeColor: shadeOf(color, isDark) } : null;
    });
  return (
    <>
      <i />
      <span className={styles.swatches} role="group" aria-label={t("properties.color")}>
        {areFills && !chosen.some(isNote) && (
          <button
            type="button"
            className={styles.swatch}
            data-none
            aria-label={t("properties.colors.none")}
            aria-pressed={current === "transparent"}
            onClick={() => choose("transparent")}
          />
        )}
        {colors.map(([name, color]) => (
          <button
            key={name}
            type="button"
            className={styles.swatch}
            style={{ backgroundColor: areFills ? color : shadeOf(color, isDark) }}
            aria-label={t(`properties.colors.${name}`)}
            aria-pressed={current === color}
            onClick={() => choose(color)}
          />
        ))}
      </span>
    </>
  );
}

function Sizes({ stage, first }: { stage: Stage; first: ExcalidrawElement }): ReactNode {
  const { t } = useTranslation("boards");
  const bound = stage.api.getSceneElements().find((one) => one.type === "text" && one.containerId === first.id);
  const isText = first.type === "text" || bound !== undefined;
  const shown = sizeOf(isText ? (bound ?? first) : first);
  const choose = (size: Size): void =>
    changeSelection(stage, (one) => {
      if (one.type !== "text") return isText ? null : { strokeWidth: WIDTHS[size] };
      const scale = FONT_SIZES[size] / one.fontSize;
      return { fontSize: FONT_SIZES[size], width: one.width * scale, height: one.height * scale } as Partial<ExcalidrawElement>;
    });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" aria-label={`${t("properties.size")}: ${t(`properties.sizes.${shown}`)}`}>
          {t(`properties.sizes.${shown}`)}
          <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {SIZES.map((size) => (
          <Menu.Item key={size} onClick={() => choose(size)}>
            {t(`properties.sizes.${size}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
