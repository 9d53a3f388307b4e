import type { EditDocument } from "@stillreel/contract";
import { EditorButton, IconButton, Keycap, SMALL_ICON } from "@stillreel/editor/parts";
import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState, type ReactNode } from "react";
import { findWords, type GivenTranscript, tidyProposals } from "../../core/index.ts";
import { useEditorState } from "../editor-context.tsx";
import { useTexts } from "../texts-context.tsx";
import { TidyBox } from "./tidy-box.tsx";
import { useWords, type WordsModel } from "./use-words.ts";
import { WordList } from "./word-list.tsx";
import styles from "./words.module.css";

interface Props {
  /** The transcript in seconds of the displayed video. Null when there is none. */
  transcript: GivenTranscript | null;
  /** The document that was rendered into the displayed video. Null when it is unedited. */
  shown: EditDocument | null;
  /** Lets the server write the transcript. Null when it cannot. */
  onWrite: (() => void) | null;
}

/** The words of the video: striking them out cuts the video. */
export function WordsPanel({ transcript, shown, onWrite }: Props): ReactNode {
  const { t } = useTexts();
  if (transcript && transcript.segments.length > 0) return <Words transcript={transcript} shown={shown} />;
  return (
    <div className={styles.empty}>
      <p>{t("words.empty")}</p>
      {onWrite && <EditorButton label={t("words.write")} variant="default" onPress={onWrite} />}
    </div>
  );
}

function Words({ transcript, shown }: { transcript: GivenTranscript; shown: EditDocument | null }): ReactNode {
  const { t } = useTexts();
  const model = useWords(transcript, shown);
  const { words, strike } = model;
  const { language } = transcript;
  const clips = useEditorState((state) => state.document.clips);
  const duration = useEditorState((state) => state.sources[0]?.duration ?? 0);
  const proposals = useMemo(() => tidyProposals({ clips }, words, { language, duration }), [clips, words, language, duration]);
  const [announced, setAnnounced] = useState("");
  const [isSearching, setSearching] = useState(false);
  const handleStrike = (): void => {
    const done = strike();
    if (done) setAnnounced(t(done.isCut ? "words.cut" : "words.back", { count: done.count }));
  };
  const [before, after = ""] = t("words.help", { key: "\n" }).split("\n");
  return (
    <section className={styles.panel} aria-label={t("words.label")}>
      <TidyBox proposals={proposals} language={language} onRemoved={(count) => setAnnounced(t("words.removedAll", { count }))} />
      <div className={styles.help}>
        <span>
          {before}
          <Keycap>⌫</Keycap>
          {after}
        </span>
        <IconButton
          label={t("words.search")}
          icon={<IconSearch {...SMALL_ICON} />}
          isPressed={isSearching}
          onPress={() => setSearching((isOpen) => !isOpen)}
        />
      </div>
      {isSearching && <Search model={model} onClose={() => setSearching(false)} />}
      <WordList model={model} proposals={proposals} language={language} onStrike={handleStrike} />
      <p className={VISUALLY_HIDDEN.always} role="status">
        {announced}
      </p>
    </section>
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
