import { Button } from "@mantine/core";
import { type createAccessToken, type ClientResult, revokeAccessToken } from "@stillreel/contract";
import { Chip, ICON, toasts, VISUALLY_HIDDEN } from "@stillreel/ui";
import { IconCopy, IconPlus } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { accessTokensQuery, refreshTokens, type AccessTokenView } from "../../../entities/people/tools.queries.ts";
import { client } from "../../../platform/api.ts";
import { copyText } from "../../../platform/clipboard.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { useDay } from "../security/use-day.ts";
import { TokenDialog } from "./token-dialog.tsx";
import styles from "./tools.module.css";

type NewToken = ClientResult<typeof createAccessToken>;

/** Access tokens of the account: create, shown once, and revoke. */
export function AccessTokens(): ReactNode {
  const { t } = useTranslation("tools");
  const { data: tokens } = useSuspenseQuery(accessTokensQuery);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewToken | null>(null);
  const [revoking, setRevoking] = useState<AccessTokenView | null>(null);
  const handleCreated = async (token: NewToken): Promise<void> => {
    setCreated(token);
    setCreating(false);
    await refreshTokens();
  };
  const handleRevoked = async (): Promise<void> => {
    if (revoking?.id === created?.id) setCreated(null);
    setRevoking(null);
    await refreshTokens();
    toasts.show(t("tokens.revoked"), { tone: "done" });
  };
  return (
    <SettingsSection title={t("tokens.title")} text={t("tokens.text")}>
      {tokens.length === 0 && <p className={dialog.text}>{t("tokens.none")}</p>}
      {created && <CreatedToken token={created} onHide={() => setCreated(null)} />}
      {tokens.length > 0 && <TokenTable tokens={tokens} onRevoke={setRevoking} />}
      <Button className={styles.add} variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setCreating(true)}>
        {t("tokens.create")}
      </Button>
      {isCreating && <TokenDialog onClose={() => setCreating(false)} onDone={(token) => void handleCreated(token)} />}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} onDone={() => void handleRevoked()} />}
    </SettingsSection>
  );
}

/** The new token, which is shown until the page is left. */
function CreatedToken({ token, onHide }: { token: NewToken; onHide: () => void }): ReactNode {
  const { t } = useTranslation("tools");
  const copy = async (): Promise<void> => {
    try {
      await copyText(token.token);
      toasts.show(t("tokens.copied"), { tone: "done" });
    } catch {
      toasts.error(t("tokens.notCopied"));
    }
  };
  return (
    <div className={styles.created} role="status">
      <p>{t("tokens.once")}</p>
      <div className={styles.secret}>
        <input
          readOnly
          dir="ltr"
          aria-label={t("tokens.token", { name: token.name })}
          value={token.token}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="filled" leftSection={<IconCopy {...ICON} />} onClick={() => void copy()}>
          {t("tokens.copy")}
        </Button>
        <Button variant="default" onClick={onHide}>
          {t("tokens.hide")}
        </Button>
      </div>
    </div>
  );
}

function TokenTable({ tokens, onRevoke }: { tokens: readonly AccessTokenView[]; onRevoke: (token: AccessTokenView) => void }): ReactNode {
  const { t } = useTranslation("tools");
  return (
    <table className={styles.table} aria-label={t("tokens.title")}>
      <thead>
        <tr>
          {(["name", "scopes", "created", "used", "expires"] as const).map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`tokens.columns.${column}`)}
            </th>
          ))}
          <th scope="col">
            <span className={VISUALLY_HIDDEN.always}>{t("tokens.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />
        ))}
      </tbody>
    </table>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessTokenView; onRevoke: () => void }): ReactNode {
  const { t } = useTranslation("tools");
  const day = useDay();
  const { name, prefix, scopes, createdAt, lastUsedAt, expiresAt, isExpired } = token;
  return (
    <tr>
      <th scope="row">
        <bdi className={styles.name}>{name}</bdi>
        <code className={styles.prefix} dir="ltr">
          {prefix}…
        </code>
      </th>
      <td data-column="scopes">
        <Chip>{t(scopes.includes("write") ? "tokens.write" : "tokens.read")}</Chip>
      </td>
      <td data-column="created">{day(createdAt)}</td>
      <td data-column="used">{lastUsedAt === null ? t("tokens.neverUsed") : day(lastUsedAt)}</td>
      <td data-column="expires">
        {isExpired ? <Chip tone="bad">{t("tokens.expired")}</Chip> : expiresAt === null ? t("tokens.noEnd") : day(expiresAt)}
      </td>
      <td>
        <Button variant="default" size="xs" aria-label={t("tokens.revokeNamed", { name })} onClick={onRevoke}>
          {t("tokens.revoke")}
        </Button>
      </td>
    </tr>
  );
}

/** Revocation, which can't be undone: the server has only the hash of a token. */
function RevokeDialog({ token, onClose, onDone }: { token: AccessTokenView; onClose: () => void; onDone: () => void }): ReactNode {
  const { t } = useTranslation(["tools", "common"]);
  const revoke = useMutation({
    mutationFn: () => client.call(revokeAccessToken, { params: { tokenId: token.id } }),
    onSuccess: onDone,
  });
  return (
    <Dialog title={t("tokens.revokeTitle")} size={440} onClose={onClose}>
      <p className={dialog.text}>
        <Trans
          t={t}
          i18nKey="tokens.revokeText"
          components={{
            name: (
              <b>
                <bdi>{token.name}</bdi>
              </b>
            ),
          }}
        />
      </p>
      <div className={styles.actions}>
        <Button variant="default" data-first-focus onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button variant="danger" aria-busy={revoke.isPending} onClick={() => !revoke.isPending && revoke.mutate()}>
          {t("tokens.revoke")}
        </Button>
      </div>
    </Dialog>
  );
}
