import { ActionIcon } from "@mantine/core";
import { ICON } from "@stillreel/ui";
import { useDisclosure } from "@stillreel/ui/primitives";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { followNotifications, unreadQuery } from "../../entities/notifications/unread.queries.ts";
import { lazyView } from "../../platform/lazy-view.ts";
import styles from "./bell.module.css";

const BADGE_MAX = 99;

const loadPopover = () => import("../../features/notifications/notifications-popover.tsx");
const NotificationsPopover = lazyView(loadPopover, "NotificationsPopover", ["notifications"]);

/** The bell with the number of unread notifications. The code of its popover is loaded when pointer or focus approach. */
export function Bell(): ReactNode {
  const { t } = useTranslation();
  const { data: unread = 0 } = useQuery(unreadQuery);
  const { opener, isOpen, toggle, close } = useDisclosure();
  const preload = (): void => void loadPopover();
  useEffect(followNotifications, []);
  return (
    <>
      <ActionIcon
        ref={opener}
        className={styles.bell}
        size={40}
        aria-label={unread > 0 ? t("header.bellUnread", { count: Math.min(unread, BADGE_MAX) }) : t("header.bell")}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
      >
        <IconBell {...ICON} size={20} />
        {unread > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}
          </span>
        )}
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <NotificationsPopover opener={opener} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
