import { Textarea } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { chaptersAsText, chaptersFromText } from "./chapters.plan.ts";
import type { ChapterDraft } from "./use-chapter-draft.ts";

/** Chapters as text, one per line: "0:00 Intro". */
export function ChapterText({ draft }: { draft: ChapterDraft }): ReactNode {
  const { t } = useTranslation("video");
  const [text, setText] = useState<string | null>(null);
  const { badLine } = chaptersFromText(text ?? "");
  return (
    <Textarea
      aria-label={t("chapters.text")}
      description={t("chapters.textHint")}
      rows={Math.max(8, draft.chapters.length + 2)}
      dir="auto"
      // After Cancel the text is reset.
      value={draft.isDirty && text !== null ? text : chaptersAsText(draft.chapters)}
      error={badLine === null || !draft.isDirty ? undefined : t("chapters.badLine", { number: badLine })}
      onChange={(event) => {
        setText(event.currentTarget.value);
        draft.replaceAll(chaptersFromText(event.currentTarget.value).chapters);
      }}
    />
  );
}
