import { useRovingFocus, useSingleTabStop } from "@stillreel/ui/primitives";
import { IconInfoCircle, IconListNumbers, IconStackPush, IconTrash } from "@tabler/icons-react";
import { useRef, type ReactNode } from "react";
import type { StyleKey, Styles } from "../../core/index.ts";
import { isSameRecord, useEditor, useEditorState } from "../editor-context.tsx";
import { isSameList } from "../selected-state.ts";
import { keyHint } from "../keys/key-names.ts";
import { shapeName } from "../layers/layer-names.ts";
import { Divider, IconButton } from "../parts/button.tsx";
import { SMALL_ICON } from "../parts/icon.ts";
import { IconMenu } from "../parts/menu.tsx";
import bars from "../stage/bars.module.css";
import { useTexts } from "../texts-context.tsx";
import { arrangeEntries } from "./arrange-entries.tsx";
import { ColorSwatches } from "./color-swatches.tsx";
import { EffectControls } from "./effect-controls.tsx";
import { FillControl, OpacityControl } from "./fill-controls.tsx";
import styles from "./properties.module.css";
import { StampControl } from "./stamp-control.tsx";
import { LineControls, WidthControl } from "./stroke-controls.tsx";
import type { ControlProps } from "./style-controls.types.ts";
import { TextControls } from "./text-controls.tsx";

/** Controls that arrow keys move through. Sliders need the arrows themselves and are separate tab stops. */
const STOPS = "button, input[type=color]";
const LINE_WIDTHS = [3, 6, 12] as const;
const HIGHLIGHTER_WIDTHS = [14, 24, 40] as const;

interface Subject {
  name: string;
  /** Number of selected shapes. */
  count: number;
  /** The types of the shapes, separated by spaces. */
  types: string;
}

/** Returns the subject of the bar: the selection or the tool's next shape, or null. */
function useSubject(): Subject | null {
  const { t } = useTexts();
  return useEditorState<Subject | null>(
    ({ document, selection, tool }) => {
      if (selection.length > 0) {
        const chosen = new Set(selection);
        const shapes = document.shapes.filter(({ id }) => chosen.has(id));
        const [first] = shapes;
        if (!first) return null;
        const name = shapes.length === 1 ? shapeName(first, t).kind : t("properties.selected", { count: shapes.length });
        return { name, count: shapes.length, types: [...new Set(shapes.map(({ type }) => type))].join(" ") };
      }
      return tool === "select" || tool === "crop" ? null : { name: t(`tools.${tool}`), count: 0, types: tool };
    },
    (before, after) => before === after || (before !== null && after !== null && isSameRecord(before, after)),
  );
}

/** Returns the style values of the selection or the tool. */
function useStyles(): { keys: readonly StyleKey[]; values: Styles } {
  const editor = useEditor();
  const keys = useEditorState(() => editor.styleKeys(), isSameList);
  const values = useEditorState(({ styles: current }) => current, isSameRecord);
  return { keys, values };
}

/** Shows the styles that the selection or the tool's next shape supports: colors, widths, text, effects, then order and removal. */
export function PropertyBar(): ReactNode {
  const editor = useEditor();
  const { t, direction } = useTexts();
  const bar = useRef<HTMLDivElement>(null);
  const rove = useRovingFocus(STOPS, "horizontal", direction);
  useSingleTabStop(bar, STOPS);
  const subject = useSubject();
  const { keys, values } = useStyles();
  if (!subject) return null;
  const controls: ControlProps = {
    has: (key) => keys.includes(key),
    values,
    onChange: (patch, isLive) => editor.setStyle(patch, isLive),
  };
  return (
    <div className={styles.position} data-while-writing>
      <div
        ref={bar}
        className={`${bars.bar} on-raised`}
        role="toolbar"
        tabIndex={-1}
        aria-label={t("properties.label", { name: subject.name })}
        onKeyDown={(event) => {
          // Sliders need their arrows themselves.
          if (!(event.target instanceof HTMLInputElement && event.target.type === "range")) rove(event);
        }}
      >
        <span className={bars.name}>{subject.name}</span>
        <StyleControls controls={controls} isHighlighter={subject.types.includes("highlighter")} />
        {subject.types === "step" && <StepMenu />}
        {subject.count > 0 && <SelectionControls hasDivider={keys.length > 0} />}
      </div>
      {keys.includes("mode") && (
        <p className={`${styles.cosmetic} on-raised`}>
          <IconInfoCircle size={15} stroke={1.7} aria-hidden="true" />
          {t("properties.cosmetic")}
        </p>
      )}
    </div>
  );
}

function StyleControls({ controls, isHighlighter }: { controls: ControlProps; isHighlighter: boolean }): ReactNode {
  const { pixelRatio } = useEditor();
  const { t } = useTexts();
  const { has, values, onChange } = controls;
  const hasText = has("fontSize") || has("bold") || has("align");
  const hasLine = has("dashed") || has("curved") || has("heads");
  const hasEffect = has("mode") || has("strength") || has("round") || has("dim") || has("zoom");
  return (
    <>
      {has("glyph") && (
        <>
          <Divider />
          <StampControl value={values.glyph} onChange={(glyph) => onChange({ glyph })} />
        </>
      )}
      {has("color") && (
        <>
          <Divider />
          <ColorSwatches
            label={t("properties.color")}
            customLabel={t("properties.customColor")}
            value={values.color}
            onChange={(color, isLive) => onChange({ color }, isLive)}
          />
        </>
      )}
      {has("strokeWidth") && (
        <>
          <Divider />
          <WidthControl
            {...controls}
            presets={(isHighlighter ? HIGHLIGHTER_WIDTHS : LINE_WIDTHS).map((width) => Math.max(1, Math.round(width * pixelRatio)))}
          />
        </>
      )}
      {hasLine && <LineControls {...controls} />}
      {hasText && (
        <>
          <Divider />
          <TextControls {...controls} scale={pixelRatio} />
        </>
      )}
      {hasEffect && (
        <>
          <Divider />
          <EffectControls {...controls} />
        </>
      )}
      {(has("fill") || has("opacity")) && <Divider />}
      {has("fill") && <FillControl {...controls} />}
      {has("opacity") && <OpacityControl {...controls} />}
    </>
  );
}

function StepMenu(): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  return (
    <IconMenu
      label={t("properties.steps")}
      icon={<IconListNumbers {...SMALL_ICON} />}
      entries={[
        { label: t("properties.renumber"), onSelect: () => editor.run("renumber-steps") },
        { label: t("properties.restart"), onSelect: () => editor.run("restart-steps") },
      ]}
    />
  );
}

function SelectionControls({ hasDivider }: { hasDivider: boolean }): ReactNode {
  const editor = useEditor();
  const texts = useTexts();
  return (
    <>
      {hasDivider && <Divider />}
      <IconMenu label={texts.t("properties.arrange")} icon={<IconStackPush {...SMALL_ICON} />} entries={arrangeEntries(editor, texts)} />
      <IconButton
        label={texts.t("properties.delete")}
        hint={keyHint("Delete")}
        icon={<IconTrash {...SMALL_ICON} />}
        onPress={() => editor.run("delete")}
      />
    </>
  );
}
