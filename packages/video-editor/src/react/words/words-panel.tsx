import type { EditDocument } from "@stillreel/contract";
import { IconButton, Keycap, SMALL_ICON } from "@stillreel/editor/parts";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconPencil, IconSearch } from "@tabler/icons-react";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { findWords, type GivenTranscript, tidyProposals, type Word } from "../../core/index.ts";
import { useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { TidyBox } from "./tidy-box.tsx";
import { useWords, type WordsModel } from "./use-words.ts";
import { WordList } from "./word-list.tsx";
import styles from "./words.module.css";

/** Maximum length of a corrected word: it may become several. */
const WORD_TEXT_MAX = 200;

interface Props {
  /** The transcript in seconds of the displayed video. Null when there is none. */
  transcript: GivenTranscript | null;
  /** The document that was rendered into the displayed video. Null when it is unedited. */
  shown: EditDocument | null;
  /** What is shown without words: how to get them. */
  empty?: ReactNode;
  /** Stores the transcript with a changed text of one word. Resolves to whether it was accepted. Without it, texts cannot be changed. */
  onCorrect?: (word: Word, text: string) => Promise<boolean>;
}

/** The words of the video: striking them out cuts the video. */
export function WordsPanel({ transcript, shown, empty, onCorrect }: Props): ReactNode {
  const { t } = useTexts();
  if (transcript && transcript.segments.length > 0)
    return <Words transcript={transcript} shown={shown} {...(onCorrect && { onCorrect })} />;
  return empty ?? <p className={styles.empty}>{t("words.empty")}</p>;
}

function Words({ transcript, shown, onCorrect }: Pick<Props, "shown" | "onCorrect"> & { transcript: GivenTranscript }): ReactNode {
  const { t } = useTexts();
  const model = useWords(transcript, shown);
  const { words, strike } = model;
  const { language } = transcript;
  const clips = useEditorState((state) => state.document.clips);
  const duration = useEditorState((state) => state.sources[0]?.duration ?? 0);
  const proposals = useMemo(() => tidyProposals({ clips }, words, { language, duration }), [clips, words, language, duration]);
  const [announced, setAnnounced] = useState("");
  const [isSearching, setSearching] = useState(false);
  const [corrected, setCorrected] = useState<number | null>(null);
  const panel = useRef<HTMLElement>(null);
  const report = (done: ReturnType<WordsModel["strike"]>): void => {
    if (done) setAnnounced(t(done.isCut ? "words.cut" : "words.back", { count: done.count }));
  };
  const correct = (index: number): void => {
    model.select({ anchor: index, cursor: index });
    setCorrected(index);
  };
  const closeField = (): void => {
    setCorrected(null);
    panel.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  };
  const word = corrected === null ? undefined : words[corrected];
  const cursor = model.selection?.cursor;
  return (
    <section ref={panel} className={styles.panel} aria-label={t("words.label")}>
      <TidyBox
        proposals={proposals}
        words={words}
        language={language}
        onRemoved={(count) => setAnnounced(t("words.removedAll", { count }))}
      />
      <Help
        isSearching={isSearching}
        onSearch={() => setSearching((isOpen) => !isOpen)}
        onCorrect={onCorrect ? () => cursor !== undefined && correct(cursor) : null}
        hasWord={cursor !== undefined}
      />
      {isSearching && <Search model={model} onClose={() => setSearching(false)} />}
      {onCorrect && word && <CorrectField key={corrected} word={word} onCorrect={onCorrect} onClose={closeField} />}
      <WordList
        model={model}
        proposals={proposals}
        language={language}
        onStrike={() => report(strike())}
        onEdge={(edge, index) => report(model.moveEdge(edge, index))}
        onCorrect={onCorrect ? correct : null}
      />
      <p className={VISUALLY_HIDDEN.always} role="status">
        {announced}
      </p>
    </section>
  );
}

interface HelpProps {
  isSearching: boolean;
  onSearch(): void;
  /** Opens the field for the selected word. Null when texts cannot be changed. */
  onCorrect: (() => void) | null;
  hasWord: boolean;
}

/** How words are cut, and the buttons for searching and correcting. */
function Help({ isSearching, onSearch, onCorrect, hasWord }: HelpProps): ReactNode {
  const { t } = useTexts();
  const [before, after = ""] = t("words.help", { key: "\n" }).split("\n");
  return (
    <div className={styles.help}>
      <span>
        {before}
        <Keycap>⌫</Keycap>
        {after}
      </span>
      {onCorrect && (
        <IconButton label={t("words.correct")} hint="F2" icon={<IconPencil {...SMALL_ICON} />} isDisabled={!hasWord} onPress={onCorrect} />
      )}
      <IconButton label={t("words.search")} icon={<IconSearch {...SMALL_ICON} />} isPressed={isSearching} onPress={onSearch} />
    </div>
  );
}

interface CorrectProps {
  word: Word;
  onCorrect: (word: Word, text: string) => Promise<boolean>;
  onClose(): void;
}

/** Corrects the text of a word. Its sound stays. Enter saves, Escape leaves it as it was. */
function CorrectField({ word, onCorrect, onClose }: CorrectProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(word.text);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (text.trim() === word.text) return onClose();
    setSaving(true);
    const isSaved = await onCorrect(word, text.trim());
    setSaving(false);
    return isSaved ? onClose() : undefined;
  };
  return (
    <div className={styles.search}>
      <input
        type="text"
        className={styles.searchField}
        autoFocus
        dir="auto"
        maxLength={WORD_TEXT_MAX}
        aria-label={t("words.textOf", { word: word.text })}
        aria-busy={isSaving || undefined}
        readOnly={isSaving}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          else if (event.key === "Enter" && !isSaving) {
            if (text.trim() !== "") void save();
          } else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
    </div>
  );
}

/** Finds words. Enter goes to the next place, Shift+Enter to the one before. */
function Search({ model, onClose }: { model: WordsModel; onClose(): void }): ReactNode {
  const { t } = useTexts();
  const { words, select, selection } = model;
  const [query, setQuery] = useState("");
  const found = useMemo(() => findWords(words, query), [words, query]);
  const length = query.trim().split(/\s+/u).length;
  const number = found.findIndex((at) => at === selection?.anchor) + 1;
  const go = (at: number | undefined): void => {
    if (at !== undefined) select({ anchor: at, cursor: Math.min(words.length - 1, at + length - 1) });
  };
  return (
    <div className={styles.search} role="search">
      <input
        type="search"
        className={styles.searchField}
        autoFocus
        aria-label={t("words.search")}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          else if (event.key === "Enter") {
            const anchor = selection?.anchor ?? -1;
            go(event.shiftKey ? (found.findLast((at) => at < anchor) ?? found.at(-1)) : (found.find((at) => at > anchor) ?? found[0]));
          } else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span role="status">
        {query.trim() !== "" && (found.length > 0 ? t("words.found", { number, count: found.length }) : t("words.none"))}
      </span>
    </div>
  );
}
