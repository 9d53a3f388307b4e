import { Anchor, Button, SegmentedControl } from "@mantine/core";
import { Chip, ICON, toasts } from "@stillreel/ui";
import { IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { jobsQuery, repeatJob, type JobStateFilter, type JobView } from "../../../entities/administration/administration.queries.ts";
import { formatDuration } from "../../../entities/items/item-facts.ts";
import { formatCount } from "@stillreel/i18n";
import { formatTime } from "../../../platform/format/format-date.ts";
import { AdminTable } from "../parts/admin-table.tsx";
import { ListState, MoreButton } from "../parts/list-state.tsx";
import table from "../parts/table.module.css";
import { SelectField } from "../../../ui/select-field.tsx";
import { jobName } from "./job-name.ts";
import styles from "./jobs.module.css";

const STATES = ["running", "waiting", "failed"] as const;
const FILTERS = ["all", ...STATES] as const;
const TONES = { running: "accent", waiting: "plain", failed: "bad" } as const;

/** The queue of jobs, by state and kind. Waiting and failed ones can be run immediately, and all failed ones of a kind together. */
export function JobsTab(): ReactNode {
  const { t } = useTranslation("administration");
  const [state, setState] = useState<JobStateFilter>("all");
  const [name, setName] = useState("");
  const list = useInfiniteQuery(jobsQuery(state, name));
  const jobs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [first] = list.data?.pages ?? [];
  const kinds = first?.kinds ?? [];
  const failed = kinds.find((kind) => kind.name === name)?.failed ?? 0;
  return (
    <>
      <Counts counts={first?.counts} />
      <div className={styles.tools}>
        <SegmentedControl
          aria-label={t("jobs.filter")}
          value={state}
          onChange={(value) => setState(value as JobStateFilter)}
          data={FILTERS.map((value) => ({ value, label: t(`jobs.states.${value}`) }))}
        />
        <div className={styles.kind}>
          <SelectField
            label={t("jobs.kind")}
            isLabelHidden
            value={name}
            onChange={setName}
            choices={[
              { value: "", label: t("jobs.allKinds") },
              ...withChosen(kinds, name).map((kind) => ({ value: kind, label: jobName(kind, t) })),
            ]}
          />
        </div>
        {failed > 0 && <RetryAllButton name={name} failed={failed} />}
      </div>
      <ListState query={list} isEmpty={jobs.length === 0} empty={t("jobs.none")}>
        <JobsTable jobs={jobs} />
        <MoreButton query={list} />
      </ListState>
    </>
  );
}

function JobsTable({ jobs }: { jobs: readonly JobView[] }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <AdminTable
      label={t("tabs.jobs")}
      className={styles.table}
      columns={[
        { label: t("jobs.job") },
        { label: t("jobs.subject"), name: "subject" },
        { label: t("jobs.state"), name: "second" },
        { label: t("jobs.time"), name: "third" },
        { label: t("jobs.attempts"), name: "action" },
      ]}
    >
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} />
      ))}
    </AdminTable>
  );
}

/** Returns the kinds in the queue, with the chosen one also when no job of it is left. */
const withChosen = (kinds: readonly { name: string }[], chosen: string): string[] => {
  const names = kinds.map((kind) => kind.name);
  return chosen === "" || names.includes(chosen) ? names : [...names, chosen];
};

function Counts({ counts }: { counts: Record<(typeof STATES)[number], number> | undefined }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  return (
    <dl className={styles.counts}>
      {STATES.map((one) => (
        <div key={one} className={styles.count} data-bad={one === "failed" && (counts?.failed ?? 0) > 0 ? "" : undefined}>
          <dt>{t(`jobs.states.${one}`)}</dt>
          <dd>{counts ? formatCount(counts[one], i18n.language) : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

function JobRow({ job }: { job: JobView }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <tr>
      <th scope="row">
        <span className={`${table.text} ${table.name}`}>
          <bdi>{jobName(job.name, t)}</bdi>
        </span>
        {job.subject !== null && (
          <div className={styles.narrow}>
            <Subject job={job} />
          </div>
        )}
        {job.error !== null && (
          <span className={`${table.small} ${table.bad}`}>
            <bdi>{job.error}</bdi>
          </span>
        )}
      </th>
      <td data-column="subject">
        <Subject job={job} />
      </td>
      <td data-column="second">
        <Chip tone={TONES[job.state]}>{t(`jobs.states.${job.state}`)}</Chip>
        {job.progress !== null && <Progress percent={job.progress} />}
      </td>
      <td data-column="third">
        <Times job={job} />
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

/** The object of a job with its owner. It is a link for members of its space only. */
function Subject({ job: { subject } }: { job: JobView }): ReactNode {
  if (subject === null) return <span className={table.quiet}>–</span>;
  const { title, path, owner } = subject;
  return (
    <>
      <span className={table.text}>
        {path === null ? (
          <bdi>{title}</bdi>
        ) : (
          <bdi>
            <Anchor href={path}>{title}</Anchor>
          </bdi>
        )}
      </span>
      {owner && (
        <span className={`${table.text} ${table.small}`}>
          <bdi>{owner.displayName}</bdi>
        </span>
      )}
    </>
  );
}

function Progress({ percent }: { percent: number }): ReactNode {
  const { t } = useTranslation("administration");
  return (
    <span className={styles.progress}>
      <progress max={100} value={percent} aria-label={t("jobs.progress")} />
      {t("jobs.percent", { percent })}
    </span>
  );
}

/** Start and duration of a running job; time of the next attempt of a waiting one; time at which a failed one was enqueued. */
function Times({ job: { state, startedAt, runAt, createdAt } }: { job: JobView }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const time = (iso: string): string => formatTime(Date.parse(iso), i18n.language);
  if (state === "running" && startedAt !== null) {
    const seconds = Math.max(0, Math.round((Date.now() - Date.parse(startedAt)) / 1_000));
    return (
      <>
        <span className={table.quiet}>{time(startedAt)}</span>
        <div className={table.small}>{t("jobs.runningFor", { duration: formatDuration(seconds) })}</div>
      </>
    );
  }
  const label = state === "waiting" ? t("jobs.startsAt", { time: time(runAt) }) : t("jobs.enqueued", { time: time(createdAt) });
  return <span className={table.small}>{label}</span>;
}

function RetryAllButton({ name, failed }: { name: string; failed: number }): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => repeatJob.runFailed(name),
    onSuccess: ({ retried }) => {
      const number = formatCount(retried, i18n.language);
      toasts.show(t("jobs.allRetried", { count: retried, number }), { tone: "done" });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: repeatJob.keys }),
  });
  const number = formatCount(failed, i18n.language);
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh {...ICON} />}
      aria-busy={retry.isPending}
      onClick={() => !retry.isPending && retry.mutate()}
    >
      {t("jobs.retryAll", { count: failed, number })}
    </Button>
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
      aria-label={t(job.state === "failed" ? "jobs.retryNamed" : "jobs.nowNamed", { name: jobName(job.name, t) })}
      aria-busy={retry.isPending}
      onClick={() => !retry.isPending && retry.mutate()}
    >
      {t(job.state === "failed" ? "jobs.retry" : "jobs.now")}
    </Button>
  );
}
