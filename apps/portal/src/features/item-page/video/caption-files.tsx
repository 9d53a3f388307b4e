import { Button } from "@mantine/core";
import { parseCaptions, subRipOf } from "@stillreel/watch/core";
import { toasts } from "@stillreel/ui";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { saveUrl } from "../../../entities/items/item-downloads.ts";
import { errorText } from "../../../platform/api.ts";
import styles from "./export-dialog.module.css";
import { loadCaptions, playbackQuery } from "./watch.queries.ts";

const FORMATS = ["vtt", "srt"] as const;

/** Downloads the captions of a language as WebVTT or SubRip. */
async function download(item: ItemView, language: string, format: (typeof FORMATS)[number]): Promise<void> {
  const { vtt } = await loadCaptions(item.id, language);
  const text = format === "vtt" ? vtt : subRipOf(parseCaptions(vtt));
  const url = URL.createObjectURL(new Blob([text], { type: format === "vtt" ? "text/vtt" : "application/x-subrip" }));
  saveUrl(url, `${item.fullFileName.replace(/\.[A-Za-z0-9]{1,5}$/u, "")}.${language}.${format}`);
  URL.revokeObjectURL(url);
}

/** The captions of a video as files. Nothing without captions. */
export function CaptionFiles({ item }: { item: ItemView }): ReactNode {
  const { t } = useTranslation("exports");
  const { data } = useQuery(playbackQuery(item.id));
  if (!data || data.captions.length === 0) return null;
  return (
    <section aria-label={t("captionFiles")} className={styles.list}>
      <h3 className={styles.heading}>{t("captionFiles")}</h3>
      <div className={styles.files}>
        {data.captions.flatMap(({ language, label }) =>
          FORMATS.map((format) => (
            <Button
              key={`${language}-${format}`}
              variant="default"
              size="sm"
              onClick={() => void download(item, language, format).catch((error: unknown) => toasts.error(errorText(error)))}
            >
              {t("captionFile", { language: label, format: format.toUpperCase() })}
            </Button>
          )),
        )}
      </div>
    </section>
  );
}
