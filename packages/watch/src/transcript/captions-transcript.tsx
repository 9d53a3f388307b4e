import { useEffect, useState, type ReactNode } from "react";
import { bestTrack, parseCaptions, segmentsOfCues, type CaptionTrack, type SpokenSegment } from "../core/index.ts";
import { useTexts } from "../texts-context.tsx";
import { LanguageSelect } from "./language-select.tsx";
import { TranscriptView } from "./transcript-view.tsx";
import styles from "./transcript.module.css";
import type { TranscriptViewProps } from "./transcript.types.ts";

interface Props extends Omit<TranscriptViewProps, "segments" | "language" | "edit"> {
  /** Captions of the video; at least one. */
  tracks: readonly CaptionTrack[];
  /** Language that is shown first; by default the best one for the page. */
  first?: string | null;
  onLanguage?(language: string): void;
}

type Loaded = { language: string; segments: readonly SpokenSegment[] | null };

/** The transcript for viewers: the text of the captions. */
export function CaptionsTranscript({ tracks, first = null, onLanguage, footer, ...view }: Props): ReactNode {
  const { t, language: page } = useTexts();
  const [chosen, setChosen] = useState<string | null>(first);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [tries, setTries] = useState(0);
  const track = tracks.find(({ language }) => language === chosen) ?? bestTrack(tracks, page);
  const [language, url] = [track?.language ?? "", track?.url ?? ""];
  useEffect(() => {
    const ended = new AbortController();
    void loadSegments(url, ended.signal).then((segments) => {
      if (!ended.signal.aborted) setLoaded({ language, segments });
    });
    return () => ended.abort();
    // eslint-disable-next-line react/exhaustive-deps -- an address that was signed again leads to the same text
  }, [language, tries]);
  const select = (
    <LanguageSelect
      tracks={tracks}
      value={language}
      onChange={(next) => {
        setChosen(next);
        onLanguage?.(next);
      }}
    />
  );
  if (loaded?.language !== language)
    return (
      <p className={styles.message} role="status">
        {t("transcript.loading")}
      </p>
    );
  if (loaded.segments === null)
    return (
      <div className={styles.message} role="alert">
        <p>{t("transcript.failed")}</p>
        <button type="button" className={styles.strong} onClick={() => setTries(tries + 1)}>
          {t("transcript.retry")}
        </button>
      </div>
    );
  return (
    <TranscriptView
      {...view}
      key={language}
      segments={loaded.segments}
      language={language}
      footer={
        <>
          {tracks.length > 1 && select}
          {footer}
        </>
      }
    />
  );
}

async function loadSegments(url: string, signal: AbortSignal): Promise<readonly SpokenSegment[] | null> {
  try {
    const answer = await fetch(url, { headers: { accept: "text/vtt" }, signal });
    return answer.ok ? segmentsOfCues(parseCaptions(await answer.text())) : null;
  } catch {
    return null;
  }
}
