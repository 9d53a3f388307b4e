import { Button } from "@mantine/core";
import { GIF_MAX_S } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { formatClock } from "@stillreel/watch/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/dialog.tsx";
import { startDownload } from "../../../entities/items/item-downloads.ts";
import { downloadUrl } from "../../../entities/items/item-links.ts";
import type { ItemView } from "../../../entities/items/item-list.ts";
import styles from "./gif-dialog.module.css";
import { movedRange, type Range } from "./gif-range.ts";
import { RangeSlider } from "./range-slider.tsx";

/** Initial length of the range in seconds. */
const FIRST_S = 5;

interface Props {
  item: ItemView;
  durationS: number;
  /** Initial start of the range. */
  startS: number;
  onClose: () => void;
}

/** Dialog for choosing the range of a GIF. */
export function GifDialog({ item, durationS, startS, onClose }: Props): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const [range, setRange] = useState<Range>(() => {
    const from = Math.max(0, Math.min(Math.floor(startS), Math.floor(durationS - 1)));
    return { from, to: Math.min(durationS, from + FIRST_S) };
  });
  const move = (end: "from" | "to", seconds: number): void => setRange((before) => movedRange(before, end, seconds, durationS));
  const href = `${downloadUrl(item.id)}?format=gif&from=${range.from}&to=${range.to}`;
  return (
    <Dialog onClose={onClose} size={520} title={t("gif.title")}>
      <p className={styles.text}>{t("gif.text", { max: GIF_MAX_S })}</p>
      <RangeSlider range={range} durationS={durationS} labels={{ from: t("gif.from"), to: t("gif.to") }} onMove={move} />
      <p className={styles.chosen} role="status">
        {t("gif.chosen", {
          from: formatClock(range.from),
          to: formatClock(range.to),
          seconds: Math.round((range.to - range.from) * 10) / 10,
        })}
      </p>
      <div className={styles.actions}>
        <Button variant="quiet" size="md" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button
          component="a"
          href={href}
          download=""
          size="md"
          onClick={(event) => {
            event.preventDefault();
            toasts.show(t("gif.started"));
            void startDownload("video", href);
            onClose();
          }}
        >
          {t("gif.save")}
        </Button>
      </div>
    </Dialog>
  );
}
