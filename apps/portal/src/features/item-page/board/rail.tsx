import {
  IconArrowUpRight,
  IconCircle,
  IconDiamond,
  IconEraser,
  IconFrame,
  IconHandStop,
  IconFlare,
  IconLine,
  IconNote,
  IconPhoto,
  IconPointer,
  IconScribble,
  IconSquare,
  IconTypography,
  type Icon,
} from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./rail.module.css";
import { chooseTool } from "./stage-actions.ts";
import type { Stage, ToolName } from "./stage-store.ts";
import { useStageState } from "./use-stage.ts";

interface Tool {
  name: ToolName | "item";
  key: string;
  icon: Icon;
  /** Shown on phones, too. */
  isMain?: boolean;
  /** Whether a line separates it from the tool before. */
  isFirst?: boolean;
}

const TOOLS: readonly Tool[] = [
  { name: "selection", key: "V", icon: IconPointer, isMain: true },
  { name: "hand", key: "H", icon: IconHandStop, isMain: true },
  { name: "note", key: "N", icon: IconNote, isMain: true, isFirst: true },
  { name: "text", key: "T", icon: IconTypography, isMain: true },
  { name: "rectangle", key: "R", icon: IconSquare },
  { name: "diamond", key: "D", icon: IconDiamond },
  { name: "ellipse", key: "O", icon: IconCircle },
  { name: "arrow", key: "A", icon: IconArrowUpRight, isMain: true },
  { name: "line", key: "L", icon: IconLine },
  { name: "freedraw", key: "P", icon: IconScribble, isMain: true },
  { name: "item", key: "I", icon: IconPhoto, isMain: true, isFirst: true },
  { name: "frame", key: "F", icon: IconFrame },
  { name: "eraser", key: "E", icon: IconEraser },
  { name: "laser", key: "K", icon: IconFlare },
];
/** Tools that phones show in the menu. */
export const MORE_TOOLS = TOOLS.filter((tool) => !tool.isMain);

interface Props {
  stage: Stage;
  isDisabled: boolean;
  onItem: () => void;
}

/** The space of the rail while the board connects. */
export const RailSpace = (): ReactNode => <div className={styles.rail} aria-hidden="true" />;

/** The tools, with their keys. One Tab stop: arrow keys move between them. */
export function Rail({ stage, isDisabled, onItem }: Props): ReactNode {
  const { t } = useTranslation("boards");
  const active = useStageState(stage, ({ tool }) => tool);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const next = buttons.at((buttons.indexOf(document.activeElement as HTMLButtonElement) + step) % buttons.length);
    next?.focus();
    event.preventDefault();
  };
  return (
    <div
      className={styles.rail}
      role="toolbar"
      tabIndex={-1}
      aria-label={t("tools.label")}
      aria-orientation="vertical"
      onKeyDown={onKeyDown}
    >
      {TOOLS.map(({ name, key, icon: ToolIcon, isMain, isFirst }) => (
        <button
          key={name}
          type="button"
          className={styles.tool}
          data-main={isMain}
          data-first={isFirst}
          aria-label={t(`tools.${name}`)}
          aria-keyshortcuts={key}
          aria-pressed={name === active}
          title={t(`tools.${name}`)}
          tabIndex={name === active || (name === "selection" && !TOOLS.some((tool) => tool.name === active)) ? 0 : -1}
          disabled={isDisabled}
          onClick={() => (name === "item" ? onItem() : chooseTool(stage, name))}
        >
          <ToolIcon size={20} stroke={1.6} aria-hidden="true" />
          <kbd aria-hidden="true">{key}</kbd>
        </button>
      ))}
    </div>
  );
}
