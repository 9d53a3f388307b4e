import { EditorButton, ICON, SMALL_ICON } from "@stillreel/editor/parts";
import { IconPlayerPlayFilled, IconWand } from "@tabler/icons-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { clock, fillersOf, SILENCE_S, type TidyProposal, timeMapOf, type Word, withoutSource, withShortRests } from "../../core/index.ts";
import { useEditor, useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { useTidyPreview } from "./use-tidy-preview.ts";
import styles from "./words.module.css";

interface Props {
  proposals: readonly TidyProposal[];
  words: readonly Word[];
  language: string | null;
  /** Gets the number of removed parts. */
  onRemoved(count: number): void;
}

/** Fillers that are named beside their checkbox. */
const NAMED = 3;

/** Which proposals are removed: by kind, and without those that the user wants to have. */
function useChosen(proposals: readonly TidyProposal[]) {
  const [kinds, setKinds] = useState({ silence: true, filler: true });
  const [excepted, setExcepted] = useState<ReadonlySet<number>>(new Set());
  const open = useMemo(() => proposals.filter(({ from }) => !excepted.has(from)), [proposals, excepted]);
  const chosen = useMemo(() => open.filter(({ kind }) => kinds[kind]), [open, kinds]);
  return {
    kinds,
    chosen,
    count: (kind: TidyProposal["kind"]): number => open.filter((one) => one.kind === kind).length,
    setKind: (kind: TidyProposal["kind"], isOn: boolean): void => setKinds((before) => ({ ...before, [kind]: isOn })),
    except: ({ from }: TidyProposal): void => setExcepted((before) => new Set(before).add(from)),
  };
}

/** Offers to remove silences and fillers. A preview plays the video without each of them. */
export function TidyBox({ proposals, words, language, onRemoved }: Props): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const choice = useChosen(proposals);
  const { chosen } = choice;
  useEffect(() => {
    editor.propose(chosen);
    return () => editor.propose([]);
  }, [editor, chosen]);
  if (proposals.length === 0)
    return (
      <section className={styles.tidy}>
        <IconWand {...ICON} />
        <span>{t("words.nothing")}</span>
      </section>
    );
  const checks = [
    { kind: "silence", label: t("words.silences", { seconds: SILENCE_S }) },
    { kind: "filler", label: fillersOf(language).slice(0, NAMED).join(", ") },
  ] as const;
  return (
    <section className={styles.tidy}>
      <IconWand {...ICON} />
      <b>{t("words.tidy", { silences: choice.count("silence"), fillers: choice.count("filler") })}</b>
      <div className={styles.checks}>
        {checks.map(({ kind, label }) => (
          <label key={kind}>
            <input
              type="checkbox"
              className={styles.check}
              checked={choice.kinds[kind]}
              onChange={(event) => choice.setKind(kind, event.currentTarget.checked)}
            />
            <bdi>{label}</bdi>
          </label>
        ))}
      </div>
      <Actions chosen={chosen} words={words} onExcept={choice.except} onRemoved={onRemoved} />
    </section>
  );
}

interface ActionsProps {
  chosen: readonly TidyProposal[];
  words: readonly Word[];
  onExcept(proposal: TidyProposal): void;
  onRemoved(count: number): void;
}

function Actions({ chosen, words, onExcept, onRemoved }: ActionsProps): ReactNode {
  const editor = useEditor();
  const { t } = useTexts();
  const clips = useEditorState((state) => state.document.clips);
  const { current, start, next, stop } = useTidyPreview(chosen);
  const lengths = useMemo(() => {
    const after = withoutSource(clips, undefined, chosen);
    return { before: timeMapOf({ clips }).duration, after: after ? timeMapOf({ clips: after }).duration : 0 };
  }, [clips, chosen]);
  const remove = (): void => {
    const before = editor.getState().document;
    stop();
    editor.cutSource(undefined, withShortRests(before, words, chosen, editor.lengthOf(undefined)));
    if (editor.getState().document !== before) onRemoved(chosen.length);
  };
  const except = (): void => {
    if (current) onExcept(current);
    next();
  };
  const isEmpty = chosen.length === 0;
  const preview = (
    <EditorButton
      label={t("words.preview")}
      icon={<IconPlayerPlayFilled {...SMALL_ICON} />}
      variant="default"
      isDisabled={isEmpty}
      onPress={start}
    />
  );
  return (
    <div className={styles.actions}>
      {current ? (
        <>
          <EditorButton label={t("words.next")} variant="default" onPress={next} />
          <EditorButton label={t("words.keep")} onPress={except} />
          <EditorButton label={t("words.stop")} onPress={stop} />
        </>
      ) : (
        preview
      )}
      <EditorButton label={t("words.remove", { count: chosen.length })} variant="filled" isDisabled={isEmpty} onPress={remove} />
      <span className={styles.sum}>
        {t("words.becomes", { before: clock(lengths.before) })} <b>{clock(lengths.after)}</b>
      </span>
    </div>
  );
}
