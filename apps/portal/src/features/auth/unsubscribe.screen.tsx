import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { type ClientResult, unsubscribeMail } from "@stillreel/contract";
import { BrokenMark, DeadEnd } from "@stillreel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../platform/api.ts";
import { usePageTitle } from "../../ui/use-page-title.ts";
import { AuthFrame } from "./auth-frame.tsx";
import styles from "./forms.module.css";

type Frequency = ClientResult<typeof unsubscribeMail>["previous"];

const TEXTS = {
  digest: {
    title: "unsubscribe.title",
    text: "unsubscribe.text",
    restoredTitle: "unsubscribe.restoredTitle",
    restoredText: "unsubscribe.restoredText",
  },
  kind: {
    title: "unsubscribe.kindTitle",
    text: "unsubscribe.kindText",
    restoredTitle: "unsubscribe.kindRestoredTitle",
    restoredText: "unsubscribe.kindRestoredText",
  },
  address: {
    title: "unsubscribe.addressTitle",
    text: "unsubscribe.addressText",
    restoredTitle: "unsubscribe.addressRestoredTitle",
    restoredText: "unsubscribe.addressRestoredText",
  },
} as const satisfies Record<ClientResult<typeof unsubscribeMail>["subject"], object>;

/** Target of the link in optional mail: ends such mail immediately, without a session. A mail scanner that does the same can be undone. */
export function UnsubscribeScreen(): ReactNode {
  const { t } = useTranslation("notifications");
  const { t: common } = useTranslation();
  const { token = "" } = useParams({ strict: false });
  const ended = useQuery({
    queryKey: ["unsubscribe", token],
    queryFn: () => client.call(unsubscribeMail, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const restore = useMutation({ mutationFn: (frequency: Frequency) => client.call(unsubscribeMail, { body: { token, frequency } }) });
  if (isApiError(ended.error, "not-found", "validation-failed")) return <InvalidLink />;
  if (ended.error)
    return (
      <AuthFrame title={t("unsubscribe.failedTitle")} lead={errorText(ended.error)}>
        <div className={styles.form}>
          <Button size="lg" fullWidth onClick={() => void ended.refetch()}>
            {common("actions.tryAgain")}
          </Button>
        </div>
      </AuthFrame>
    );
  if (!ended.data) return <AuthFrame title={t("unsubscribe.working")}>{null}</AuthFrame>;
  const { previous, subject } = ended.data;
  const texts = TEXTS[subject];
  // An address has no settings in which its user could subscribe again, so the page offers it at each visit.
  const isAddress = subject === "address";
  const frequency = isAddress ? "immediately" : previous;
  if (restore.isSuccess)
    return (
      <AuthFrame title={t(texts.restoredTitle)} lead={t(texts.restoredText)}>
        {!isAddress && (
          <div className={styles.form}>
            <SettingsLink />
          </div>
        )}
      </AuthFrame>
    );
  return (
    <AuthFrame title={t(texts.title)} lead={t(texts.text)}>
      <div className={styles.form}>
        {frequency !== "never" && (
          <Button
            size="lg"
            fullWidth
            variant="default"
            aria-busy={restore.isPending}
            onClick={() => !restore.isPending && restore.mutate(frequency)}
          >
            {isAddress ? t("unsubscribe.again") : common("actions.undo")}
          </Button>
        )}
        {!isAddress && <SettingsLink />}
      </div>
    </AuthFrame>
  );
}

function SettingsLink({ isMain = false }: { isMain?: boolean }): ReactNode {
  const { t } = useTranslation("notifications");
  return (
    <Button size="lg" fullWidth={!isMain} variant={isMain ? "filled" : "quiet"} component={Link} to="/account/notifications">
      {t("settings")}
    </Button>
  );
}

function InvalidLink(): ReactNode {
  const { t } = useTranslation("notifications");
  usePageTitle(t("unsubscribe.invalidTitle"));
  return (
    <DeadEnd art={<BrokenMark />} title={t("unsubscribe.invalidTitle")} actions={<SettingsLink isMain />}>
      {t("unsubscribe.invalidText")}
    </DeadEnd>
  );
}
