import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { NAME_MAX } from "@stillreel/contract";
import { toasts, useForm } from "@stillreel/ui";
import { CountedInput } from "@stillreel/ui/mantine";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addPerson, type AddedPerson, type NewPerson } from "../../../entities/administration/people.queries.ts";
import { errorText, refusalText } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { LinkField } from "../../../ui/link-field.tsx";
import { useFieldRules } from "../../../ui/use-field-rules.ts";
import styles from "./add-person-dialog.module.css";
import { SelectField } from "../../../ui/select-field.tsx";

/** Adds an account. Its user sets the password by a link: mailed or, without a mail server, shown here once. Mounted while open. */
export function AddPersonDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation("administration");
  const [added, setAdded] = useState<{ person: AddedPerson["user"]; passwordUrl: string } | null>(null);
  const handleAdded = ({ user, passwordUrl }: AddedPerson): void => {
    if (passwordUrl !== null) return setAdded({ person: user, passwordUrl });
    toasts.show(t("people.added", { email: user.email }), { tone: "done" });
    onClose();
  };
  if (added === null)
    return (
      <Dialog title={t("people.add")} size={460} onClose={onClose}>
        <AddForm onAdded={handleAdded} onClose={onClose} />
      </Dialog>
    );
  const { person, passwordUrl } = added;
  return (
    // The link is shown only here, so a click beside the dialog does not close it.
    <Dialog title={<bdi>{t("people.linkTitle", { name: person.displayName })}</bdi>} size={460} ignoresBackdrop onClose={onClose}>
      <p className={dialog.text}>{t("people.linkText", { email: person.email })}</p>
      <div className={styles.link}>
        <LinkField
          link={passwordUrl}
          texts={{
            label: t("people.linkLabel"),
            copy: t("people.copy"),
            copied: t("people.copied"),
            notCopied: t("people.notCopied"),
          }}
        />
      </div>
      <div className={dialog.buttons}>
        <Button size="md" onClick={onClose}>
          {t("people.linkDone")}
        </Button>
      </div>
    </Dialog>
  );
}

function AddForm({ onAdded, onClose }: { onAdded: (added: AddedPerson) => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const rules = useFieldRules();
  const [role, setRole] = useState<NewPerson["role"]>("user");
  const form = useForm({ initial: { name: "", email: "" }, rules: { name: rules.name, email: rules.email } });
  const add = useMutation({
    mutationFn: addPerson,
    meta: { handles: "all" },
    onError: (error) => {
      if (isApiError(error, "email-already-in-use")) form.fail("email", errorText(error));
    },
    onSuccess: onAdded,
  });
  const problem = add.error !== null && !isApiError(add.error, "email-already-in-use") ? refusalText(add.error) : null;
  return (
    <form
      noValidate
      onSubmit={form.submit(({ name, email }) => !add.isPending && add.mutate({ displayName: name.trim(), email: email.trim(), role }))}
    >
      <p className={dialog.text}>{t("people.addText")}</p>
      <div className={styles.fields}>
        <CountedInput
          label={t("people.name")}
          autoComplete="off"
          data-first-focus
          max={NAME_MAX}
          {...form.text("name")}
          onChange={(name) => form.set("name", name)}
        />
        <TextInput type="email" label={t("people.email")} autoComplete="off" {...form.text("email")} />
        <SelectField
          label={t("people.role")}
          hint={t(`people.roleHints.${role}`)}
          value={role}
          onChange={setRole}
          choices={[
            { value: "user", label: t("people.roles.user") },
            { value: "admin", label: t("people.roles.admin") },
          ]}
        />
      </div>
      {problem !== null && (
        <p className={dialog.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button type="submit" size="md" aria-busy={add.isPending}>
          {t("people.addAction")}
        </Button>
      </div>
    </form>
  );
}
