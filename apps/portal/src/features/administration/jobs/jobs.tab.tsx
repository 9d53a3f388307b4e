import { Button, SegmentedControl } from "@mantine/core";
import { Chip, ICON, toasts } from "@stillreel/ui";
import { IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { jobsQuery, repeatJob, type JobStateFilter, type JobView } from "../../../entities/administration/administration.queries.ts";
import { formatCount } from "../../../platform/format/format-count.ts";
import { formatTime } from "../../../platform/format/format-date.ts";
import { ListState, MoreButton } from "../parts/list-state.tsx";
import table from "../parts/table.module.css";
import styles from "./jobs.module.css";

const STATES = ["running", "waiting", "failed"] as const;
const FILTERS = ["all", ...STATES] as const;
const TONES = { running: "accent", waiting: "plain", failed: "bad" } as const;

/** The queue of jobs; waiting and failed ones can be run immediately. */
export function JobsTab(): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const [state, setState] = useState<JobStateFilter>("all");
  const list = useInfiniteQuery(jobsQuery(state));
  const jobs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const counts = list.data?.pages[0]?.counts;
  return (
    <>
      <dl className={styles.counts}>
        {STATES.map((one) => (
          <div key={one} className={styles.count} data-bad={one === "failed" && (counts?.failed ?? 0) > 0 ? "" : undefined}>
            <dt>{t(`jobs.states.${one}`)}</dt>
            <dd>{counts ? formatCount(counts[one], i18n.language) : "–"}</dd>
          </div>
        ))}
      </dl>
      <SegmentedControl
        className={styles.filter ?? ""}
        aria-label={t("jobs.filter")}
        value={state}
        onChange={(value) => setState(value as JobStateFilter)}
        data={FILTERS.map((value) => ({ value, label: t(`jobs.states.${value}`) }))}
      />
      <ListState query={list} isEmpty={jobs.length === 0} empty={t("jobs.none")}>
        <table className={`${table.table} ${styles.table}`} aria-label={t("tabs.jobs")}>
          <thead>
            <tr>
              <th scope="col">{t("jobs.job")}</th>
              <th scope="col" data-column="second">
                {t("jobs.state")}
              </th>
              <th scope="col" data-column="third">
                {t("jobs.time")}
              </th>
              <th scope="col" data-column="action">
                {t("jobs.attempts")}
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </tbody>
        </table>
        <MoreButton query={list} />
      </ListState>
    </>
  );
}

function JobRow({ job }: { job: JobView }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  return (
    <tr>
      <th scope="row">
        <span className={`${table.text} ${table.name}`}>
          <bdi>{job.name}</bdi>
        </span>
        {job.error !== null && (
          <span className={`${table.small} ${table.bad}`}>
            <bdi>{job.error}</bdi>
          </span>
        )}
      </th>
      <td data-column="second">
        <Chip tone={TONES[job.state]}>{t(`jobs.states.${job.state}`)}</Chip>
      </td>
      <td data-column="third" className={table.quiet}>
        {formatTime(Date.parse(job.startedAt ?? job.runAt), i18n.language)}
      </td>
      <td data-column="action">
        <span className={styles.action}>
          <span className={table.quiet}>{t("jobs.tries", { count: job.attempts, max: job.maxAttempts })}</span>
          {job.state !== "running" && <RetryButton job={job} />}
        </span>
      </td>
    </tr>
  );
}

function RetryButton({ job }: { job: JobView }): ReactNode {
  const { t } = useTranslation("administration");
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => repeatJob.run(job.id),
    onSuccess: () => toasts.show(t("jobs.retried"), { tone: "done" }),
    onSettled: () => queries.invalidateQueries({ queryKey: repeatJob.keys }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh {...ICON} size={16} />}
      aria-label={t(job.state === "failed" ? "jobs.retryNamed" : "jobs.nowNamed", { name: job.name })}
      aria-busy={retry.isPending}
      onClick={() => !retry.isPending && retry.mutate()}
    >
      {t(job.state === "failed" ? "jobs.retry" : "jobs.now")}
    </Button>
  );
}
