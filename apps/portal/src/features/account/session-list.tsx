import { Button } from "@mantine/core";
import { deviceName, endOtherSessions, endSession } from "@stillreel/contract";
import { Chip, ICON, toasts } from "@stillreel/ui";
import { IconLogout } from "@tabler/icons-react";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import { accountKeys, sessionsQuery } from "../../entities/people/account.queries.ts";
import styles from "./account.module.css";

/** Sessions of the account; every session except the current one can be ended here, one by one or together. */
export function SessionList(): ReactNode {
  const { t, i18n } = useTranslation("account");
  const queries = useQueryClient();
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (sessionId: string) => client.call(endSession, { params: { sessionId } }),
    onSuccess: async () => {
      toasts.show(t("sessions.ended"), { tone: "done" });
      await queries.invalidateQueries({ queryKey: accountKeys.sessions });
    },
  });
  // Latin digits in every language, as everywhere in the product.
  const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" });
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <>
      <ul>
        {sessions.map((session) => {
          const device = deviceName(session.userAgent) ?? t("sessions.unknown");
          return (
            <li key={session.id} className={styles.session}>
              <span className={styles.device}>
                <bdi>{device}</bdi>
                <small>{t("sessions.seen", { ip: session.ip, when: dates.format(new Date(session.lastSeenAt)) })}</small>
              </span>
              {session.current ? (
                <Chip tone="ok">{t("sessions.current")}</Chip>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t("sessions.endNamed", { device })}
                  aria-busy={end.isPending && end.variables === session.id}
                  onClick={() => end.mutate(session.id)}
                >
                  {t("sessions.end")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {others > 1 && <EndOthers count={others} />}
    </>
  );
}

/** Signs out every other device. A single one has its own button. */
function EndOthers({ count }: { count: number }): ReactNode {
  const { t } = useTranslation("account");
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.call(endOtherSessions),
    onSuccess: async ({ ended }) => {
      toasts.show(t("sessions.othersEnded", { count: ended }), { tone: "done" });
      await queries.invalidateQueries({ queryKey: accountKeys.sessions });
    },
  });
  return (
    <Button
      className={styles.endOthers}
      variant="default"
      leftSection={<IconLogout {...ICON} />}
      aria-busy={end.isPending}
      onClick={() => !end.isPending && end.mutate()}
    >
      {t("sessions.endOthers", { count })}
    </Button>
  );
}
