import { VISUALLY_HIDDEN } from "@stillreel/ui";
import { formatClock, type PlayerHandle } from "@stillreel/watch/core";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { highlightOf } from "./stats.plan.ts";
import styles from "./stats.module.css";

const WIDTH = 352;
const HEIGHT = 84;
/** Rows of the table for screen readers. */
const ROWS = 10;

interface Props {
  coverage: readonly number[];
  durationS: number | null;
  handle: PlayerHandle | null;
}

/** Chart of how many viewers watched each part of the video. */
export function CoverageChart({ coverage, durationS, handle }: Props): ReactNode {
  const { t } = useTranslation("video");
  const top = Math.max(1, ...coverage) * 1.05;
  const step = WIDTH / Math.max(1, coverage.length - 1);
  const yOf = (viewers: number): number => HEIGHT - (viewers / top) * HEIGHT;
  const line = coverage
    .map((viewers, index) => `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${yOf(viewers).toFixed(1)}`)
    .join("");
  const best = highlightOf(coverage);
  const timeOf = (index: number): number => ((durationS ?? 0) * index) / Math.max(1, coverage.length);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.head}>
        <b>{t("stats.coverage")}</b>
        {best !== null && durationS !== null && (
          <span>
            <Trans
              t={t}
              i18nKey="stats.watchedMost"
              components={{
                time: (
                  <button type="button" className={styles.timecode} dir="ltr" onClick={() => handle?.seek(timeOf(best))}>
                    {formatClock(timeOf(best))}
                  </button>
                ),
              }}
            />
          </span>
        )}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={styles.chart}
        role="img"
        aria-label={
          best === null ? t("stats.coverageNone") : t("stats.coverageSummary", { most: Math.max(...coverage), end: coverage.at(-1) ?? 0 })
        }
        direction="ltr"
      >
        <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className={styles.area} />
        <path d={line} className={styles.curve} />
        {best !== null && (
          <>
            <path d={`M${best * step} ${yOf(coverage[best] ?? 0)}V${HEIGHT}`} className={styles.drop} />
            <circle cx={best * step} cy={yOf(coverage[best] ?? 0)} r="4" className={styles.dot} />
          </>
        )}
      </svg>
      <CoverageTable coverage={coverage} timeOf={timeOf} />
    </figure>
  );
}

/** Table of the chart for screen readers. */
function CoverageTable({ coverage, timeOf }: { coverage: readonly number[]; timeOf: (index: number) => number }): ReactNode {
  const { t } = useTranslation("video");
  return (
    <table className={VISUALLY_HIDDEN.always}>
      <caption>{t("stats.coverage")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("stats.timeColumn")}</th>
          <th scope="col">{t("stats.viewersColumn")}</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: ROWS }, (_, row) => Math.floor((row * coverage.length) / ROWS)).map((index, row) => (
          <tr key={row}>
            <th scope="row">{formatClock(timeOf(index))}</th>
            <td>{coverage[index] ?? 0}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
