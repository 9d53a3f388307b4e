import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { deleteUser } from "@stillreel/contract";
import { useForm } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import dialog from "../../ui/dialog.module.css";
import styles from "./account.module.css";
import { Proof } from "./proof/proof.tsx";
import { useAccountDeleted } from "./use-account-deleted.ts";

interface Props {
  email: string;
  phrase: string;
  /** Name by which the page opens this step again after a proof by the provider. */
  resume: string;
  /** Called when the server requires a password for this account. */
  onPassword: () => void;
  onBack: () => void;
  onClose: () => void;
}

/**
 * Second step for an account without a password: the user types the e-mail address. The server also requires a recent
 * sign-in. Without one, the ways to prove oneself appear.
 */
export function DeleteByAddress({ email, phrase, resume, onPassword, onBack, onClose }: Props): ReactNode {
  const { t } = useTranslation(["account", "common"]);
  const onDeleted = useAccountDeleted();
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
      <p className={styles.dialogText}>
        <Trans t={t} i18nKey="delete.addressText" values={{ email }} components={{ b: <b /> }} />
      </p>
      <TextInput label={t("email.title")} type="email" autoComplete="off" autoFocus {...form.text("email")} />
      {isTooOld && <Proof resume={resume} password="" error={undefined} onPassword={() => undefined} onProven={() => remove.mutate()} />}
      <div className={dialog.buttons}>
        <Button className={dialog.first} variant="quiet" size="md" onClick={onBack}>
          {t("common:actions.back")}
        </Button>
        <Button variant="default" size="md" onClick={onClose}>
          {t("delete.keep")}
        </Button>
        {!isTooOld && (
          <Button type="submit" variant="danger" size="md" aria-busy={remove.isPending}>
            {t("delete.submit")}
          </Button>
        )}
      </div>
    </form>
  );
}
