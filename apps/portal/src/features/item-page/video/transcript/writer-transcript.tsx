import { Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { isApiError } from "@stillreel/client";
import { spokenSegments } from "@stillreel/watch/core";
import { CaptionsTranscript, TranscriptView, type TranscriptEdit } from "@stillreel/watch/transcript";
import { IconCut, IconPlus, IconSparkles } from "@tabler/icons-react";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { errorText } from "../../../../platform/api.ts";
import { lazyView } from "../../../../platform/lazy-view.ts";
import { Suspense } from "react";
import { videoEditPath } from "../../../../entities/spaces/addresses.ts";
import { isWriting, refreshTranscript, saveTranscript, type Transcript } from "../../../../entities/transcripts/transcript.queries.ts";
import { useNotice, useWriteTranscript } from "../../../../entities/transcripts/use-transcript.ts";
import { NoticeDialog } from "../../../../ui/transcript/notice-dialog.tsx";
import parts from "../../../../ui/transcript/transcript.module.css";
import { StateNotice, WriteForm, WriteMenu } from "../../../../ui/transcript/write-form.tsx";
import type { TranscriptPanelProps } from "./transcript-panel.types.ts";
import styles from "./transcript-panel.module.css";

const SuggestionsDialog = lazyView(() => import("./suggestions-dialog.tsx"), "SuggestionsDialog");

interface Props extends Omit<TranscriptPanelProps, "canWrite"> {
  transcript: Transcript;
  chapters: ItemView["chapters"];
}

/** The transcript for users who may change the video: its state, its text with corrections, and what follows from it. */
export function WriterTranscript(props: Props): ReactNode {
  const { item, transcript, tracks, handle, chapters, onMatches, onAddLanguage } = props;
  const { ask, asked } = useNotice();
  const start = useWriteTranscript(item.id, { ask });
  const [shown, setShown] = useState<string | null>(null);
  const [isSuggesting, setSuggesting] = useState(false);
  const { chat } = transcript.receivers;
  const write = (language: string | null): void => start(transcript, language);
  const hasText = transcript.segments.length > 0;
  const canSuggest = chat !== null && transcript.state === "ready" && hasText;
  const suggest = (): void => void ask({ kind: "chat", host: chat ?? "" }, () => setSuggesting(true));
  const footer = (
    <>
      {hasText && tracks.length > 1 && <Languages tracks={tracks} value={shown ?? transcript.language} onChange={setShown} />}
      {onAddLanguage && <AddLanguageButton onPress={onAddLanguage} />}
      <Links item={item} handle={handle} transcript={transcript} onWrite={write} onSuggest={canSuggest ? suggest : null} />
    </>
  );
  const isOther = shown !== null && shown !== transcript.language && tracks.some(({ language }) => language === shown);
  const notice = <StateNotice transcript={transcript} onWrite={write} />;
  return (
    <>
      {isOther || (!hasText && tracks.length > 0 && !isWriting(transcript)) ? (
        <CaptionsTranscript
          key={shown}
          tracks={tracks}
          first={shown}
          onLanguage={setShown}
          handle={handle}
          chapters={chapters}
          onMatches={onMatches}
          notice={hasText ? null : notice}
          footer={
            <>
              {onAddLanguage && <AddLanguageButton onPress={onAddLanguage} />}
              {!hasText && <WriteMenu transcript={transcript} onWrite={write} />}
            </>
          }
        />
      ) : hasText ? (
        <OwnText {...props} notice={transcript.state === "ready" ? null : notice} footer={footer} />
      ) : (
        <WriteForm transcript={transcript} onWrite={write} />
      )}
      {asked && <NoticeDialog {...asked} />}
      {isSuggesting && (
        <Suspense>
          <SuggestionsDialog item={item} onClose={() => setSuggesting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The text with its corrections. */
function OwnText({
  item,
  transcript,
  handle,
  chapters,
  onMatches,
  notice,
  footer,
}: Props & { notice: ReactNode; footer: ReactNode }): ReactNode {
  const { t } = useTranslation("transcript");
  const segments = useMemo(() => spokenSegments(transcript.segments), [transcript.segments]);
  const edit = useMemo((): TranscriptEdit => {
    const { version, segments: stored } = transcript;
    return {
      async save(index, text) {
        const changed = stored.map(({ start, end, text: before }, at) => ({ start, end, text: at === index ? text : before }));
        try {
          await saveTranscript(item.id, { version, segments: changed });
          toasts.show(t("saved"), { tone: "done" });
          return true;
        } catch (error) {
          toasts.error(isApiError(error, "edit-conflict") ? t("conflict") : errorText(error));
          if (isApiError(error, "edit-conflict")) void refreshTranscript(item.id);
          return false;
        }
      },
    };
  }, [transcript, item.id, t]);
  return (
    <TranscriptView
      segments={segments}
      language={transcript.language}
      handle={handle}
      chapters={chapters}
      onMatches={onMatches}
      {...(transcript.state === "ready" && { edit })}
      notice={notice}
      footer={footer}
    />
  );
}

function Languages({
  tracks,
  value,
  onChange,
}: {
  tracks: Props["tracks"];
  value: string | null;
  onChange: (language: string) => void;
}): ReactNode {
  const { t } = useTranslation("watch");
  return (
    <select
      className={parts.language}
      aria-label={t("transcript.language")}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {tracks.map(({ language, label }) => (
        <option key={language} value={language}>
          {label}
        </option>
      ))}
    </select>
  );
}

function AddLanguageButton({ onPress }: { onPress: () => void }): ReactNode {
  const { t } = useTranslation("watch");
  return (
    <Button variant="quiet" size="xs" leftSection={<IconPlus {...ICON} />} onClick={onPress}>
      {t("player.addLanguage")}
    </Button>
  );
}

interface LinksProps extends Pick<Props, "item" | "handle" | "transcript"> {
  onWrite: (language: string | null) => void;
  onSuggest: (() => void) | null;
}

function Links({ item, handle, transcript, onWrite, onSuggest }: LinksProps): ReactNode {
  const { t } = useTranslation("transcript");
  const [second, setSecond] = useState(0);
  return (
    <>
      {onSuggest && (
        <Button variant="quiet" size="xs" leftSection={<IconSparkles {...ICON} />} onClick={onSuggest}>
          {t("suggest.open")}
        </Button>
      )}
      <WriteMenu transcript={transcript} onWrite={onWrite} />
      <Button
        component="a"
        variant="default"
        size="xs"
        className={styles.words}
        leftSection={<IconCut {...ICON} />}
        href={`${videoEditPath(item)}?panel=words&t=${second}`}
        onPointerDown={() => setSecond(Math.floor(handle?.time ?? 0))}
        onFocus={() => setSecond(Math.floor(handle?.time ?? 0))}
      >
        {t("words")}
      </Button>
    </>
  );
}
