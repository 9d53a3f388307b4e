import { EditorButton, ICON } from "@stillreel/editor/parts";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconZoomIn } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { addOffered, clock, type OfferedZoom, timeOf, zoomsFromClicks } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import panels from "../panels/panels.module.css";
import { useTexts } from "../texts-context.tsx";
import styles from "./zooms.module.css";

/** Offers zooms where was clicked during the recording. Nothing changes before the user adds them. */
export function ZoomOffers(): ReactNode {
  const { t } = useTexts();
  const pointer = useEditorState((state) => state.pointer);
  const [isOpen, setOpen] = useState(false);
  const [announced, setAnnounced] = useState("");
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button that had the focus does not exist any more.
    if (wasOpen.current !== isOpen) section.current?.querySelector<HTMLElement>("input, button")?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const clicks = pointer?.clicks.length ?? 0;
  if (!pointer) return null;
  const close = (added: number): void => {
    setOpen(false);
    setAnnounced(added > 0 ? t("zooms.added", { count: added }) : "");
  };
  return (
    <section ref={section} className={panels.section} aria-label={t("zooms.title")}>
      <h2 className={panels.title}>{t("zooms.title")}</h2>
      {isOpen ? (
        <Offers onClose={close} />
      ) : (
        <>
          <p className={panels.hint}>{clicks > 0 ? t("zooms.recorded", { count: clicks }) : t("zooms.none")}</p>
          {clicks > 0 && (
            <EditorButton
              label={t("zooms.suggest")}
              icon={<IconZoomIn {...ICON} />}
              variant="default"
              onPress={() => {
                setAnnounced("");
                setOpen(true);
              }}
            />
          )}
        </>
      )}
      <p className={VISUALLY_HIDDEN.always} role="status">
        {announced}
      </p>
    </section>
  );
}

/** Which offers are added: all of them, without those that the user deselected. */
function useOffers() {
  const editor = useEditor();
  const clips = useEditorState((state) => state.document.clips);
  const effects = useEditorState((state) => state.document.effects);
  const pointer = useEditorState((state) => state.pointer);
  const offers = useMemo(
    () => zoomsFromClicks(pointer?.clicks ?? [], { clips, effects }, editor.lengthOf(undefined)),
    [pointer, clips, effects, editor],
  );
  const [excepted, setExcepted] = useState<ReadonlySet<number>>(new Set());
  const chosen = useMemo(() => offers.filter(({ start }) => !excepted.has(start)), [offers, excepted]);
  useEffect(() => {
    editor.offer(chosen.map(({ start, end }) => ({ from: start, to: end })));
    return () => editor.offer([]);
  }, [editor, chosen]);
  const choose = ({ start }: OfferedZoom, isChosen: boolean): void =>
    setExcepted((before) => {
      const next = new Set(before);
      if (isChosen) next.delete(start);
      else next.add(start);
      return next;
    });
  return { offers, chosen, choose };
}

/** @param onClose gets the number of added zooms */
function Offers({ onClose }: { onClose(added: number): void }): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const { offers, chosen, choose } = useOffers();
  const seek = ({ start }: OfferedZoom): void => {
    const { timeline, playhead } = editor.getState();
    const time = timeOf(timeline, { itemId: undefined, at: start }, playhead);
    if (time !== null) editor.seek(time);
  };
  if (offers.length === 0)
    return (
      <>
        <p className={panels.hint}>{t("zooms.nothing")}</p>
        <EditorButton label={t("zooms.close")} onPress={() => onClose(0)} />
      </>
    );
  return (
    <>
      <ul className={styles.offers}>
        {offers.map((offer) => {
          const times = { from: clock(offer.start, 1), to: clock(offer.end, 1) };
          return (
            <li key={offer.start}>
              <input
                type="checkbox"
                aria-label={t("zooms.choose", times)}
                checked={chosen.includes(offer)}
                onChange={(event) => choose(offer, event.currentTarget.checked)}
              />
              <button type="button" className={styles.offer} onClick={() => seek(offer)}>
                <span>{t("zooms.times", times)}</span>
                <span className={styles.clicks}>{t("zooms.clicks", { count: offer.clicks })}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles.actions}>
        <EditorButton
          label={t("zooms.add", { count: chosen.length })}
          variant="filled"
          isDisabled={chosen.length === 0}
          onPress={() => {
            const added = addOffered(editor, chosen);
            if (added > 0) onClose(added);
          }}
        />
        <EditorButton label={t("zooms.cancel")} onPress={() => onClose(0)} />
      </div>
    </>
  );
}
