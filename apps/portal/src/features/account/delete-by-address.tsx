import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { deleteUser } from "@stillreel/contract";
import { useForm } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import dialog from "../../ui/dialog.module.css";
import { useSignOut } from "../../platform/session/use-sign-out.ts";
import styles from "./account.module.css";
import { useAccountDeleted } from "./use-account-deleted.ts";

const ACCOUNT_PAGE = "/account";

interface Props {
  email: string;
  /** Name of the identity provider, as the user knows it. */
  provider: string;
  phrase: string;
  /** Called when the server requires a password for this account. */
  onPassword: () => void;
  onBack: () => void;
  onClose: () => void;
}

/**
 * Second step for an account without a password: the user types the e-mail address. The server also requires a recent
 * sign-in. Without one, the button signs out and returns here after the next sign-in.
 */
export function DeleteByAddress({ email, provider, phrase, onPassword, onBack, onClose }: Props): ReactNode {
  const { t } = useTranslation(["account", "common"]);
  const onDeleted = useAccountDeleted();
  const { signOut, isPending: isSigningOut } = useSignOut();
  const isOwn = (typed: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
  const form = useForm({
    initial: { email: "" },
    rules: { email: (typed) => (isOwn(typed) ? undefined : t("delete.addressWrong")) },
  });
  const remove = useMutation({
    mutationFn: () => client.call(deleteUser, { body: { email, phrase } }),
    meta: { handles: ["reauthentication-required", "validation-failed"], failure: "deleteUser" },
    onError: (error) => {
      if (isApiError(error, "validation-failed")) onPassword();
    },
    onSuccess: onDeleted,
  });
  const isTooOld = isApiError(remove.error, "reauthentication-required");
  return (
    <form noValidate onSubmit={form.submit(() => !remove.isPending && remove.mutate())}>
      <h2 className={styles.dialogTitle}>{t("delete.title2")}</h2>
      {isTooOld ? (
        <p className={styles.dialogText} role="alert">
          {t("delete.signInText", { provider })}
        </p>
      ) : (
        <>
          <p className={styles.dialogText}>
            <Trans t={t} i18nKey="delete.addressText" values={{ email, provider }} components={{ b: <b /> }} />
          </p>
          <TextInput label={t("email.title")} type="email" autoComplete="off" autoFocus {...form.text("email")} />
        </>
      )}
      <div className={dialog.buttons}>
        <Button className={dialog.first} variant="quiet" size="md" onClick={onBack}>
          {t("common:actions.back")}
        </Button>
        <Button variant="default" size="md" onClick={onClose}>
          {t("delete.keep")}
        </Button>
        {isTooOld ? (
          <Button size="md" aria-busy={isSigningOut} onClick={() => signOut(ACCOUNT_PAGE)}>
            {t("delete.signIn")}
          </Button>
        ) : (
          <Button type="submit" variant="danger" size="md" aria-busy={remove.isPending}>
            {t("delete.submit")}
          </Button>
        )}
      </div>
    </form>
  );
}
