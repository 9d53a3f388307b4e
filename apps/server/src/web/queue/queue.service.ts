import type { listJobs, ServerArgs, ServerResult } from "@stillreel/contract";
import { avatarUrl } from "../../people/auth/index.ts";
import type { Audit } from "../../platform/audit/index.ts";
import type { UserActor } from "../../platform/http/actor.ts";
import { AppError, invalid } from "../../platform/http/app-error.ts";
import { withoutAddresses } from "../../platform/http/logged-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./queue.repo.ts";

/** Ids of jobs are numbers, which are cursors too. */
const JOB_ID = /^\d{1,18}$/u;
const ERROR_MAX = 300;

type Listed = ServerResult<typeof listJobs>;

/** Returns the first line of a stored error, without addresses. */
function reasonOf(stored: string | null): string | null {
  const line = stored?.split("\n", 1)[0]?.trim() ?? "";
  return line === "" ? null : withoutAddresses(line).slice(0, ERROR_MAX);
}

function subjectOf(row: repo.JobRow): Listed["items"][number]["subject"] {
  const { subject_kind: kind, subject_path: path, owner_id: id, owner_name: displayName, owner_avatar: avatar } = row;
  if (kind === null) return null;
  const owner = id === null ? null : { id, displayName: displayName ?? "", photoURL: avatarUrl(avatar) };
  return { kind, title: row.subject_title ?? "", path, owner };
}

const present = (row: repo.JobRow): Listed["items"][number] => ({
  id: row.id,
  name: row.name,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  runAt: row.run_at.toISOString(),
  startedAt: row.locked_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  error: reasonOf(row.last_error),
  subject: subjectOf(row),
  progress: row.state === "running" ? row.progress : null,
});

/** Creates the service by which administrators see the queue of jobs and repeat failed ones. */
export function createQueueService({ db, clock }: Pick<Ports, "db" | "clock">, { audit }: { audit: Audit }) {
  return {
    /** Returns a page of jobs, newest first. @throws AppError `validation-failed` */
    async list(actor: UserActor, { state, name, cursor, limit }: ServerArgs<typeof listJobs>["query"]): Promise<Listed> {
      if (cursor !== undefined && !JOB_ID.test(cursor)) throw invalid("cursor", "This cursor is not valid here.");
      const [rows, counts, kinds] = await Promise.all([
        repo.list(db, { state, name, below: cursor, limit: limit + 1 }, actor.id),
        repo.count(db),
        repo.listKinds(db),
      ]);
      const shown = rows.slice(0, limit);
      return { items: shown.map(present), nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null, counts, kinds };
    },

    /** Runs a job again. @throws AppError `not-found` for an unknown or running job */
    async retry(actor: UserActor, jobId: string, ip: string): Promise<void> {
      if (!JOB_ID.test(jobId)) throw new AppError("not-found");
      await db.transaction(async (tx) => {
        const name = await repo.retry(tx, jobId, clock.now());
        if (name === undefined) throw new AppError("not-found");
        await audit.record(tx, { action: "job.retried", userId: actor.id, ip, details: { subject: name } });
      });
    },

    /** Runs every failed job of a kind again. Returns their number. */
    async retryFailed(actor: UserActor, name: string, ip: string): Promise<number> {
      return db.transaction(async (tx) => {
        const count = await repo.retryFailed(tx, name, clock.now());
        if (count > 0) await audit.record(tx, { action: "job.retried", userId: actor.id, ip, details: { subject: name, count } });
        return count;
      });
    },
  };
}
