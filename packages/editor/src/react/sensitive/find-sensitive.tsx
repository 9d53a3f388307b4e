import type { SensitiveBox } from "@stillreel/contract";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { useDisclosure } from "@stillreel/ui/primitives";
import { IconCheck, IconShieldSearch } from "@tabler/icons-react";
import { useMemo, useState, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useEditor, useEditorState } from "../editor-context.tsx";
import checks from "../layers/layers.module.css";
import { EditorButton } from "../parts/button.tsx";
import { SMALL_ICON } from "../parts/icon.ts";
import { Popover } from "../parts/popover.tsx";
import bars from "../stage/bars.module.css";
import stage from "../stage/stage.module.css";
import { useTexts } from "../texts-context.tsx";
import styles from "./find-sensitive.module.css";
import { foundKinds, tickedBoxes } from "./sensitive-choice.ts";

interface Props {
  boxes: readonly SensitiveBox[] | null;
  /** Parent of the boxes over the image. */
  overlay: RefObject<HTMLElement | null>;
}

/** Offers to redact the private data that the captured page's structure revealed. */
export function FindSensitive({ boxes, overlay }: Props): ReactNode {
  const { t } = useTexts();
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={bars.word}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-tip={t("sensitive.title")}
        onClick={toggle}
      >
        <IconShieldSearch {...SMALL_ICON} />
        <span className={VISUALLY_HIDDEN.phone}>{t("sensitive.title")}</span>
      </button>
      {isOpen && (
        <Popover anchor={opener} label={t("sensitive.title")} align="end" onClose={close}>
          {boxes && boxes.length > 0 ? (
            <Choice boxes={boxes} overlay={overlay} onClose={close} />
          ) : (
            <p className={styles.text} tabIndex={-1} data-first-focus>
              {t(boxes === null ? "sensitive.unknown" : "sensitive.none")}
            </p>
          )}
        </Popover>
      )}
    </>
  );
}

function Choice({ boxes, overlay, onClose }: { boxes: readonly SensitiveBox[]; overlay: Props["overlay"]; onClose(): void }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const [unticked, setUnticked] = useState<ReadonlySet<SensitiveBox["kind"]>>(new Set());
  const kinds = useMemo(() => foundKinds(boxes), [boxes]);
  const ticked = tickedBoxes(boxes, unticked);
  const toggle = (kind: SensitiveBox["kind"]) => {
    const next = new Set(unticked);
    if (!next.delete(kind)) next.add(kind);
    setUnticked(next);
  };
  return (
    <div className={styles.choice}>
      <p className={styles.text}>{t("sensitive.intro")}</p>
      <ul className={styles.kinds}>
        {kinds.map(({ kind, count }) => (
          <li key={kind}>
            <label className={styles.kind}>
              <span className={checks.check}>
                <input type="checkbox" checked={!unticked.has(kind)} onChange={() => toggle(kind)} />
                <IconCheck size={14} stroke={3} aria-hidden="true" />
              </span>
              <span className={styles.name}>{t(`sensitive.${kind}`)}</span>
              <span className={styles.count}>{count}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t("sensitive.check")}</p>
      <div className={styles.foot}>
        <EditorButton
          label={t("sensitive.redact", { count: ticked.length })}
          variant="filled"
          isDisabled={ticked.length === 0}
          onPress={() => {
            onClose();
            editor.redact(ticked);
          }}
        />
      </div>
      {overlay.current && createPortal(<Preview boxes={boxes} unticked={unticked} />, overlay.current)}
    </div>
  );
}

/** Shows the boxes over the image. */
function Preview({ boxes, unticked }: { boxes: readonly SensitiveBox[]; unticked: ReadonlySet<SensitiveBox["kind"]> }): ReactNode {
  const camera = useEditorState((state) => state.camera);
  const placed = boxes.map((box, index) => ({ ...box, key: index }));
  return (
    <div className={stage.found} aria-hidden="true">
      {placed.map(({ key, kind, x, y, width, height }) => (
        <i
          key={key}
          className={stage.box}
          data-off={unticked.has(kind) || undefined}
          style={{
            left: (x - camera.x) * camera.zoom,
            top: (y - camera.y) * camera.zoom,
            width: width * camera.zoom,
            height: height * camera.zoom,
          }}
        />
      ))}
    </div>
  );
}
