import { Button } from "@mantine/core";
import { Chip, ICON } from "@stillreel/ui";
import { IconChevronRight, IconDots, IconLink, IconLock, IconPencil, IconPlayerStop, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, formatTime } from "../../platform/format/format-date.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import type { RequestView } from "../../entities/requests/requests.queries.ts";
import { DeleteRequest } from "./delete-request.tsx";
import { type RequestActions, useRequestActions } from "./request-actions.ts";
import { RequestDetails } from "./request-details.tsx";
import styles from "./requests.module.css";

/** Maximum number of segments of the strip. */
const SEGMENTS_MAX = 10;

interface Props {
  request: RequestView;
  isOpen: boolean;
  onToggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** How many items arrived, as a strip with a segment for each position. */
function Arrived({ request: { arrived, maxItems } }: { request: RequestView }): ReactNode {
  const { t } = useTranslation("requests");
  const segments = maxItems === null ? 0 : Math.min(maxItems, SEGMENTS_MAX);
  const filled = maxItems === null ? 0 : Math.round((Math.min(arrived, maxItems) / maxItems) * segments);
  return (
    <span className={styles.arrived}>
      {segments > 0 && (
        <span className={styles.strip} aria-hidden="true">
          {Array.from({ length: segments }, (_, at) => (
            <i key={at} data-filled={at < filled || undefined} />
          ))}
        </span>
      )}
      {maxItems === null ? t("arrived", { count: arrived }) : t("arrivedOf", { arrived, maxItems })}
    </span>
  );
}

/** State and end of a request. */
function State({ request: { state, expiresAt } }: { request: RequestView }): ReactNode {
  const { t, i18n } = useTranslation("requests");
  const tone = state === "open" ? "ok" : "info";
  return (
    <span className={styles.state}>
      <Chip {...(state === "closed" ? {} : { tone })}>{t(`states.${state}`)}</Chip>
      {state === "open" && expiresAt !== null && <span>{t("until", { day: formatDay(expiresAt, i18n.language) })}</span>}
    </span>
  );
}

/** The menu of a request. */
function RowMenu({ request, actions, onDelete }: { request: RequestView; actions: RequestActions; onDelete: () => void }): ReactNode {
  const { t } = useTranslation("requests");
  const [isOpen, setOpen] = useState(false);
  const isAccepting = request.state !== "closed";
  const groups = [
    [
      { label: t("edit"), icon: IconPencil, onSelect: actions.edit },
      ...(isAccepting ? [{ label: t("stop"), icon: IconPlayerStop, onSelect: actions.stop }] : []),
      { label: t("copyLink"), icon: IconLink, onSelect: actions.copy },
    ],
    [{ label: t("delete"), icon: IconTrash, isDanger: true, onSelect: onDelete }],
  ];
  return (
    <ActionMenu label={t("moreOf", { title: request.title })} groups={groups} isOpen={isOpen} onChange={setOpen}>
      <Button variant="quiet" size="sm" aria-label={t("moreOf", { title: request.title })}>
        <IconDots {...ICON} />
      </Button>
    </ActionMenu>
  );
}

/** One request; opened, it shows what arrived. */
export function RequestRow({ request, isOpen, onToggle, onKeyDown }: Props): ReactNode {
  const { t, i18n } = useTranslation("requests");
  const actions = useRequestActions(request);
  const [isDeleting, setDeleting] = useState(false);
  const { title, hasPassword, unopened, folder, workspaceName, lastAt, state } = request;
  return (
    <li className={styles.row} data-request={request.id} data-open={isOpen || undefined}>
      <div className={styles.line}>
        <button type="button" className={styles.toggle} data-toggle aria-expanded={isOpen} onClick={onToggle} onKeyDown={onKeyDown}>
          <IconChevronRight size={16} stroke={1.8} className={styles.chevron} aria-hidden="true" />
          <bdi>{title}</bdi>
          {hasPassword && <IconLock size={15} stroke={1.6} role="img" aria-label={t("hasPassword")} />}
          {unopened > 0 && <span className={styles.new}>{t("new", { count: unopened })}</span>}
        </button>
        <span className={styles.target}>
          <bdi>{folder?.name ?? workspaceName ?? t("form.personalRoot")}</bdi>
        </span>
        <Arrived request={request} />
        <span className={styles.last}>{lastAt === null ? t("nothingYet") : formatTime(Date.parse(lastAt), i18n.language)}</span>
        <State request={request} />
        <span className={styles.actions}>
          {state === "open" ? (
            <Button variant="quiet" size="sm" data-copy leftSection={<IconLink {...ICON} />} onClick={actions.copy}>
              {t("copyLink")}
            </Button>
          ) : (
            <Button variant="quiet" size="sm" leftSection={<IconRefresh {...ICON} />} aria-haspopup="dialog" onClick={actions.openAgain}>
              {t("openAgain")}
            </Button>
          )}
          <RowMenu request={request} actions={actions} onDelete={() => setDeleting(true)} />
        </span>
      </div>
      {isOpen && <RequestDetails request={request} actions={actions} />}
      {isDeleting && <DeleteRequest request={request} onConfirm={actions.remove} onClose={() => setDeleting(false)} />}
    </li>
  );
}
