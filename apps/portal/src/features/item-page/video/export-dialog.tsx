import { Button, NumberInput, Switch } from "@mantine/core";
import { GIF_MAX_S } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { formatClock } from "@stillreel/watch/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ItemView } from "../../../entities/items/item-list.ts";
import { errorText } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { CaptionFiles } from "./caption-files.tsx";
import {
  bodyOf,
  EXPORT_FORMATS,
  type ExportChoice,
  FRAMES,
  hasRange,
  hasSize,
  isMoving,
  isSound,
  lowerHeights,
  rangeMax,
} from "./export-plan.ts";
import { ExportList } from "./export-list.tsx";
import styles from "./export-dialog.module.css";
import { beginExport, type ExportFormat, exportsQuery } from "./exports.queries.ts";
import { movedRange } from "./gif-range.ts";
import { playbackQuery } from "./watch.queries.ts";
import { RangeSlider } from "./range-slider.tsx";

/** Initial length of a part in seconds. */
const FIRST_S = 5;

interface Props {
  item: ItemView;
  durationS: number;
  /** Position of the player in seconds. */
  playheadS: number;
  onClose: () => void;
}

/** Converts a video to another format, size or part. The finished file is downloaded while the dialog is open. */
export function ExportDialog({ item, durationS, playheadS, onClose }: Props): ReactNode {
  const { t } = useTranslation(["exports", "common"]);
  const [choice, setChoice] = useState<ExportChoice>(() => {
    const from = Math.max(0, Math.min(Math.floor(playheadS), Math.floor(durationS - 1)));
    const range = { from, to: Math.min(durationS, from + FIRST_S) };
    return { format: "mp4", height: null, isPart: false, range, frames: FRAMES.first, captions: null };
  });
  const [isBusy, setBusy] = useState(false);
  const [started] = useState(() => new Set<string>());
  const { data: exports = [] } = useQuery(exportsQuery(item.id));
  const start = (): void => {
    setBusy(true);
    beginExport(item.id, bodyOf(choice, playheadS))
      .then((id) => started.add(id))
      .catch((error: unknown) => toasts.error(errorText(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog onClose={onClose} size={560} title={t("title")}>
      <Choices {...{ item, choice, durationS, playheadS }} onChange={(change) => setChoice((before) => ({ ...before, ...change }))} />
      <p className={styles.text}>{t("text")}</p>
      <div className={styles.actions}>
        <Button variant="quiet" size="md" onClick={onClose}>
          {t("common:actions.close")}
        </Button>
        <Button size="md" loading={isBusy} onClick={start}>
          {t("create")}
        </Button>
      </div>
      <ExportList exports={exports} started={started} />
      <CaptionFiles item={item} />
    </Dialog>
  );
}

interface ChoicesProps extends Omit<Props, "onClose"> {
  choice: ExportChoice;
  onChange: (change: Partial<ExportChoice>) => void;
}

function Choices({ item, choice, durationS, playheadS, onChange }: ChoicesProps): ReactNode {
  const { t } = useTranslation("exports");
  const { format, height, isPart, range } = choice;
  const lines = Math.min(item.width ?? 0, item.height ?? 0);
  const changeFormat = (next: ExportFormat): void =>
    onChange({ format: next, ...(isMoving(next) ? { range: { from: range.from, to: Math.min(range.to, range.from + GIF_MAX_S) } } : {}) });
  return (
    <div className={styles.fields}>
      <SelectField
        label={t("format")}
        value={format}
        choices={EXPORT_FORMATS.map((one) => ({ value: one, label: t(`formats.${one}`) }))}
        onChange={changeFormat}
      />
      {hasSize(format) && (
        <SelectField
          label={t("size")}
          value={String(height ?? "")}
          choices={[
            { value: "", label: t("sizeOriginal", { lines }) },
            ...lowerHeights(lines).map((one) => ({ value: String(one), label: t("sizeLines", { lines: one }) })),
          ]}
          onChange={(value) => onChange({ height: value === "" ? null : (Number(value) as ExportChoice["height"]) })}
        />
      )}
      <CaptionLanguage {...{ item, choice, onChange }} />
      {!isMoving(format) && (
        <Switch
          className={styles.switch}
          label={t("part")}
          checked={isPart}
          onChange={({ currentTarget }) => onChange({ isPart: currentTarget.checked })}
        />
      )}
      {hasRange(choice) && <Part {...{ choice, durationS, onChange }} />}
      {isMoving(format) && <p className={styles.chosen}>{t("movingText", { max: GIF_MAX_S })}</p>}
      {format === "png" && <Frames {...{ choice, playheadS, onChange }} />}
    </div>
  );
}

/** Language of the captions that are drawn into the image. Nothing without captions, and for sound. */
function CaptionLanguage({ item, choice, onChange }: Pick<ChoicesProps, "item" | "choice" | "onChange">): ReactNode {
  const { t } = useTranslation("exports");
  const { data } = useQuery(playbackQuery(item.id));
  if (!data || data.captions.length === 0 || isSound(choice.format)) return null;
  return (
    <SelectField
      label={t("captions")}
      value={choice.captions ?? ""}
      choices={[{ value: "", label: t("noCaptions") }, ...data.captions.map(({ language, label }) => ({ value: language, label }))]}
      onChange={(value) => onChange({ captions: value === "" ? null : value })}
    />
  );
}

function Part({ choice, durationS, onChange }: Pick<ChoicesProps, "choice" | "durationS" | "onChange">): ReactNode {
  const { t } = useTranslation("exports");
  const { format, range } = choice;
  return (
    <div className={styles.wide}>
      <RangeSlider
        range={range}
        durationS={durationS}
        labels={{ from: t("from"), to: t("to") }}
        onMove={(end, seconds) => onChange({ range: movedRange(range, end, seconds, durationS, rangeMax(format)) })}
      />
      <p className={styles.chosen} role="status">
        {t("chosen", { from: formatClock(range.from), to: formatClock(range.to), seconds: Math.round((range.to - range.from) * 10) / 10 })}
      </p>
    </div>
  );
}

function Frames({ choice: { isPart, frames }, playheadS, onChange }: Pick<ChoicesProps, "choice" | "playheadS" | "onChange">): ReactNode {
  const { t } = useTranslation("exports");
  if (!isPart) return <p className={styles.chosen}>{t("frameAt", { time: formatClock(playheadS) })}</p>;
  return (
    <NumberInput
      label={t("frames")}
      value={frames}
      min={1}
      max={FRAMES.max}
      clampBehavior="strict"
      onChange={(value) => onChange({ frames: Math.max(1, Number(value) || 1) })}
    />
  );
}
