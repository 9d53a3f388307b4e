import { useRovingFocus } from "@stillreel/ui/primitives";
import { Fragment, useEffect, useRef, type ReactNode } from "react";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import styles from "./tool-rail.module.css";
import { TOOL_GROUPS, type Tool } from "./tools.ts";

interface Props {
  /** Called when a tool was selected by keyboard: the focus may move to the image. */
  onChosenByKey(): void;
}

/** The tools with their letters. One tab stop with arrow keys inside. Beside the image, or below it on narrow screens. */
export function ToolRail({ onChosenByKey }: Props): ReactNode {
  const { t, direction } = useTexts();
  const rove = useRovingFocus("button", "both", direction);
  const chosen = useEditorState((state) => state.tool);
  return (
    <div className={styles.rail} role="toolbar" tabIndex={-1} aria-label={t("tools.label")} aria-orientation="vertical" onKeyDown={rove}>
      {TOOL_GROUPS.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index > 0 && <span className={styles.line} aria-hidden="true" />}
          {group.map((tool) => (
            <ToolButton key={tool.id} tool={tool} isChosen={tool.id === chosen} onChosenByKey={onChosenByKey} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function ToolButton({ tool, isChosen, onChosenByKey }: { tool: Tool; isChosen: boolean } & Props): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const name = t(`tools.${tool.id}`);
  const Icon = tool.icon;
  // A letter may select a tool that is scrolled out of view.
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [isChosen]);
  return (
    <button
      ref={button}
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-pressed={isChosen}
      aria-keyshortcuts={tool.key}
      data-tip={name}
      data-tip-always
      data-tip-key={tool.key}
      data-tip-side="end"
      tabIndex={isChosen ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        editor.setTool(tool.id);
        // A click by keyboard.
        if (event.detail === 0) onChosenByKey();
      }}
    >
      <Icon size={20} stroke={1.6} aria-hidden="true" />
      <kbd aria-hidden="true">{tool.key}</kbd>
    </button>
  );
}
