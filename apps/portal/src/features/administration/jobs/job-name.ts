import type { TFunction } from "i18next";

/** Kinds of jobs with a name in words (`administration:jobs.names`), with `-` instead of the dot. */
const KNOWN_JOBS = [
  "access-requests-announce",
  "connections-revoke-grant",
  "handovers-index-transferred",
  "items-delete-unreferenced",
  "items-finish-bulk",
  "items-fold-counts",
  "items-notify-quota",
  "media-complete-videos",
  "media-delete-bytes",
  "media-give-up",
  "media-make-renditions",
  "media-make-video-extras",
  "media-make-video-renditions",
  "notifications-mail-one",
  "outbox-send-mail",
  "reports-mail-administrators",
  "rights-notify-access-change",
  "saves-run",
  "search-index-missing",
  "search-review-words",
  "sweeps-run-nightly",
  "transfers-make-takeout",
  "transfers-run-import",
  "workspaces-purge",
] as const;

/** Returns the kind of a job in words. Clean-ups of the night share one name; unknown kinds have their own. */
export function jobName(name: string, t: TFunction<"administration">): string {
  const key = name.replace(".", "-");
  const known = KNOWN_JOBS.find((one) => one === key);
  if (known) return t(`jobs.names.${known}`);
  return name.startsWith("sweeps.") ? t("jobs.names.sweep", { name: name.slice("sweeps.".length).replaceAll("-", " ") }) : name;
}
