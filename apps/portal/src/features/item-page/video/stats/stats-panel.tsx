import { Button, SegmentedControl } from "@mantine/core";
import type { PlayerHandle } from "@stillreel/watch/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatPercent } from "@stillreel/i18n";
import { errorText } from "../../../../platform/api.ts";
import type { ItemView } from "../../../../entities/items/item-list.ts";
import { statisticsQuery, type Statistics } from "../watch.queries.ts";
import { CoverageChart } from "./coverage-chart.tsx";
import { statisticsAsCsv, watchedToEnd } from "./stats.plan.ts";
import styles from "./stats.module.css";
import { ViewsChart } from "./views-chart.tsx";

const DAYS = [7, 30, 90] as const;

interface Props {
  item: ItemView;
  handle: PlayerHandle | null;
  durationS: number | null;
}

/** Statistics of a video: viewers, watched parts and sources. */
export function StatsPanel({ item, handle, durationS }: Props): ReactNode {
  const { t } = useTranslation("video");
  const { t: common } = useTranslation();
  const [days, setDays] = useState<number>(30);
  const { data, error, refetch } = useQuery({ ...statisticsQuery(item.id, days), placeholderData: keepPreviousData });
  return (
    <div aria-busy={!data && !error}>
      <div className={styles.top}>
        <SegmentedControl
          aria-label={t("stats.period")}
          value={String(days)}
          onChange={(next) => setDays(Number(next))}
          data={DAYS.map((count) => ({ value: String(count), label: t("stats.days", { count }) }))}
        />
        {data && (
          <Button
            variant="quiet"
            size="xs"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => saveText(`${item.title}.csv`, statisticsAsCsv(item.title, data, durationS))}
          >
            {t("stats.csv")}
          </Button>
        )}
      </div>
      {error && !data && (
        <p className={styles.failed} role="alert">
          {errorText(error)}{" "}
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {common("actions.tryAgain")}
          </Button>
        </p>
      )}
      {data && <Numbers data={data} />}
      {data && <Charts data={data} handle={handle} durationS={durationS} />}
    </div>
  );
}

function Numbers({ data }: { data: Statistics }): ReactNode {
  const { t, i18n } = useTranslation("video");
  const number = (value: number): string => formatCount(value, i18n.language);
  const ended = watchedToEnd(data);
  const facts = [
    [t("stats.views"), number(data.views)],
    [t("stats.uniqueViews"), number(data.uniqueViews)],
    [t("stats.likes"), number(data.likes)],
    [t("stats.watchedToEnd"), ended === null ? "–" : `${ended}%`],
  ] as const;
  return (
    <dl className={styles.numbers}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Charts({ data, handle, durationS }: Omit<Props, "item"> & { data: Statistics }): ReactNode {
  const { t, i18n } = useTranslation("video");
  const began = Math.max(1, ...data.coverage, ...data.completion.map(({ viewers }) => viewers));
  const isWatched = data.coverage.some((viewers) => viewers > 0);
  const seen = data.sources.reduce((sum, { views }) => sum + views, 0);
  return (
    <>
      <div className={styles.head}>
        <b>{t("stats.perDay")}</b>
        <span className={styles.key} data-kind="unique">
          {t("stats.unique")}
        </span>
        <span className={styles.key} data-kind="repeat">
          {t("stats.repeat")}
        </span>
      </div>
      <ViewsChart days={data.overTime} />
      {!isWatched && <p className={styles.failed}>{t("stats.nobody")}</p>}
      {isWatched && <CoverageChart coverage={data.coverage} durationS={durationS} handle={handle} />}
      {isWatched && data.completion.length > 0 && (
        <Shares
          title={t("stats.completion")}
          rows={data.completion.map(({ percent, viewers }) => ({
            name: formatPercent(percent / 100, i18n.language),
            count: viewers,
            part: viewers / began,
          }))}
        />
      )}
      {seen > 0 && (
        <Shares
          title={t("stats.sources")}
          rows={data.sources.map(({ source, views }) => ({ name: t(`stats.source.${source}`), count: views, part: views / seen }))}
        />
      )}
    </>
  );
}

/** Names with bars, as a table for screen readers. */
function Shares({ title, rows }: { title: string; rows: readonly { name: string; count: number; part: number }[] }): ReactNode {
  return (
    <table className={styles.shares}>
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ name, count, part }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={styles.barCell} aria-hidden="true">
              <span className={styles.track}>
                <i ref={(node) => node?.style.setProperty("width", `${Math.round(part * 100)}%`)} />
              </span>
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function saveText(name: string, text: string): void {
  // Spreadsheets need the byte order mark to recognise UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/gu, " ");
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
