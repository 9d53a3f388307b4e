import { ActionIcon, Button } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { Popover, useRovingFocus, useSingleTabStop } from "@stillreel/ui/primitives";
import { IconSettings, IconX } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import {
  markNotifications,
  newestQuery,
  type NotificationTab,
  notificationsQuery,
  type NotificationView,
} from "../../entities/notifications/notification-list.queries.ts";
import { unreadQuery } from "../../entities/notifications/unread.queries.ts";
import { offerUndo } from "../../entities/undo/undo.ts";
import { errorText } from "../../platform/api.ts";
import { pageDirection } from "../../platform/i18n.ts";
import { showSave } from "./show-save.ts";
import { NotificationRow } from "./notification-row.tsx";
import { newerThan } from "./notifications.plan.ts";
import styles from "./notifications.module.css";

const TABS = ["all", "unread"] as const satisfies readonly NotificationTab[];
const UNREAD_MAX = 99;
/** Pages outside of the portal. */
const PUBLIC_PAGE = /^\/s\//u;

interface Props {
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The user's notifications beside the bell; on phones a full sheet. Enter opens, U toggles read and unread, arrows move. */
export function NotificationsPopover({ opener, onClose }: Props): ReactNode {
  const { t } = useTranslation("notifications");
  const [tab, setTab] = useState<NotificationTab>("all");
  return (
    <Popover
      anchor={opener}
      label={t("title")}
      align="end"
      isMirrored={pageDirection() === "rtl"}
      gap={8}
      className={`${styles.popover} on-raised`}
      onClose={onClose}
    >
      <Head tab={tab} onTab={setTab} onClose={onClose} />
      <List key={tab} tab={tab} onClose={onClose} />
    </Popover>
  );
}

function Head({ tab, onTab, onClose }: { tab: NotificationTab; onTab: (tab: NotificationTab) => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation("notifications");
  const { data: unread = 0 } = useQuery(unreadQuery);
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <h2 className={styles.heading}>{t("title")}</h2>
        <Link to="/account/notifications" className={styles.icon} aria-label={t("settings")} onClick={onClose}>
          <IconSettings {...ICON} />
        </Link>
        <ActionIcon className={styles.close} size={40} aria-label={t("close")} onClick={onClose}>
          <IconX {...ICON} />
        </ActionIcon>
      </div>
      <div className={styles.line}>
        <div className={styles.tabs} role="group" aria-label={t("tabs.label")}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              className={styles.tab}
              aria-pressed={tab === name}
              data-first-focus={tab === name || undefined}
              onClick={() => onTab(name)}
            >
              {t(`tabs.${name}`)}
              {name === "unread" && unread > 0 && (
                <span className={styles.count}>{unread > UNREAD_MAX ? t("unreadMax", { number: UNREAD_MAX }) : unread}</span>
              )}
            </button>
          ))}
        </div>
        <MarkAll tab={tab} unread={unread} />
      </div>
    </header>
  );
}

/** Marks all notifications as read, with undo for those that are loaded. Before the list is loaded, there would be nothing to undo. */
function MarkAll({ tab, unread }: { tab: NotificationTab; unread: number }): ReactNode {
  const { t } = useTranslation("notifications");
  const { t: common } = useTranslation();
  const { data } = useInfiniteQuery({ ...notificationsQuery(tab), enabled: false });
  const ids = (data?.pages ?? []).flatMap(({ items }) => items.flatMap(({ id, readAt }) => (readAt === null ? [id] : [])));
  const run = async (): Promise<void> => {
    await markNotifications("all", true);
    if (ids.length > 0) offerUndo(t("markedAll"), common("actions.undo"), () => markNotifications(ids, false));
  };
  return (
    <Button className={styles.markAll} variant="quiet" size="xs" disabled={unread === 0 || !data} onClick={() => void run()}>
      {t("readAll")}
    </Button>
  );
}

function List({ tab, onClose }: { tab: NotificationTab; onClose: () => void }): ReactNode {
  const { t } = useTranslation("notifications");
  const { t: common } = useTranslation();
  const list = useInfiniteQuery(notificationsQuery(tab));
  const rows = (list.data?.pages ?? []).flatMap(({ items }) => items);
  if (list.error && !list.data)
    return (
      <p className={styles.failure} role="alert">
        {errorText(list.error)}
        <Button variant="default" size="xs" onClick={() => void list.refetch()}>
          {common("actions.tryAgain")}
        </Button>
      </p>
    );
  return (
    <div className={styles.scroll} aria-busy={list.isFetching}>
      {list.data?.pages[0] && (
        <NewRows tab={tab} first={list.data.pages[0]} readAt={list.dataUpdatedAt} onShow={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && (
        <div className={styles.empty} role="status">
          <p className={styles.emptyTitle}>{t("empty")}</p>
          <p>{t("emptyText")}</p>
        </div>
      )}
      {rows.length > 0 && <Rows rows={rows} label={t(`tabs.${tab}`)} onClose={onClose} />}
      {list.hasNextPage && (
        <Button
          className={styles.more}
          variant="quiet"
          aria-busy={list.isFetchingNextPage}
          onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
        >
          {t("more")}
        </Button>
      )}
    </div>
  );
}

interface NewRowsProps {
  tab: NotificationTab;
  first: { items: NotificationView[]; nextCursor: string | null; unread: number };
  /** Time at which the list was read. */
  readAt: number;
  onShow: () => void;
}

/** Says how many notifications arrived after the list was read. They are shown on demand, so that rows do not move. */
function NewRows({ tab, first, readAt, onShow }: NewRowsProps): ReactNode {
  const { t } = useTranslation("notifications");
  const { data: newest } = useQuery(newestQuery(tab, { page: first, readAt }));
  const count = newerThan(first.items, newest?.items ?? []).length;
  return (
    <div role="status" className={styles.newRows}>
      {count > 0 && (
        <Button size="xs" onClick={onShow}>
          {t("newRows", { count })}
        </Button>
      )}
    </div>
  );
}

function Rows({ rows, label, onClose }: { rows: NotificationView[]; label: string; onClose: () => void }): ReactNode {
  const router = useRouter();
  const box = useRef<HTMLUListElement>(null);
  const [now] = useState(Date.now);
  const move = useRovingFocus("[data-row]", "vertical", pageDirection());
  useSingleTabStop(box, "[data-row]");
  useEffect(() => box.current?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true }), []);

  const toggle = ({ id, readAt }: NotificationView): void => void markNotifications([id], readAt === null);
  const open = (row: NotificationView, event: MouseEvent): void => {
    const marked = row.readAt === null ? markNotifications([row.id], true) : Promise.resolve();
    const { url } = row;
    // The list of saves has the result: the link, or the reason and Retry.
    if (row.saveId !== null) {
      showSave(row);
      onClose();
    }
    // A new tab, a new window and saving as are handled by the browser.
    if (url === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onClose();
    if (PUBLIC_PAGE.test(url)) void marked.finally(() => location.assign(url));
    else router.history.push(url);
  };
  const handleKey = (event: KeyboardEvent<HTMLUListElement>): void => {
    move(event);
    const { row: id } = (event.target as HTMLElement).dataset;
    const row = rows.find((one) => one.id === id);
    if (!row || event.key.toLowerCase() !== "u" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    toggle(row);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys act on the focused link inside
    <ul ref={box} className={styles.rows} aria-label={label} onKeyDown={handleKey}>
      {rows.map((row) => (
        <NotificationRow
          key={row.id}
          row={row}
          now={now}
          onOpen={(event) => open(row, event)}
          onLeave={onClose}
          onToggle={() => toggle(row)}
        />
      ))}
    </ul>
  );
}
