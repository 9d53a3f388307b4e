import { Button } from "@mantine/core";
import { updateItem } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { formatClock } from "@stillreel/watch/core";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { renameItem } from "../../../../entities/items/item-changes.ts";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { cacheItem } from "../../../../entities/items/items.queries.ts";
import { spaceOf } from "../../../../entities/spaces/space-ref.ts";
import { client, errorText } from "../../../../platform/api.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { saveChapters } from "../watch.queries.ts";
import { loadSuggestions, type Suggestions } from "../../../../entities/transcripts/transcript.queries.ts";
import parts from "../../../../ui/transcript/transcript.module.css";
import styles from "./transcript-panel.module.css";

type Answer = { suggestions: Suggestions } | { failure: string } | null;

/** Title, summary and chapters that the chat service suggests. Each is applied only when the user accepts it. */
export function SuggestionsDialog({ item, onClose }: { item: ItemView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("transcript");
  const [answer, setAnswer] = useState<Answer>(null);
  useEffect(() => {
    let isGone = false;
    loadSuggestions(item.id).then(
      (suggestions) => isGone || setAnswer({ suggestions }),
      (error: unknown) => isGone || setAnswer({ failure: error instanceof Error ? error.message : errorText(error) }),
    );
    return () => void (isGone = true);
  }, [item.id]);
  return (
    <Dialog onClose={onClose} size={560} title={t("suggest.title")}>
      {answer === null && (
        <p className={parts.dialogText} role="status">
          {t("suggest.loading")}
        </p>
      )}
      {answer !== null && "failure" in answer && (
        <p className={parts.dialogText} role="alert">
          {t("suggest.failed", { reason: answer.failure })}
        </p>
      )}
      {answer !== null && "suggestions" in answer && <Offers item={item} suggestions={answer.suggestions} />}
    </Dialog>
  );
}

function Offers({ item, suggestions }: { item: ItemView; suggestions: Suggestions }): ReactNode {
  const { t } = useTranslation("transcript");
  const { title, summary, chapters, model } = suggestions;
  return (
    <>
      <p className={parts.dialogText}>{t("suggest.by", { model })}</p>
      <Offer label={t("suggest.name")} accept={async () => renameItem(item, title)}>
        <p dir="auto">{title}</p>
      </Offer>
      <Offer label={t("suggest.summary")} accept={async () => saveSummary(item, summary)}>
        <p dir="auto">{summary}</p>
      </Offer>
      <Offer label={t("suggest.chapters")} accept={chapters.length === 0 ? null : async () => acceptChapters(item, chapters)}>
        {chapters.length === 0 ? (
          <p>{t("suggest.noChapters")}</p>
        ) : (
          <ol className={styles.chapters}>
            {chapters.map(({ timestamp, name }) => (
              <li key={timestamp}>
                <span>{formatClock(timestamp)}</span> <bdi>{name}</bdi>
              </li>
            ))}
          </ol>
        )}
      </Offer>
    </>
  );
}

interface OfferProps {
  label: string;
  /** Applies the suggestion. Returns whether it was applied. Null when there is nothing to apply. */
  accept: (() => Promise<boolean>) | null;
  children: ReactNode;
}

function Offer({ label, accept, children }: OfferProps): ReactNode {
  const { t } = useTranslation("transcript");
  const [state, setState] = useState<"open" | "busy" | "accepted">("open");
  const press = async (): Promise<void> => {
    setState("busy");
    setState((await accept?.()) === true ? "accepted" : "open");
  };
  return (
    <section className={styles.offer} aria-label={label}>
      <div>
        <h3>{label}</h3>
        {children}
      </div>
      {accept && (
        <Button
          variant="default"
          size="sm"
          disabled={state !== "open"}
          aria-label={`${t(state === "accepted" ? "suggest.accepted" : "suggest.accept")}: ${label}`}
          onClick={() => void press()}
        >
          {t(state === "accepted" ? "suggest.accepted" : "suggest.accept")}
        </Button>
      )}
    </section>
  );
}

async function saveSummary(item: ItemView, description: string): Promise<boolean> {
  try {
    const params = { workspaceId: spaceOf(item), type: item.type, itemId: item.id };
    cacheItem(await client.call(updateItem, { params, body: { description } }));
    return true;
  } catch (error) {
    toasts.error(errorText(error));
    return false;
  }
}

async function acceptChapters(item: ItemView, chapters: Suggestions["chapters"]): Promise<boolean> {
  try {
    await saveChapters(item, { enabled: true, chapters });
    return true;
  } catch (error) {
    toasts.error(errorText(error));
    return false;
  }
}
