import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { type ClientResult, DELETE_ACCOUNT_PHRASE, deleteUser, type getUserData } from "@stillreel/contract";
import { useForm } from "@stillreel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { signInMethodsQuery } from "../../entities/people/sign-in-methods.queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { client } from "../../platform/api.ts";
import dialog from "../../ui/dialog.module.css";
import { PasswordField } from "../../ui/password-field.tsx";
import { useFieldRules } from "../../ui/use-field-rules.ts";
import { AccountLosses } from "./account-losses.tsx";
import { DeleteByAddress } from "./delete-by-address.tsx";
import { useAccountDeleted } from "./use-account-deleted.ts";
import styles from "./account.module.css";

/** Command that the page of the account continues after a proof by the provider. */
export const DELETION = "delete";

interface Props {
  user: Pick<ClientResult<typeof getUserData>, "email" | "provider">;
  /** Whether the user comes back from a proof by the provider, after they typed the phrase. */
  isResumed: boolean;
  onClose: () => void;
}

/**
 * Deletes the account in two steps: phrase, then password. An account without a password is confirmed by its address
 * and a recent sign-in. Errors keep the dialog open. Mounted while open.
 */
export function DeleteAccountDialog({ user, isResumed, onClose }: Props): ReactNode {
  const { email, provider } = user;
  const { data: methods } = useQuery(signInMethodsQuery);
  // The server says when it requires a password, although the account had none.
  const [isRequired, setRequired] = useState(false);
  const hasPassword = isRequired || (methods ? methods.password.isSet : provider === "password");
  const { t } = useTranslation("account");
  const [phrase, setPhrase] = useState<string>(isResumed ? DELETE_ACCOUNT_PHRASE : "");
  const [confirmed, setConfirmed] = useState(isResumed);
  return (
    <Dialog onClose={onClose} size={460} hasCloseButton={false} ignoresBackdrop={phrase !== ""} label={t("delete.title")}>
      <div className={styles.steps}>
        <span className={styles.bars} aria-hidden="true">
          <i data-done />
          <i data-done={confirmed || undefined} />
        </span>
        {t("delete.step", { step: confirmed ? 2 : 1 })}
      </div>
      {confirmed && hasPassword ? (
        <PasswordStep email={email} phrase={phrase} onBack={() => setConfirmed(false)} onClose={onClose} />
      ) : confirmed ? (
        <DeleteByAddress
          email={email}
          phrase={phrase}
          resume={DELETION}
          onPassword={() => setRequired(true)}
          onBack={() => setConfirmed(false)}
          onClose={onClose}
        />
      ) : (
        <PhraseStep phrase={phrase} onPhrase={setPhrase} onConfirmed={() => setConfirmed(true)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function PhraseStep({
  phrase,
  onPhrase,
  onConfirmed,
  onClose,
}: {
  phrase: string;
  onPhrase: (phrase: string) => void;
  onConfirmed: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation("account");
  const [complained, setComplained] = useState(false);
  const isRight = phrase === DELETE_ACCOUNT_PHRASE;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onConfirmed();
        else setComplained(true);
      }}
    >
      <h2 className={styles.dialogTitle}>{t("delete.title1")}</h2>
      <AccountLosses />
      <TextInput
        label={<Trans t={t} i18nKey="delete.phrase" components={{ phrase: <span className={dialog.phrase} /> }} />}
        value={phrase}
        onChange={(event) => onPhrase(event.currentTarget.value)}
        onBlur={() => phrase !== "" && setComplained(true)}
        error={complained && !isRight ? t("delete.phraseWrong") : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={dialog.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {t("delete.keep")}
        </Button>
        <Button type="submit" size="md" disabled={!isRight}>
          {t("delete.continue")}
        </Button>
      </div>
    </form>
  );
}

function PasswordStep({
  email,
  phrase,
  onBack,
  onClose,
}: {
  email: string;
  phrase: string;
  onBack: () => void;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation(["account", "common", "auth"]);
  const onDeleted = useAccountDeleted();
  const rules = useFieldRules();
  const form = useForm({ initial: { password: "" }, rules: { password: rules.typedPassword } });
  const remove = useMutation({
    mutationFn: (password: string) => client.call(deleteUser, { body: { email, password, phrase } }),
    meta: { handles: ["wrong-password"], failure: "deleteUser" },
    onError: (error) => {
      if (isApiError(error, "wrong-password")) form.fail("password", t("auth:problems.passwordIncorrect"));
    },
    onSuccess: onDeleted,
  });
  return (
    <form noValidate onSubmit={form.submit((values) => !remove.isPending && remove.mutate(values.password))}>
      <h2 className={styles.dialogTitle}>{t("delete.title2")}</h2>
      <p className={styles.dialogText}>
        <Trans t={t} i18nKey="delete.text2" values={{ email }} components={{ b: <b /> }} />
      </p>
      <PasswordField label={t("auth:fields.currentPassword")} autoComplete="current-password" autoFocus {...form.text("password")} />
      <div className={dialog.buttons}>
        <Button className={dialog.first} variant="quiet" size="md" onClick={onBack}>
          {t("common:actions.back")}
        </Button>
        <Button variant="default" size="md" onClick={onClose}>
          {t("delete.keep")}
        </Button>
        <Button type="submit" variant="danger" size="md" aria-busy={remove.isPending}>
          {t("delete.submit")}
        </Button>
      </div>
    </form>
  );
}
