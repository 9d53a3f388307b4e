import type { ShapeType } from "@stillreel/contract";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { memo, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { IconButton } from "../parts/button.tsx";
import { TOOLS } from "../rail/tools.ts";
import { useTexts } from "../texts-context.tsx";
import styles from "./layers.module.css";

/** One shape in the list. */
export interface Layer {
  id: string;
  type: ShapeType;
  kind: string;
  detail: string;
  isHidden: boolean;
}

interface Props extends Layer {
  isChosen: boolean;
  /** Whether it is the tab stop of the list. */
  isStop: boolean;
  /** Drop position of a dragged row. */
  mark: "before" | "after" | undefined;
  onChoose(id: string, isExtending: boolean): void;
  onToggle(id: string): void;
  onPress(event: PointerEvent<HTMLElement>, id: string): void;
  onKey(event: KeyboardEvent<HTMLElement>): void;
}

const ICONS = new Map(TOOLS.map(({ id, icon }) => [id as string, icon]));
const EYE = { size: 15, stroke: 1.6, "aria-hidden": true } as const;

/** A row of the list of layers. */
export const LayerRow = memo(function LayerRow({
  id,
  type,
  kind,
  detail,
  isHidden,
  isChosen,
  isStop,
  mark,
  onChoose,
  onToggle,
  onPress,
  onKey,
}: Props): ReactNode {
  const { t } = useTexts();
  const Icon = ICONS.get(type);
  const name = detail ? `${kind} ${detail}` : kind;
  return (
    <li className={styles.row} data-layer={id} data-chosen={isChosen || undefined} data-hidden={isHidden || undefined} data-mark={mark}>
      <button
        type="button"
        className={styles.choose}
        data-name
        aria-pressed={isChosen}
        tabIndex={isStop ? 0 : -1}
        onPointerDown={(event) => onPress(event, id)}
        onKeyDown={onKey}
        onClick={(event) => onChoose(id, event.shiftKey || event.metaKey || event.ctrlKey)}
      >
        {Icon && <Icon size={17} stroke={1.6} aria-hidden="true" />}
        <span className={styles.name}>
          {kind}
          {detail && (
            <span className={styles.detail} dir="auto">
              {" "}
              {detail}
            </span>
          )}
        </span>
      </button>
      <IconButton
        className={styles.eye}
        label={t(isHidden ? "layers.show" : "layers.hide", { name })}
        icon={isHidden ? <IconEyeOff {...EYE} /> : <IconEye {...EYE} />}
        tabIndex={-1}
        onKeyDown={onKey}
        onPress={() => onToggle(id)}
      />
    </li>
  );
});
