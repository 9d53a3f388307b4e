import { VISUALLY_HIDDEN } from "@stillreel/ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Statistics } from "../watch.queries.ts";
import { axisOf, labelledDays, peakOf } from "./stats.plan.ts";
import styles from "./stats.module.css";

const WIDTH = 352;
const HEIGHT = 132;
const LABELS = 20;
/** Gap between two bars as a share of a bar. */
const GAP = 0.28;

/** Returns the path of a bar with a rounded top. */
function bar(x: number, width: number, height: number): string {
  const radius = Math.min(width / 2, height);
  return `M${x} ${HEIGHT}V${HEIGHT - height + radius}a${width / 2} ${radius} 0 0 1 ${width} 0V${HEIGHT}Z`;
}

/** Chart of views per day with new visitors in front and the best day highlighted. Screen readers get a table. */
export function ViewsChart({ days }: { days: Statistics["overTime"] }): ReactNode {
  const { t, i18n } = useTranslation("video");
  const peak = peakOf(days);
  const { top, ticks } = axisOf(peak?.views ?? 0);
  const slot = WIDTH / Math.max(1, days.length);
  const width = slot * (1 - GAP);
  const dayName = new Intl.DateTimeFormat(`${i18n.language}-u-nu-latn`, { month: "short", day: "numeric", timeZone: "UTC" });
  const nameOf = (day: string): string => dayName.format(new Date(`${day}T00:00:00Z`));
  const summary = peak
    ? t("stats.viewsSummary", {
        from: nameOf(days[0]?.day ?? peak.day),
        to: nameOf(days.at(-1)?.day ?? peak.day),
        peak: peak.views,
        day: nameOf(peak.day),
      })
    : t("stats.viewsNone");
  const heightOf = (value: number): number => (value / top) * HEIGHT;
  return (
    <figure className={styles.figure}>
      {/* Time is left-to-right in charts as in the video. */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + LABELS}`} className={styles.chart} role="img" aria-label={summary} direction="ltr">
        <GridLines values={[0, ...ticks]} heightOf={heightOf} />
        {days.map(({ day, views, uniqueViews }, index) => {
          const x = index * slot + (slot - width) / 2;
          const isPeak = peak?.index === index;
          return (
            <g key={day}>
              <title>{t("stats.day", { day: nameOf(day), views, unique: uniqueViews })}</title>
              <path d={bar(x, width, heightOf(views))} className={isPeak ? styles.peak : styles.repeat} />
              <path d={bar(x, width, heightOf(uniqueViews))} className={styles.unique} />
            </g>
          );
        })}
        {labelledDays(days.length).map((index) => (
          <text
            key={index}
            x={index === 0 ? 0 : index === days.length - 1 ? WIDTH : (index + 0.5) * slot}
            y={HEIGHT + 16}
            className={styles.label}
            textAnchor={index === 0 ? "start" : index === days.length - 1 ? "end" : "middle"}
          >
            {nameOf(days[index]?.day ?? "")}
          </text>
        ))}
      </svg>
      <ViewsTable days={days} nameOf={nameOf} />
    </figure>
  );
}

/** Horizontal lines with their values. */
function GridLines({ values, heightOf }: { values: readonly number[]; heightOf: (value: number) => number }): ReactNode {
  return values.map((value) => (
    <g key={value}>
      <path d={`M0 ${HEIGHT - heightOf(value)}H${WIDTH}`} className={styles.gridLine} />
      {value > 0 && (
        <text x={0} y={HEIGHT - heightOf(value) - 4} className={styles.label}>
          {value}
        </text>
      )}
    </g>
  ));
}

/** Table of the chart for screen readers. */
function ViewsTable({ days, nameOf }: { days: Statistics["overTime"]; nameOf: (day: string) => string }): ReactNode {
  const { t } = useTranslation("video");
  return (
    <table className={VISUALLY_HIDDEN.always}>
      <caption>{t("stats.perDay")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("stats.dayColumn")}</th>
          <th scope="col">{t("stats.views")}</th>
          <th scope="col">{t("stats.uniqueViews")}</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ views }) => views > 0)
          .map(({ day, views, uniqueViews }) => (
            <tr key={day}>
              <th scope="row">{nameOf(day)}</th>
              <td>{views}</td>
              <td>{uniqueViews}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
