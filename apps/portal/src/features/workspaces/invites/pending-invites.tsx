import { Button } from "@mantine/core";
import { withdrawInvite } from "@stillreel/contract";
import { Chip, toasts } from "@stillreel/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../platform/api.ts";
import { formatDay } from "../../../platform/format/format-date.ts";
import styles from "./pending-invites.module.css";
import page from "../workspace-page.module.css";
import { invitesQuery, type InvitesView } from "../../../entities/workspaces/workspaces.queries.ts";

type Pending = InvitesView["pending"][number];

/** Pending invites by e-mail. Hidden when there are none. */
export function PendingInvites({ workspaceId }: { workspaceId: string }): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const queries = useQueryClient();
  const { queryKey } = invitesQuery(workspaceId);
  const { data } = useQuery(invitesQuery(workspaceId));
  const withdraw = useMutation({
    mutationFn: ({ id }: Pending) => client.call(withdrawInvite, { params: { workspaceId, pendingId: id } }),
    onSuccess: async (_done, { id, email }) => {
      queries.setQueryData(queryKey, (known) => known && { ...known, pending: known.pending.filter((one) => one.id !== id) });
      toasts.show(t("pending.withdrawn", { email }), { tone: "done" });
      await queries.invalidateQueries({ queryKey });
    },
  });
  if (!data || data.pending.length === 0) return null;
  const day = (iso: string): string => formatDay(iso, i18n.resolvedLanguage ?? "en");
  return (
    <section>
      <h2 className={page.subhead}>{t("pending.title")}</h2>
      <ul className={styles.list} aria-label={t("pending.title")}>
        {data.pending.map((invited) => (
          <li key={invited.id} className={styles.row}>
            <span className={styles.who}>
              <span className={styles.email}>
                <bdi>{invited.email}</bdi>
              </span>
              <small>
                {invited.invitedBy
                  ? t("pending.by", { name: invited.invitedBy.displayName, day: day(invited.sentAt) })
                  : t("pending.on", { day: day(invited.sentAt) })}
              </small>
            </span>
            {Date.parse(invited.expiresAt) < Date.now() ? (
              <Chip tone="warn">{t("pending.over")}</Chip>
            ) : (
              <Chip tone="info">{t("pending.invited")}</Chip>
            )}
            <Button
              variant="default"
              size="xs"
              aria-label={t("pending.withdrawNamed", { email: invited.email })}
              aria-busy={withdraw.isPending && withdraw.variables.id === invited.id}
              onClick={() => withdraw.mutate(invited)}
            >
              {t("pending.withdraw")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
