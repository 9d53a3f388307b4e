import { ActionIcon, Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import type { PlayerHandle } from "@stillreel/watch/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import i18next from "i18next";
import { offerUndo } from "../../../../entities/undo/undo.ts";
import { useSecond } from "../use-player-time.ts";
import { cueAt, cuesAsVtt, cueTime, faultsOf, inOrder, readCueTime, type DraftCue } from "../../../../entities/captions/cues.plan.ts";
import styles from "./captions.module.css";

interface Props {
  /** Name of the language. */
  label: string;
  first: readonly DraftCue[];
  handle: PlayerHandle | null;
  /** Sends the captions; resolves to whether they were accepted. */
  onSave: (vtt: string) => Promise<boolean>;
  onClose: () => void;
}

/** Editor for the captions of one language beside the video. The current caption is displayed above the list. */
export function CaptionEditor({ label, first, handle, onSave, onClose }: Props): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const { cues, fresh, add, change, sort, remove } = useCues(first);
  const [isSaving, setSaving] = useState(false);
  const second = useSecond(handle);
  const time = second === null ? null : (handle?.time ?? second);
  const shown = time === null ? [] : cues.filter(({ from, to }) => from <= time && time < to);
  const faulty = cues.find((cue) => faultsOf(cue).length > 0);
  const save = async (): Promise<void> => {
    setSaving(true);
    const isTaken = await onSave(cuesAsVtt(cues));
    setSaving(false);
    if (isTaken) onClose();
  };
  return (
    <section className={styles.editor} aria-label={t("captions.editorLabel", { language: label })}>
      <h2 className={styles.title}>{t("captions.editorLabel", { language: label })}</h2>
      <p className={styles.shown} dir="auto" aria-label={t("captions.shown")}>
        {shown.map(({ text }) => text).join("\n") || t("captions.nothingShown")}
      </p>
      <Button variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => add(handle?.time ?? 0)}>
        {t("captions.addAt", { time: cueTime(second ?? 0) })}
      </Button>
      {cues.length === 0 && <p className={styles.hint}>{t("captions.emptyEditor")}</p>}
      <ol className={styles.cues}>
        {cues.map((cue, index) => (
          <CueRow
            key={cue.key}
            cue={cue}
            number={index + 1}
            isShown={shown.includes(cue)}
            isFresh={fresh === cue.key}
            onChange={(next) => change(cue.key, next)}
            onSettled={sort}
            onRemove={() => remove(cue)}
            onSeek={() => handle?.seek(cue.from)}
            playhead={() => Math.round((handle?.time ?? 0) * 10) / 10}
          />
        ))}
      </ol>
      <p className={styles.hint} data-broken={faulty && cues.length > 0 ? true : undefined} role="status">
        {faulty ? t(`captions.rules.${faultsOf(faulty)[0] ?? "empty"}`, { number: cues.indexOf(faulty) + 1 }) : ""}
      </p>
      <div className={styles.actions}>
        <Button disabled={cues.length === 0 || faulty !== undefined} loading={isSaving} onClick={() => void save()}>
          {t("captions.save")}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
      </div>
    </section>
  );
}

/** The edited captions. `fresh` is the key of the last added one. */
function useCues(first: readonly DraftCue[]) {
  const [cues, setCues] = useState(first);
  const [fresh, setFresh] = useState<string | null>(null);
  const add = (time: number): void => {
    const made = cueAt(cues, time);
    setCues(inOrder([...cues, made]));
    setFresh(made.key);
  };
  const change = (key: string, next: Partial<DraftCue>): void =>
    setCues((now) => now.map((cue) => (cue.key === key ? { ...cue, ...next } : cue)));
  const remove = (gone: DraftCue): void => {
    setCues((now) => now.filter(({ key }) => key !== gone.key));
    offerUndo(i18next.t("video:captions.cueRemoved"), i18next.t("video:undo"), async () => setCues((now) => inOrder([...now, gone])));
  };
  return { cues, fresh, add, change, sort: () => setCues(inOrder), remove };
}

interface RowProps {
  cue: DraftCue;
  number: number;
  isShown: boolean;
  isFresh: boolean;
  onChange: (next: Partial<DraftCue>) => void;
  onSettled: () => void;
  onRemove: () => void;
  onSeek: () => void;
  playhead: () => number;
}

function CueRow({ cue, number, isShown, isFresh, onChange, onSettled, onRemove, onSeek, playhead }: RowProps): ReactNode {
  const { t } = useTranslation("video");
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFresh) text.current?.focus();
  }, [isFresh]);
  return (
    <li className={styles.cue} data-shown={isShown || undefined}>
      <div className={styles.times}>
        <CueTime
          label={t("captions.fromOf", { number })}
          seconds={cue.from}
          onChange={(from) => onChange({ from })}
          onSettled={onSettled}
        />
        <span aria-hidden="true">→</span>
        <CueTime
          label={t("captions.toOf", { number })}
          seconds={cue.to}
          isInvalid={cue.to <= cue.from}
          onChange={(to) => onChange({ to })}
          onSettled={onSettled}
        />
        <button type="button" className={styles.link} onClick={() => onChange({ to: playhead() })}>
          {t("captions.endHere")}
        </button>
        <button type="button" className={styles.link} onClick={onSeek}>
          {t("captions.show")}
        </button>
        <ActionIcon size={28} className={styles.remove} aria-label={t("captions.removeCue", { number })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </div>
      <textarea
        ref={text}
        className={styles.text}
        rows={Math.max(1, cue.text.split("\n").length)}
        dir="auto"
        aria-label={t("captions.textOf", { number })}
        placeholder={t("captions.text")}
        value={cue.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </li>
  );
}

interface TimeProps {
  label: string;
  seconds: number;
  isInvalid?: boolean;
  onChange: (seconds: number) => void;
  onSettled: () => void;
}

function CueTime({ label, seconds, isInvalid = false, onChange, onSettled }: TimeProps): ReactNode {
  const [text, setText] = useState<string | null>(null);
  const take = (): void => {
    const typed = text === null ? null : readCueTime(text);
    setText(null);
    if (typed !== null) onChange(typed);
    onSettled();
  };
  const handleKey = (event: KeyboardEvent): void => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (event.key === "Enter") take();
    else if (direction !== 0) onChange(Math.max(0, Math.round((seconds + direction * 0.1) * 10) / 10));
    else return;
    event.preventDefault();
  };
  return (
    <input
      className={styles.time}
      dir="ltr"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isInvalid || (text !== null && readCueTime(text) === null) || undefined}
      value={text ?? cueTime(seconds)}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={handleKey}
      onBlur={take}
    />
  );
}
